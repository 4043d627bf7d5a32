// expect: needs_klm\W.*no member named .finish\W|no member named .finish\W.*needs_klm\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq, const verbatim::mkey_ctx_seg& mkey) {
#ifdef CONTROL
  return sq.sq_wqe().configure_mkey().key(1).change(2).to(mkey).klm(1, 2, 3).finish();
#else
  return sq.sq_wqe().configure_mkey().key(1).change(2).to(mkey).finish();
#endif
}
