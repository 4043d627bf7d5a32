// Receive queues, shared receive queues and tag lists.
#include "queues.hpp"

// case: entry_missing_on_receive
// expect: no matching function for call to .*builder.*::finish\(\)|too few arguments to function call, single argument 'entry' was not specified
verbatim::post_result misuse(recv_queue& rq) {
#ifdef CONTROL
  return rq.rq_wqe().sge(1, 2, lkey(3)).finish(4);
#else
  return rq.rq_wqe().sge(1, 2, lkey(3)).finish();
#endif
}

// case: entry_missing_on_shared_receive
// expect: no matching function for call to .*builder.*::finish\(\)|too few arguments to function call, single argument 'entry' was not specified
verbatim::post_result misuse(verbatim::shared_recv_queue<int>& srq) {
#ifdef CONTROL
  return srq.srq_wqe().sge(1, 2, lkey(3)).finish(4);
#else
  return srq.srq_wqe().sge(1, 2, lkey(3)).finish();
#endif
}

// case: named_receive_builder
// expect: builder.*' as 'this' argument discards qualifiers|'this' argument to member function 'sge' is an lvalue, but function has rvalue ref-qualifier|no matching member function for call to 'sge'
verbatim::post_result misuse(recv_queue& rq) {
#ifdef CONTROL
  auto b = rq.rq_wqe();
  return std::move(b).sge(1, 2, lkey(3)).finish(4);
#else
  auto b = rq.rq_wqe();
  return b.sge(1, 2, lkey(3)).finish(4);
#endif
}

// case: dropped_receive_builder
// expect: ignoring return.* value .*(builder.*nodiscard|with .nodiscard. attribute)
void misuse(recv_queue& rq) {
#ifdef CONTROL
  (void)rq.rq_wqe().sge(1, 2, lkey(3));
#else
  rq.rq_wqe().sge(1, 2, lkey(3));
#endif
}

// case: receive_wqe_on_srq
// expect: this queue pair has no receive queue of its own: post to its srq
verbatim::post_result misuse(verbatim::rc_qp<int, verbatim::on_srq<int>>& qp,
                             verbatim::srq<int>& srq) {
#ifdef CONTROL
  (void)qp;
  return srq.srq_wqe().sge(1, 2, lkey(3)).finish(4);
#else
  (void)srq;
  return qp.rq_wqe().sge(1, 2, lkey(3)).finish(4);
#endif
}

// case: srq_of_other_entries
// expect: a queue pair on an srq<Entry> has the RecvEntry on_srq<Entry>
#ifdef CONTROL
using queue_pair = verbatim::rc_qp<int, verbatim::on_srq<char>>;
#else
using queue_pair = verbatim::rc_qp<int>;
#endif

auto misuse(const verbatim::pd& pd, const verbatim::cq<queue_pair>& cq,
            const verbatim::srq<char>& srq) {
  return queue_pair(pd, cq, srq);
}

// case: xrc_srq_under_rc
// expect: no matching (function|constructor)
using queue_pair = verbatim::rc_qp<int, verbatim::on_srq<int>>;
#ifdef CONTROL
using shared = verbatim::srq<int>;
#else
using shared = verbatim::xrc_srq<int>;
#endif

queue_pair misuse(const verbatim::pd& pd, const verbatim::cq<queue_pair>& cq, const shared& srq) {
  return queue_pair(pd, cq, srq);
}

// case: buffer_missing_on_tag_append
// expect: needs_sge\W.*no member named .finish\W|no member named .finish\W.*needs_sge\W
verbatim::post_result misuse(xrq_cmd_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().tag_append().tag(1, 2, 3, 1, 0, 0).sge(1, 2, lkey(3)).finish();
#else
  return sq.sq_wqe().tag_append().tag(1, 2, 3, 1, 0, 0).finish();
#endif
}

// case: buffer_on_tag_remove
// expect: takes_signal_or_finish\W.*no member named .sge\W|no member named .sge\W.*takes_signal_or_finish\W
verbatim::post_result misuse(xrq_cmd_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().tag_remove().tag(1, 1, 0, 0).finish();
#else
  return sq.sq_wqe().tag_remove().tag(1, 1, 0, 0).sge(1, 2, lkey(3)).finish();
#endif
}

// case: length_and_lkey_swapped_in_a_receive
// expect: no matching function for call to .*sge\(.*verbatim::lkey&, .*uint32_t&\)|no matching member function for call to .sge\W
verbatim::post_result misuse(recv_queue& rq, std::uint64_t addr, std::uint32_t length, lkey key) {
#ifdef CONTROL
  return rq.rq_wqe().sge(addr, length, key).finish(1);
#else
  return rq.rq_wqe().sge(addr, key, length).finish(1);
#endif
}
