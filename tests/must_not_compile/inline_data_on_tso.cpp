// expect: needs_sge\W.*no member named .inline_data\W|no member named .inline_data\W.*needs_sge\W
#include "queues.hpp"

verbatim::post_result misuse(raw_packet_queue& sq, byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().tso().eth(1460, 1, 1, bytes).sge(1, 2, 3).finish();
#else
  return sq.sq_wqe().tso().eth(1460, 1, 1, bytes).inline_data(bytes).finish();
#endif
}
