// expect: needs_key\W.*no member named .finish\W|no member named .finish\W.*needs_key\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().local_invalidate().key(1).finish();
#else
  return sq.sq_wqe().local_invalidate().finish();
#endif
}
