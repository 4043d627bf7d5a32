// expect: needs_until\W.*no member named .finish\W|no member named .finish\W.*needs_until\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().wait_cq().until(1, 2).finish();
#else
  return sq.sq_wqe().wait_cq().finish();
#endif
}
