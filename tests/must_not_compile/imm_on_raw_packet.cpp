// expect: needs_data\W.*no member named .imm\W|no member named .imm\W.*needs_data\W
#include "queues.hpp"

verbatim::post_result misuse(raw_packet_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().eth(1, 1).send().sge(3, 4, 5).finish();
#else
  return sq.sq_wqe().eth(1, 1).send().imm(1).sge(3, 4, 5).finish();
#endif
}
