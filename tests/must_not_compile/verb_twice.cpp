// expect: needs_data\W.*no member named .nop\W|no member named .nop\W.*needs_data\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().no_data().finish();
#else
  return sq.sq_wqe().send().nop().finish();
#endif
}
