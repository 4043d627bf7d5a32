// Operations that a transport does not have.
#include "queues.hpp"

// case: cas_on_uc
// expect: uc\b.*needs_verb\W.*no member named .cas\W|no member named .cas\W.*uc\b.*needs_verb\W
verbatim::post_result misuse(uc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, rkey(2)).sge(3, 4, lkey(5)).finish();
#else
  return sq.sq_wqe().cas().rdma(1, rkey(2)).operands(3, 4).sge(5, lkey(6)).finish();
#endif
}

// case: masked_atomic_on_uc
// expect: uc\b.*needs_verb\W.*no member named .fetch_add32\W|no member named .fetch_add32\W.*uc\b.*needs_verb\W
verbatim::post_result misuse(uc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().finish();
#else
  return sq.sq_wqe().fetch_add32().rdma(1, rkey(2)).operands(3).sge(1, lkey(2)).finish();
#endif
}

// case: copy_on_uc
// expect: uc\b.*needs_verb\W.*no member named .copy\W|no member named .copy\W.*uc\b.*needs_verb\W
verbatim::post_result misuse(uc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().finish();
#else
  return sq.sq_wqe().copy().result(lkey(1), 2).from(1, 2, lkey(3)).to(1, 2, lkey(3)).finish();
#endif
}

// case: read_on_uc
// expect: uc\b.*needs_verb\W.*no member named .read\W|no member named .read\W.*uc\b.*needs_verb\W
verbatim::post_result misuse(uc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, rkey(2)).sge(3, 4, lkey(5)).finish();
#else
  return sq.sq_wqe().read().rdma(1, rkey(2)).sge(3, 4, lkey(5)).finish();
#endif
}

// case: read_on_ud
// expect: ud\b.*needs_verb\W.*no member named .read\W|no member named .read\W.*ud\b.*needs_verb\W
verbatim::post_result misuse(ud_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).send().sge(3, 4, lkey(5)).finish();
#else
  return sq.sq_wqe().av(1, 2, 3).read().rdma(1, rkey(2)).sge(3, 4, lkey(5)).finish();
#endif
}

// case: write_on_ud
// expect: ud\b.*needs_verb\W.*no member named .write\W|no member named .write\W.*ud\b.*needs_verb\W
verbatim::post_result misuse(ud_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).send().sge(3, 4, lkey(5)).finish();
#else
  return sq.sq_wqe().av(1, 2, 3).write().rdma(1, rkey(2)).sge(3, 4, lkey(5)).finish();
#endif
}

// case: invalidate_on_ud
// expect: send_needs_imm_or_sge_or_inline_data_or_no_data\W.*no member named .invalidate\W|no member named .invalidate\W.*send_needs_imm_or_sge_or_inline_data_or_no_data\W
verbatim::post_result misuse(ud_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).send().imm(1).no_data().finish();
#else
  return sq.sq_wqe().av(1, 2, 3).send().invalidate(rkey(1)).no_data().finish();
#endif
}

// case: write_on_raw_packet
// expect: raw_packet\b.*needs_verb\W.*no member named .write\W|no member named .write\W.*raw_packet\b.*needs_verb\W
verbatim::post_result misuse(raw_packet_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().eth(1, 1).send().sge(3, 4, lkey(5)).finish();
#else
  return sq.sq_wqe().eth(1, 1).write().rdma(1, rkey(2)).sge(3, 4, lkey(5)).finish();
#endif
}

// case: tso_on_rc
// expect: rc\b.*needs_verb\W.*no member named .tso\W|no member named .tso\W.*rc\b.*needs_verb\W
verbatim::post_result misuse(rc_queue& sq, [[maybe_unused]] byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().send().sge(3, 4, lkey(5)).finish();
#else
  return sq.sq_wqe().tso().eth(1460, 1, 1, bytes).sge(3, 4, lkey(5)).finish();
#endif
}

// case: tag_append_on_rc
// expect: rc\b.*needs_verb\W.*no member named .tag_append\W|no member named .tag_append\W.*rc\b.*needs_verb\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().finish();
#else
  return sq.sq_wqe().tag_append().tag(1, 2, 3, 1, 0, 0).sge(1, 2, lkey(3)).finish();
#endif
}

// case: send_on_xrq_cmd
// expect: xrq_cmd\b.*needs_verb\W.*no member named .send\W|no member named .send\W.*xrq_cmd\b.*needs_verb\W
verbatim::post_result misuse(xrq_cmd_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().finish();
#else
  return sq.sq_wqe().send().no_data().finish();
#endif
}

// case: xrc_missing
// expect: xrc\b.*needs_xrc\W.*no member named .send\W|no member named .send\W.*xrc\b.*needs_xrc\W
verbatim::post_result misuse(xrc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().xrc(1).send().no_data().finish();
#else
  return sq.sq_wqe().send().no_data().finish();
#endif
}

// case: bind_after_xrc
// expect: xrc\b.*needs_verb\W.*no member named .local_invalidate\W|no member named .local_invalidate\W.*xrc\b.*needs_verb\W
verbatim::post_result misuse(xrc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().local_invalidate().key(rkey(1)).finish();
#else
  return sq.sq_wqe().xrc(1).local_invalidate().key(rkey(1)).finish();
#endif
}
