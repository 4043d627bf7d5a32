// expect: needs_data\W.*no member named .imm\W|no member named .imm\W.*needs_data\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().imm(7).no_data().finish();
#else
  return sq.sq_wqe().send().imm(7).imm(8).no_data().finish();
#endif
}
