// Address vectors that are missing, in the wrong place, or in the layout of another transport.
#include "queues.hpp"

// case: av_missing_on_ud
// expect: ud\b.*needs_av\W.*no member named .send\W|no member named .send\W.*ud\b.*needs_av\W
verbatim::post_result misuse(ud_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).send().no_data().finish();
#else
  return sq.sq_wqe().send().no_data().finish();
#endif
}

// case: av_missing_on_dci
// expect: dci\b.*needs_av\W.*no member named .write\W|no member named .write\W.*dci\b.*needs_av\W
verbatim::post_result misuse(dci_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).write().rdma(1, rkey(2)).no_data().finish();
#else
  return sq.sq_wqe().write().rdma(1, rkey(2)).no_data().finish();
#endif
}

// case: av_on_rc
// expect: rc\b.*needs_verb\W.*no member named .av\W|no member named .av\W.*rc\b.*needs_verb\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().no_data().finish();
#else
  return sq.sq_wqe().av(1, 2, 3).send().no_data().finish();
#endif
}

// case: av_twice
// expect: ud\b.*needs_verb\W.*no member named .av\W|no member named .av\W.*ud\b.*needs_verb\W
verbatim::post_result misuse(ud_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).send().no_data().finish();
#else
  return sq.sq_wqe().av(1, 2, 3).av(1, 2, 3).send().no_data().finish();
#endif
}

// case: av_after_verb
// expect: send_needs_imm_or_sge_or_inline_data_or_no_data\W.*no member named .av\W|no member named .av\W.*send_needs_imm_or_sge_or_inline_data_or_no_data\W
verbatim::post_result misuse(ud_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).send().no_data().finish();
#else
  return sq.sq_wqe().av(1, 2, 3).send().av(1, 2, 3).no_data().finish();
#endif
}

// case: nop_after_av_on_ud
// expect: ud\b.*needs_verb\W.*no member named .nop\W|no member named .nop\W.*ud\b.*needs_verb\W
verbatim::post_result misuse(ud_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().finish();
#else
  return sq.sq_wqe().av(1, 2, 3).nop().finish();
#endif
}

// case: local_invalidate_after_av
// expect: dci\b.*needs_verb\W.*no member named .local_invalidate\W|no member named .local_invalidate\W.*dci\b.*needs_verb\W
verbatim::post_result misuse(dci_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().local_invalidate().key(rkey(1)).finish();
#else
  return sq.sq_wqe().av(1, 2, 3).local_invalidate().key(rkey(1)).finish();
#endif
}

// case: copy_after_av
// expect: dci\b.*needs_verb\W.*no member named .copy\W|no member named .copy\W.*dci\b.*needs_verb\W
verbatim::post_result misuse(dci_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().copy().result(lkey(1), 2).from(1, 2, lkey(3)).to(1, 2, lkey(3)).finish();
#else
  return sq.sq_wqe()
      .av(1, 2, 3)
      .copy()
      .result(lkey(1), 2)
      .from(1, 2, lkey(3))
      .to(1, 2, lkey(3))
      .finish();
#endif
}

// case: full_av_on_compact
// expect: no matching (member )?function for call to .*\bav\b
verbatim::post_result misuse(ud_compact_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(verbatim::av_ud_compact_seg{}).send().no_data().finish();
#else
  return sq.sq_wqe().av(verbatim::av_ud_seg{}).send().no_data().finish();
#endif
}

// case: datagram_av_on_dci
// expect: no matching (member )?function for call to .*\bav\b
verbatim::post_result misuse(dci_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(verbatim::av_dc_seg{}).send().no_data().finish();
#else
  return sq.sq_wqe().av(verbatim::av_ud_seg{}).send().no_data().finish();
#endif
}

// case: infiniband_av_on_roce
// expect: no matching (member )?function for call to .*\bav\b
verbatim::post_result misuse(ud_roce_queue& sq, [[maybe_unused]] mac_address mac,
                             [[maybe_unused]] gid_bytes gid) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, mac, gid, 0, 64, 0xc000).send().no_data().finish();
#else
  return sq.sq_wqe().av(1, 2, 3).send().no_data().finish();
#endif
}

// case: infiniband_av_on_dci_roce
// expect: no matching (member )?function for call to .*\bav\b
verbatim::post_result misuse(dci_roce_queue& sq, [[maybe_unused]] mac_address mac,
                             [[maybe_unused]] gid_bytes gid) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, mac, gid, 0, 64, 0xc000).send().no_data().finish();
#else
  return sq.sq_wqe().av(1, 2, 3).send().no_data().finish();
#endif
}

// case: roce_av_on_infiniband
// expect: no matching (member )?function for call to .*\bav\b
verbatim::post_result misuse(ud_queue& sq, [[maybe_unused]] mac_address mac,
                             [[maybe_unused]] gid_bytes gid) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).send().no_data().finish();
#else
  return sq.sq_wqe().av(1, 2, mac, gid, 0, 64, 0xc000).send().no_data().finish();
#endif
}

// case: roce_av_on_dci
// expect: no matching (member )?function for call to .*\bav\b
verbatim::post_result misuse(dci_queue& sq, [[maybe_unused]] mac_address mac,
                             [[maybe_unused]] gid_bytes gid) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).send().no_data().finish();
#else
  return sq.sq_wqe().av(1, 2, mac, gid, 0, 64, 0xc000).send().no_data().finish();
#endif
}
