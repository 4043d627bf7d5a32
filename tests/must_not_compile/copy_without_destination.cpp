// expect: needs_to\W.*no member named .finish\W|no member named .finish\W.*needs_to\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().copy().result(1, 2).from(1, 2, 3).to(1, 2, 3).finish();
#else
  return sq.sq_wqe().copy().result(1, 2).from(1, 2, 3).finish();
#endif
}
