// expect: has_data\W.*no member named .no_data\W|no member named .no_data\W.*has_data\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().sge(1, 2, 3).finish();
#else
  return sq.sq_wqe().send().sge(1, 2, 3).no_data().finish();
#endif
}
