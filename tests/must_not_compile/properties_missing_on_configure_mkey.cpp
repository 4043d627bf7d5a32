// expect: needs_to\W.*no member named .klm\W|no member named .klm\W.*needs_to\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq, [[maybe_unused]] const verbatim::mkey_ctx_seg& mkey) {
#ifdef CONTROL
  return sq.sq_wqe().configure_mkey().key(1).change(2).to(mkey).klm(1, 2, 3).finish();
#else
  return sq.sq_wqe().configure_mkey().key(1).change(2).klm(1, 2, 3).finish();
#endif
}
