// expect: xrc\b.*needs_verb\W.*no member named .local_invalidate\W|no member named .local_invalidate\W.*xrc\b.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(xrc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().local_invalidate().key(1).finish();
#else
  return sq.sq_wqe().xrc(1).local_invalidate().key(1).finish();
#endif
}
