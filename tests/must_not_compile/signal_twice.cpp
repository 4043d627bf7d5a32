// expect: signaled\W.*no member named .signal\W|no member named .signal\W.*signaled\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().signal(1).finish();
#else
  return sq.sq_wqe().nop().signal(1).signal(2).finish();
#endif
}
