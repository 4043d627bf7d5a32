// expect: ready\W.*no member named .sge\W|no member named .sge\W.*ready\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().no_data().finish();
#else
  return sq.sq_wqe().send().no_data().sge(1, 2, 3).finish();
#endif
}
