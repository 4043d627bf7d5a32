// expect: no matching (member )?function for call to .*\beth\b|too (few|many) arguments to function call
#include "queues.hpp"

verbatim::post_result misuse(raw_packet_queue& sq, [[maybe_unused]] byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().tso().eth(1460, 1, 1, bytes).sge(1, 2, 3).finish();
#else
  return sq.sq_wqe().tso().eth(1460, 1, 1).sge(1, 2, 3).finish();
#endif
}
