// expect: signaled\W.*no member named .sge\W|no member named .sge\W.*signaled\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().sge(1, 2, 3).signal(1).finish();
#else
  return sq.sq_wqe().send().sge(1, 2, 3).signal(1).sge(1, 2, 3).finish();
#endif
}
