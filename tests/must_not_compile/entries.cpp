// Entries and signals, which bring a completion back to its user.
#include "queues.hpp"

// case: entry_that_does_not_move
// expect: an Entry is default-constructible and moves without throwing
struct entry {
  entry() = default;
#ifdef CONTROL
  entry(entry&&) noexcept = default;
  entry& operator=(entry&&) noexcept = default;
#else
  entry(entry&&) = delete;
#endif
};

auto misuse(verbatim::send_queue<verbatim::rc, entry>& sq) { return sq.sq_wqe().nop().finish(); }

// case: entry_that_throws
// expect: an Entry is default-constructible and moves without throwing
struct entry {
  entry() = default;
#ifdef CONTROL
  entry(entry&&) noexcept {}
  entry& operator=(entry&&) noexcept { return *this; }
#else
  entry(entry&&) {}
  entry& operator=(entry&&) { return *this; }
#endif
};

auto misuse(verbatim::recv_queue<entry>& rq) { return rq.rq_wqe().finish({}); }

// case: entry_missing_on_dense
// expect: a WQE without an entry on a dense queue
verbatim::post_result misuse(dense_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().entry(1).finish();
#else
  return sq.sq_wqe().nop().finish();
#endif
}

// case: entry_on_sparse
// expect: only wqe_table::ordered_dense hands such entries back
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().signal(1).finish();
#else
  return sq.sq_wqe().nop().entry(1).finish();
#endif
}

// case: entry_without_cqe_on_unordered
// expect: only wqe_table::ordered_dense hands such entries back
verbatim::post_result misuse(unordered_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().signal(1).finish();
#else
  return sq.sq_wqe().nop().entry(1).finish();
#endif
}

// case: unsignaled_on_unordered
// expect: unsignaled WQE on an unordered queue
verbatim::post_result misuse(unordered_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().signal(1).finish();
#else
  return sq.sq_wqe().nop().finish();
#endif
}

// case: signal_twice
// expect: signaled_needs_finish\W.*no member named .signal\W|no member named .signal\W.*signaled_needs_finish\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().signal(1).finish();
#else
  return sq.sq_wqe().nop().signal(1).signal(2).finish();
#endif
}

// case: signal_after_entry
// expect: unsignaled_needs_finish\W.*no member named .signal\W|no member named .signal\W.*unsignaled_needs_finish\W
verbatim::post_result misuse(dense_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().signal(1).finish();
#else
  return sq.sq_wqe().nop().entry(1).signal(1).finish();
#endif
}

// case: signal_without_fence_on_relaxed
// expect: fenced<int>
verbatim::post_result misuse(relaxed_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().signal(verbatim::fenced(1)).finish();
#else
  return sq.sq_wqe().nop().signal(1).finish();
#endif
}
