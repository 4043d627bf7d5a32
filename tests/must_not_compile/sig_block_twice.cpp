// expect: has_sig_block\W.*no member named .sig_block\W|no member named .sig_block\W.*has_sig_block\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq, const verbatim::mkey_ctx_seg& mkey) {
#ifdef CONTROL
  return sq.sq_wqe()
      .configure_mkey()
      .key(1)
      .change(2)
      .to(mkey)
      .klm(1, 2, 3)
      .sig_block({}, {}, {})
      .finish();
#else
  return sq.sq_wqe()
      .configure_mkey()
      .key(1)
      .change(2)
      .to(mkey)
      .klm(1, 2, 3)
      .sig_block({}, {}, {})
      .sig_block({}, {}, {})
      .finish();
#endif
}
