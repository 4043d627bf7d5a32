// WQEs that configure, bind and invalidate memory keys.
#include "queues.hpp"

// case: key_missing_on_configure_mkey
// expect: needs_key\W.*no member named .change\W|no member named .change\W.*needs_key\W
verbatim::post_result misuse(rc_queue& sq, const verbatim::mkey_ctx_seg& mkey) {
#ifdef CONTROL
  return sq.sq_wqe().configure_mkey().key(lkey(1)).change(2).to(mkey).klm(1, lkey(2), 3).finish();
#else
  return sq.sq_wqe().configure_mkey().change(2).to(mkey).klm(1, lkey(2), 3).finish();
#endif
}

// case: properties_missing_on_configure_mkey
// expect: needs_to\W.*no member named .klm\W|no member named .klm\W.*needs_to\W
verbatim::post_result misuse(rc_queue& sq, [[maybe_unused]] const verbatim::mkey_ctx_seg& mkey) {
#ifdef CONTROL
  return sq.sq_wqe().configure_mkey().key(lkey(1)).change(2).to(mkey).klm(1, lkey(2), 3).finish();
#else
  return sq.sq_wqe().configure_mkey().key(lkey(1)).change(2).klm(1, lkey(2), 3).finish();
#endif
}

// case: klm_missing_on_configure_mkey
// expect: needs_klm\W.*no member named .finish\W|no member named .finish\W.*needs_klm\W
verbatim::post_result misuse(rc_queue& sq, const verbatim::mkey_ctx_seg& mkey) {
#ifdef CONTROL
  return sq.sq_wqe().configure_mkey().key(lkey(1)).change(2).to(mkey).klm(1, lkey(2), 3).finish();
#else
  return sq.sq_wqe().configure_mkey().key(lkey(1)).change(2).to(mkey).finish();
#endif
}

// case: klm_on_strided_mkey
// expect: needs_strided\W.*no member named .klm\W|no member named .klm\W.*needs_strided\W
verbatim::post_result misuse(rc_queue& sq, const verbatim::mkey_ctx_seg& mkey) {
#ifdef CONTROL
  return sq.sq_wqe()
      .configure_mkey_strided()
      .key(lkey(1))
      .change(2)
      .to(mkey)
      .repeat(1, 2)
      .strided(1, 2, lkey(3), 4)
      .finish();
#else
  return sq.sq_wqe()
      .configure_mkey_strided()
      .key(lkey(1))
      .change(2)
      .to(mkey)
      .repeat(1, 2)
      .klm(1, lkey(2), 3)
      .finish();
#endif
}

// case: klm_behind_sig_block
// expect: takes_crypto_or_signal_or_finish\W.*no member named .klm\W|no member named .klm\W.*takes_crypto_or_signal_or_finish\W
verbatim::post_result misuse(rc_queue& sq, const verbatim::mkey_ctx_seg& mkey) {
#ifdef CONTROL
  return sq.sq_wqe()
      .configure_mkey()
      .key(lkey(1))
      .change(2)
      .to(mkey)
      .klm(1, lkey(2), 3)
      .sig_block({}, {}, {})
      .finish();
#else
  return sq.sq_wqe()
      .configure_mkey()
      .key(lkey(1))
      .change(2)
      .to(mkey)
      .klm(1, lkey(2), 3)
      .sig_block({}, {}, {})
      .klm(1, lkey(2), 3)
      .finish();
#endif
}

// case: sig_block_in_front_of_the_list
// expect: needs_klm\W.*no member named .sig_block\W|no member named .sig_block\W.*needs_klm\W
verbatim::post_result misuse(rc_queue& sq, const verbatim::mkey_ctx_seg& mkey) {
#ifdef CONTROL
  return sq.sq_wqe()
      .configure_mkey()
      .key(lkey(1))
      .change(2)
      .to(mkey)
      .klm(1, lkey(2), 3)
      .sig_block({}, {}, {})
      .finish();
#else
  return sq.sq_wqe()
      .configure_mkey()
      .key(lkey(1))
      .change(2)
      .to(mkey)
      .sig_block({}, {}, {})
      .klm(1, lkey(2), 3)
      .finish();
#endif
}

// case: sig_block_behind_crypto
// expect: takes_signal_or_finish\W.*no member named .sig_block\W|no member named .sig_block\W.*takes_signal_or_finish\W
verbatim::post_result misuse(rc_queue& sq, const verbatim::mkey_ctx_seg& mkey) {
#ifdef CONTROL
  return sq.sq_wqe()
      .configure_mkey()
      .key(lkey(1))
      .change(2)
      .to(mkey)
      .klm(1, lkey(2), 3)
      .sig_block({}, {}, {})
      .crypto({})
      .finish();
#else
  return sq.sq_wqe()
      .configure_mkey()
      .key(lkey(1))
      .change(2)
      .to(mkey)
      .klm(1, lkey(2), 3)
      .crypto({})
      .sig_block({}, {}, {})
      .finish();
#endif
}

// case: sig_block_twice
// expect: takes_crypto_or_signal_or_finish\W.*no member named .sig_block\W|no member named .sig_block\W.*takes_crypto_or_signal_or_finish\W
verbatim::post_result misuse(rc_queue& sq, const verbatim::mkey_ctx_seg& mkey) {
#ifdef CONTROL
  return sq.sq_wqe()
      .configure_mkey()
      .key(lkey(1))
      .change(2)
      .to(mkey)
      .klm(1, lkey(2), 3)
      .sig_block({}, {}, {})
      .finish();
#else
  return sq.sq_wqe()
      .configure_mkey()
      .key(lkey(1))
      .change(2)
      .to(mkey)
      .klm(1, lkey(2), 3)
      .sig_block({}, {}, {})
      .sig_block({}, {}, {})
      .finish();
#endif
}

// case: two_klms_on_bind
// expect: takes_signal_or_finish\W.*no member named .klm\W|no member named .klm\W.*takes_signal_or_finish\W
verbatim::post_result misuse(rc_queue& sq, const verbatim::mkey_ctx_seg& mkey) {
#ifdef CONTROL
  return sq.sq_wqe().bind_mw().window(rkey(1)).to(mkey).klm(1, lkey(2), 3).finish();
#else
  return sq.sq_wqe()
      .bind_mw()
      .window(rkey(1))
      .to(mkey)
      .klm(1, lkey(2), 3)
      .klm(1, lkey(2), 3)
      .finish();
#endif
}

// case: key_missing_on_invalidate
// expect: needs_key\W.*no member named .finish\W|no member named .finish\W.*needs_key\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().local_invalidate().key(rkey(1)).finish();
#else
  return sq.sq_wqe().local_invalidate().finish();
#endif
}

// case: rkey_configured
// expect: cannot convert .verbatim::rkey. to .verbatim::lkey|no viable conversion from .verbatim::rkey. to .verbatim::lkey
verbatim::post_result misuse(rc_queue& sq, const verbatim::mkey_ctx_seg& mkey) {
#ifdef CONTROL
  return sq.sq_wqe().update_mkey().key(lkey(1)).change(2).to(mkey).finish();
#else
  return sq.sq_wqe().update_mkey().key(rkey(1)).change(2).to(mkey).finish();
#endif
}

// case: lkey_invalidated
// expect: cannot convert .verbatim::lkey. to .verbatim::rkey|no viable conversion from .verbatim::lkey. to .verbatim::rkey
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().local_invalidate().key(rkey(1)).finish();
#else
  return sq.sq_wqe().local_invalidate().key(lkey(1)).finish();
#endif
}

// case: lkey_invalidated_at_the_peer
// expect: cannot convert .verbatim::lkey. to .verbatim::rkey|no viable conversion from .verbatim::lkey. to .verbatim::rkey
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().invalidate(rkey(1)).no_data().finish();
#else
  return sq.sq_wqe().send().invalidate(lkey(1)).no_data().finish();
#endif
}
