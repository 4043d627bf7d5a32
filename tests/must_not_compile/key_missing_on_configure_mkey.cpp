// expect: needs_key\W.*no member named .change\W|no member named .change\W.*needs_key\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq, const verbatim::mkey_ctx_seg& mkey) {
#ifdef CONTROL
  return sq.sq_wqe().configure_mkey().key(1).change(2).to(mkey).klm(1, 2, 3).finish();
#else
  return sq.sq_wqe().configure_mkey().change(2).to(mkey).klm(1, 2, 3).finish();
#endif
}
