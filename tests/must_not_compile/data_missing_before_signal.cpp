// expect: needs_data\W.*no member named .signal\W|no member named .signal\W.*needs_data\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().no_data().signal(1).finish();
#else
  return sq.sq_wqe().send().signal(1).finish();
#endif
}
