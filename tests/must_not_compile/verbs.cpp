// The verb of a WQE, its remote address, and its immediate data.
#include "queues.hpp"

// case: verb_missing
// expect: needs_verb\W.*no member named .rdma\W|no member named .rdma\W.*needs_verb\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, rkey(2)).no_data().finish();
#else
  return sq.sq_wqe().rdma(1, rkey(2)).no_data().finish();
#endif
}

// case: verb_twice
// expect: send_needs_imm_or_invalidate_or_sge_or_inline_data_or_no_data\W.*no member named .nop\W|no member named .nop\W.*send_needs_imm_or_invalidate_or_sge_or_inline_data_or_no_data\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().no_data().finish();
#else
  return sq.sq_wqe().send().nop().finish();
#endif
}

// case: rdma_missing
// expect: write_needs_imm_or_rdma\W.*no member named .sge\W|no member named .sge\W.*write_needs_imm_or_rdma\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, rkey(2)).sge(1, 2, lkey(3)).finish();
#else
  return sq.sq_wqe().write().sge(1, 2, lkey(3)).finish();
#endif
}

// case: rdma_twice
// expect: needs_sge_or_inline_data_or_no_data\W.*no member named .rdma\W|no member named .rdma\W.*needs_sge_or_inline_data_or_no_data\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, rkey(2)).no_data().finish();
#else
  return sq.sq_wqe().write().rdma(1, rkey(2)).rdma(1, rkey(2)).no_data().finish();
#endif
}

// case: rdma_after_data
// expect: takes_sge_or_inline_data_or_signal_or_finish\W.*no member named .rdma\W|no member named .rdma\W.*takes_sge_or_inline_data_or_signal_or_finish\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, rkey(2)).sge(3, 4, lkey(5)).finish();
#else
  return sq.sq_wqe().write().rdma(1, rkey(2)).sge(3, 4, lkey(5)).rdma(1, rkey(2)).finish();
#endif
}

// case: rdma_on_send
// expect: send_needs_imm_or_invalidate_or_sge_or_inline_data_or_no_data\W.*no member named .rdma\W|no member named .rdma\W.*send_needs_imm_or_invalidate_or_sge_or_inline_data_or_no_data\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().sge(3, 4, lkey(5)).finish();
#else
  return sq.sq_wqe().send().rdma(1, rkey(2)).sge(3, 4, lkey(5)).finish();
#endif
}

// case: imm_twice
// expect: needs_sge_or_inline_data_or_no_data\W.*no member named .imm\W|no member named .imm\W.*needs_sge_or_inline_data_or_no_data\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().imm(7).no_data().finish();
#else
  return sq.sq_wqe().send().imm(7).imm(8).no_data().finish();
#endif
}

// case: imm_after_rdma
// expect: needs_sge_or_inline_data_or_no_data\W.*no member named .imm\W|no member named .imm\W.*needs_sge_or_inline_data_or_no_data\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().write().imm(7).rdma(1, rkey(2)).no_data().finish();
#else
  return sq.sq_wqe().write().rdma(1, rkey(2)).imm(7).no_data().finish();
#endif
}

// case: imm_on_read
// expect: needs_rdma\W.*no member named .imm\W|no member named .imm\W.*needs_rdma\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().read().rdma(1, rkey(2)).no_data().finish();
#else
  return sq.sq_wqe().read().imm(7).rdma(1, rkey(2)).no_data().finish();
#endif
}

// case: imm_and_invalidate
// expect: needs_sge_or_inline_data_or_no_data\W.*no member named .invalidate\W|no member named .invalidate\W.*needs_sge_or_inline_data_or_no_data\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().invalidate(rkey(7)).no_data().finish();
#else
  return sq.sq_wqe().send().imm(7).invalidate(rkey(8)).no_data().finish();
#endif
}

// case: invalidate_on_write
// expect: write_needs_imm_or_rdma\W.*no member named .invalidate\W|no member named .invalidate\W.*write_needs_imm_or_rdma\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, rkey(2)).no_data().finish();
#else
  return sq.sq_wqe().write().invalidate(rkey(7)).rdma(1, rkey(2)).no_data().finish();
#endif
}

// case: wait_for_nothing
// expect: needs_until\W.*no member named .finish\W|no member named .finish\W.*needs_until\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().wait_cq().until(1, 2).finish();
#else
  return sq.sq_wqe().wait_cq().finish();
#endif
}
