// expect: xrc\b.*needs_xrc\W.*no member named .send\W|no member named .send\W.*xrc\b.*needs_xrc\W
#include "queues.hpp"

verbatim::post_result misuse(xrc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().xrc(1).send().no_data().finish();
#else
  return sq.sq_wqe().send().no_data().finish();
#endif
}
