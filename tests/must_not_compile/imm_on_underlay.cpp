// expect: needs_data\W.*no member named .imm\W|no member named .imm\W.*needs_data\W
#include "queues.hpp"

verbatim::post_result misuse(ud_underlay_queue& sq, byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).eth(1, 1, bytes).send().sge(3, 4, 5).finish();
#else
  return sq.sq_wqe().av(1, 2, 3).eth(1, 1, bytes).send().imm(1).sge(3, 4, 5).finish();
#endif
}
