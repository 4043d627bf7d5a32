// expect: raw_packet\b.*needs_eth\W.*no member named .send\W|no member named .send\W.*raw_packet\b.*needs_eth\W
#include "queues.hpp"

verbatim::post_result misuse(raw_packet_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().eth(1, 1).send().sge(1, 2, 3).finish();
#else
  return sq.sq_wqe().send().sge(1, 2, 3).finish();
#endif
}
