// expect: ready\W.*no member named .klm\W|no member named .klm\W.*ready\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq, const verbatim::mkey_ctx_seg& mkey) {
#ifdef CONTROL
  return sq.sq_wqe().bind_mw().window(1).to(mkey).klm(1, 2, 3).finish();
#else
  return sq.sq_wqe().bind_mw().window(1).to(mkey).klm(1, 2, 3).klm(1, 2, 3).finish();
#endif
}
