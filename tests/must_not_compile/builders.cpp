// Builders and batches of a send queue that are copied, named or dropped.
#include "queues.hpp"

// case: copied_builder
// expect: use of deleted function .*takes_signal_or_finish<.*>::takes_signal_or_finish\(const|copy constructor of .*takes_signal_or_finish.* is implicitly deleted|call to implicitly-deleted copy constructor of .*takes_signal_or_finish
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  auto b = sq.sq_wqe().nop();
  auto c = std::move(b);
  return std::move(c).finish();
#else
  auto b = sq.sq_wqe().nop();
  auto c = b;
  return std::move(c).finish();
#endif
}

// case: named_builder
// expect: write_needs_imm_or_rdma' as 'this' argument discards qualifiers|'this' argument to member function 'rdma' is an lvalue, but function has rvalue ref-qualifier|no matching member function for call to .rdma.
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  auto b = sq.sq_wqe().write();
  return std::move(b).rdma(1, rkey(2)).no_data().finish();
#else
  auto b = sq.sq_wqe().write();
  return b.rdma(1, rkey(2)).no_data().finish();
#endif
}

// case: dropped_builder
// expect: ignoring return.* value .*(needs_sge_or_inline_data_or_no_data.*nodiscard|with .nodiscard. attribute)
void misuse(rc_queue& sq) {
#ifdef CONTROL
  (void)sq.sq_wqe().write().rdma(1, rkey(2));
#else
  sq.sq_wqe().write().rdma(1, rkey(2));
#endif
}

// case: ignored_result
// expect: ignoring return.* value .*nodiscard.*look whether the WQE was posted
void misuse(rc_queue& sq) {
#ifdef CONTROL
  (void)sq.sq_wqe().nop().finish();
#else
  sq.sq_wqe().nop().finish();
#endif
}

// case: copied_blueflame_batch
// expect: use of deleted function|deleted constructor|implicitly-deleted|implicitly deleted
void misuse(rc_queue& sq) {
  auto bf = sq.sq_blueflame_wqe();
#ifdef CONTROL
  auto other = std::move(bf);
#else
  auto other = bf;
#endif
  std::move(other).finish();
}

// case: dropped_blueflame_batch
// expect: finish\(\) rings the doorbell
void misuse(rc_queue& sq) {
#ifdef CONTROL
  sq.sq_blueflame_wqe().finish();
#else
  sq.sq_blueflame_wqe();
#endif
}
