// expect: needs_strided\W.*no member named .klm\W|no member named .klm\W.*needs_strided\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq, const verbatim::mkey_ctx_seg& mkey) {
#ifdef CONTROL
  return sq.sq_wqe()
      .configure_mkey_strided()
      .key(1)
      .change(2)
      .to(mkey)
      .repeat(1, 2)
      .strided(1, 2, 3, 4)
      .finish();
#else
  return sq.sq_wqe()
      .configure_mkey_strided()
      .key(1)
      .change(2)
      .to(mkey)
      .repeat(1, 2)
      .klm(1, 2, 3)
      .finish();
#endif
}
