// The data that a WQE sends, fetches or copies.
#include "queues.hpp"

// case: data_missing
// expect: needs_sge_or_inline_data_or_no_data\W.*no member named .finish\W|no member named .finish\W.*needs_sge_or_inline_data_or_no_data\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, rkey(2)).no_data().finish();
#else
  return sq.sq_wqe().write().rdma(1, rkey(2)).finish();
#endif
}

// case: data_missing_before_signal
// expect: send_needs_imm_or_invalidate_or_sge_or_inline_data_or_no_data\W.*no member named .signal\W|no member named .signal\W.*send_needs_imm_or_invalidate_or_sge_or_inline_data_or_no_data\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().no_data().signal(1).finish();
#else
  return sq.sq_wqe().send().signal(1).finish();
#endif
}

// case: data_on_nop
// expect: takes_signal_or_finish\W.*no member named .sge\W|no member named .sge\W.*takes_signal_or_finish\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().finish();
#else
  return sq.sq_wqe().nop().sge(1, 2, lkey(3)).finish();
#endif
}

// case: no_data_after_sge
// expect: takes_sge_or_inline_data_or_signal_or_finish\W.*no member named .no_data\W|no member named .no_data\W.*takes_sge_or_inline_data_or_signal_or_finish\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().sge(1, 2, lkey(3)).finish();
#else
  return sq.sq_wqe().send().sge(1, 2, lkey(3)).no_data().finish();
#endif
}

// case: sge_after_no_data
// expect: takes_signal_or_finish\W.*no member named .sge\W|no member named .sge\W.*takes_signal_or_finish\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().no_data().finish();
#else
  return sq.sq_wqe().send().no_data().sge(1, 2, lkey(3)).finish();
#endif
}

// case: sge_after_signal
// expect: signaled_needs_finish\W.*no member named .sge\W|no member named .sge\W.*signaled_needs_finish\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().sge(1, 2, lkey(3)).signal(1).finish();
#else
  return sq.sq_wqe().send().sge(1, 2, lkey(3)).signal(1).sge(1, 2, lkey(3)).finish();
#endif
}

// case: inline_data_after_sge
// expect: takes_sge_or_signal_or_finish\W.*no member named .inline_data\W|no member named .inline_data\W.*takes_sge_or_signal_or_finish\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().read().rdma(1, rkey(2)).sge(1, 2, lkey(3)).sge(4, 5, lkey(6)).finish();
#else
  return sq.sq_wqe().read().rdma(1, rkey(2)).sge(1, 2, lkey(3)).inline_data({}).finish();
#endif
}

// case: inline_data_on_read
// expect: needs_sge_or_no_data\W.*no member named .inline_data\W|no member named .inline_data\W.*needs_sge_or_no_data\W
verbatim::post_result misuse(rc_queue& sq, byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, rkey(2)).inline_data(bytes).finish();
#else
  return sq.sq_wqe().read().rdma(1, rkey(2)).inline_data(bytes).finish();
#endif
}

// case: copy_to_before_from
// expect: needs_from\W.*no member named .to\W|no member named .to\W.*needs_from\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().copy().result(lkey(1), 2).from(1, 2, lkey(3)).to(1, 2, lkey(3)).finish();
#else
  return sq.sq_wqe().copy().result(lkey(1), 2).to(1, 2, lkey(3)).from(1, 2, lkey(3)).finish();
#endif
}

// case: copy_without_destination
// expect: needs_to\W.*no member named .finish\W|no member named .finish\W.*needs_to\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().copy().result(lkey(1), 2).from(1, 2, lkey(3)).to(1, 2, lkey(3)).finish();
#else
  return sq.sq_wqe().copy().result(lkey(1), 2).from(1, 2, lkey(3)).finish();
#endif
}

// case: local_slice_as_remote
// expect: no matching function for call to .*rdma|no matching member function for call to .rdma
verbatim::post_result misuse(rc_queue& sq, verbatim::memory_slice local,
                             verbatim::remote_region remote) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(remote).sge(local).finish();
#else
  return sq.sq_wqe().write().rdma(local).sge(local).finish();
#endif
}

// case: remote_slice_as_local
// expect: no matching function for call to .*sge|no matching member function for call to .sge
verbatim::post_result misuse(rc_queue& sq, verbatim::memory_slice local,
                             verbatim::remote_region remote) {
#ifdef CONTROL
  return sq.sq_wqe().read().rdma(remote).sge(local).finish();
#else
  return sq.sq_wqe().read().rdma(remote).sge(remote).finish();
#endif
}

// case: length_and_lkey_swapped
// expect: no matching function for call to .*sge\(.*verbatim::lkey&, .*uint32_t&\)|no matching member function for call to .sge\W
verbatim::post_result misuse(rc_queue& sq, std::uint64_t addr, std::uint32_t length, lkey key) {
#ifdef CONTROL
  return sq.sq_wqe().send().sge(addr, length, key).finish();
#else
  return sq.sq_wqe().send().sge(addr, key, length).finish();
#endif
}

// case: rkey_as_lkey
// expect: no matching function for call to .*sge\(.*verbatim::rkey&\)|no matching member function for call to .sge\W
verbatim::post_result misuse(rc_queue& sq, [[maybe_unused]] lkey local,
                             [[maybe_unused]] rkey remote) {
#ifdef CONTROL
  return sq.sq_wqe().send().sge(1, 2, local).finish();
#else
  return sq.sq_wqe().send().sge(1, 2, remote).finish();
#endif
}

// case: lkey_as_rkey
// expect: no matching function for call to .*rdma\(.*verbatim::lkey&\)|no matching member function for call to .rdma\W
verbatim::post_result misuse(rc_queue& sq, [[maybe_unused]] lkey local,
                             [[maybe_unused]] rkey remote) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, remote).no_data().finish();
#else
  return sq.sq_wqe().write().rdma(1, local).no_data().finish();
#endif
}

// case: address_and_rkey_swapped
// expect: no matching function for call to .*rdma\(.*verbatim::rkey&, .*uint64_t&\)|no matching member function for call to .rdma\W
verbatim::post_result misuse(rc_queue& sq, std::uint64_t addr, rkey remote) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(addr, remote).no_data().finish();
#else
  return sq.sq_wqe().write().rdma(remote, addr).no_data().finish();
#endif
}

// case: number_as_lkey
// expect: no matching function for call to .*sge\(.*uint32_t&\)|no matching member function for call to .sge\W
verbatim::post_result misuse(rc_queue& sq, std::uint32_t number) {
#ifdef CONTROL
  return sq.sq_wqe().send().sge(1, 2, lkey(number)).finish();
#else
  return sq.sq_wqe().send().sge(1, 2, number).finish();
#endif
}

// case: number_as_rkey
// expect: no matching function for call to .*rdma\(.*uint32_t&\)|no matching member function for call to .rdma\W
verbatim::post_result misuse(rc_queue& sq, std::uint32_t number) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, rkey(number)).no_data().finish();
#else
  return sq.sq_wqe().write().rdma(1, number).no_data().finish();
#endif
}
