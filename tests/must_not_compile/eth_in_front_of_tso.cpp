// expect: raw_packet\b.*needs_verb\W.*no member named .tso\W|no member named .tso\W.*raw_packet\b.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(raw_packet_queue& sq, byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().tso().eth(1460, 1, 1, bytes).sge(1, 2, 3).finish();
#else
  return sq.sq_wqe().eth(1, 1).tso().eth(1460, 1, 1, bytes).sge(1, 2, 3).finish();
#endif
}
