// Policies of a send queue that contradict each other, its transport or its WQEs.
#include "queues.hpp"

// case: policy_unknown
// expect: a policy of a send queue is a ring_end, wqe_table, ordering, dci_streams, ringers, register_memory or counting::counters
#ifdef CONTROL
using queue = verbatim::send_queue<verbatim::rc, int, 2>;
#else
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::opcode::nop>;
#endif

auto misuse(queue& sq) { return sq.available(); }

// case: policy_twice
// expect: the same policy of a send queue is given twice
#ifdef CONTROL
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::wqe_table::unordered>;
#else
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::wqe_table::unordered,
                                   verbatim::wqe_table::ordered_dense>;
#endif

auto misuse(queue& sq) { return sq.available(); }

// case: relaxed_and_unordered
// expect: ordering::relaxed with wqe_table::unordered: there a CQE frees its own WQE only
#ifdef CONTROL
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::ordering::relaxed>;
#else
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::ordering::relaxed,
                                   verbatim::wqe_table::unordered>;
#endif

auto misuse(queue& sq) { return sq.available(); }

// case: relaxed_and_few
// expect: ordering::relaxed with wqe_table::ordered_few: there CQEs come in any order
#ifdef CONTROL
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::wqe_table::ordered_few>;
#else
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::ordering::relaxed,
                                   verbatim::wqe_table::ordered_few>;
#endif

auto misuse(queue& sq) { return sq.available(); }

// case: streams_on_ordered
// expect: dci_streams::used needs wqe_table::unordered: streams complete in any order
#ifdef CONTROL
using queue = verbatim::send_queue<verbatim::dci, int, verbatim::wqe_table::unordered,
                                   verbatim::dci_streams::used>;
#else
using queue = verbatim::send_queue<verbatim::dci, int, verbatim::wqe_table::ordered_dense,
                                   verbatim::dci_streams::used>;
#endif

auto misuse(queue& sq) { return sq.available(); }

// case: streams_on_sparse
// expect: dci_streams::used needs wqe_table::unordered: streams complete in any order
#ifdef CONTROL
using queue = verbatim::send_queue<verbatim::dci, int, verbatim::wqe_table::unordered,
                                   verbatim::dci_streams::used>;
#else
using queue = verbatim::send_queue<verbatim::dci, int, verbatim::dci_streams::used>;
#endif

auto misuse(queue& sq) { return sq.available(); }

// case: streams_on_rc
// expect: dci_streams::used: only a DCI has streams
#ifdef CONTROL
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::wqe_table::unordered>;
#else
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::wqe_table::unordered,
                                   verbatim::dci_streams::used>;
#endif

auto misuse(queue& sq) { return sq.available(); }

// case: stream_id_missing
// expect: needs_stream_id\W.*no member named .av\W|no member named .av\W.*needs_stream_id\W
verbatim::post_result misuse(dci_streams_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().stream_id(1).av(1, 2, 3).nop().signal(1).finish();
#else
  return sq.sq_wqe().av(1, 2, 3).nop().signal(1).finish();
#endif
}

// case: stream_id_without_streams
// expect: needs_av\W.*no member named .stream_id\W|no member named .stream_id\W.*needs_av\W
verbatim::post_result misuse(dci_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).nop().signal(1).finish();
#else
  return sq.sq_wqe().stream_id(1).av(1, 2, 3).nop().signal(1).finish();
#endif
}

// case: stream_id_on_rc
// expect: needs_verb\W.*no member named .stream_id\W|no member named .stream_id\W.*needs_verb\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().finish();
#else
  return sq.sq_wqe().stream_id(1).nop().finish();
#endif
}

// case: wqe_longer_than_ds
// expect: ctrl_seg.ds ends a WQE at 16 WQEBBs
#ifdef CONTROL
constexpr unsigned max_wqebbs = 16;
#else
constexpr unsigned max_wqebbs = 17;
#endif

using queue = verbatim::send_queue<verbatim::rc, int, verbatim::ring_end::wrapping, max_wqebbs>;

auto misuse(queue& sq) { return sq.sq_wqe().nop().finish(); }

// case: atomic_longer_than_the_queues_wqes
// expect: static.assert(ion)? failed.*masked_cas64 does not fit.*raise its MaxWqebbs
using one_wqebb = verbatim::send_queue<verbatim::rc, int, verbatim::ring_end::contiguous, 1>;

verbatim::post_result misuse(one_wqebb& sq) {
#ifdef CONTROL
  return sq.sq_wqe().cas32().rdma(1, rkey(2)).operands(3, 4).sge(5, lkey(6)).finish();
#else
  return sq.sq_wqe().masked_cas64().rdma(1, rkey(2)).operands(3, 4, 5, 6).sge(7, lkey(8)).finish();
#endif
}

// case: prefix_longer_than_the_queues_wqes
// expect: static.assert(ion)? failed.*what ud_underlay puts in front does not fit.*raise its MaxWqebbs
#ifdef CONTROL
constexpr unsigned wqebbs = 2;
#else
constexpr unsigned wqebbs = 1;
#endif
using queue =
    verbatim::send_queue<verbatim::ud_underlay, int, verbatim::ring_end::contiguous, wqebbs>;

verbatim::post_result misuse(queue& sq) { return sq.sq_wqe().nop().finish(); }

// case: fence_that_does_not_say_what_it_waits_for
// expect: .fence. is not a member of|no member named .fence.
verbatim::post_result misuse(rc_queue& sq) {
  using verbatim::fence_mode;
#ifdef CONTROL
  return sq.sq_wqe().nop({.fence = fence_mode::reads_atomics_and_key_changes}).finish();
#else
  return sq.sq_wqe().nop({.fence = fence_mode::fence}).finish();
#endif
}

// case: counters_of_a_queue_without
// expect: this queue counts nothing: give it the policy counting::counters::kept
#ifdef CONTROL
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::counting::counters::kept>;
#else
using queue = verbatim::send_queue<verbatim::rc, int>;
#endif

auto misuse(queue& sq) { return sq.counters().posted(); }
