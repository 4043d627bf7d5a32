// expect: needs_from\W.*no member named .to\W|no member named .to\W.*needs_from\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().copy().result(1, 2).from(1, 2, 3).to(1, 2, 3).finish();
#else
  return sq.sq_wqe().copy().result(1, 2).to(1, 2, 3).from(1, 2, 3).finish();
#endif
}
