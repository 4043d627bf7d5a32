// expect: raw_packet\b.*needs_verb\W.*no member named .write\W|no member named .write\W.*raw_packet\b.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(raw_packet_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().eth(1, 1).send().sge(3, 4, 5).finish();
#else
  return sq.sq_wqe().eth(1, 1).write().rdma(1, 2).sge(3, 4, 5).finish();
#endif
}
