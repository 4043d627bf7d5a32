// expect: needs_data\W.*no member named .invalidate\W|no member named .invalidate\W.*needs_data\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().invalidate(7).no_data().finish();
#else
  return sq.sq_wqe().send().imm(7).invalidate(8).no_data().finish();
#endif
}
