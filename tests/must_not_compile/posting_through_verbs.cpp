// Lists, sessions and requests of queue pairs that post through verbs.
#include "queues.hpp"

// case: builder_on_a_verbs_qp
// expect: no member named .sq_wqe
verbatim::posted_list misuse(verbatim::verbs_qp<verbatim::rc>& qp,
                             const verbatim::memory_slice& slice) {
#ifdef CONTROL
  return qp.post(verbatim::verbs_qp<verbatim::rc>::request::send(slice));
#else
  qp.sq_wqe().send().sge(slice.addr(), slice.length(), slice.lkey()).finish();
#endif
}

// case: verbs_qp_on_a_direct_cq
// expect: no matching (function|constructor)
verbatim::verbs_qp<verbatim::rc> misuse(const verbatim::pd& pd, const verbatim::verbs_cq& of_verbs,
                                        const verbatim::cq<verbatim::rc_qp<int>>& direct) {
#ifdef CONTROL
  (void)direct;
  return verbatim::verbs_qp<verbatim::rc>(pd, of_verbs);
#else
  (void)of_verbs;
  return verbatim::verbs_qp<verbatim::rc>(pd, direct);
#endif
}

// case: list_on_a_direct_qp
// expect: no member named .post
verbatim::post_result misuse(verbatim::rc_qp<int>& qp, const verbatim::memory_slice& slice) {
#ifdef CONTROL
  return qp.sq_wqe().send().sge(slice.addr(), slice.length(), slice.lkey()).finish();
#else
  return qp.post(verbatim::verbs_qp<verbatim::rc>::request::send(slice));
#endif
}

// case: list_on_a_session_qp
// expect: no member named .post
verbatim::posted_list misuse(verbatim::verbs_qp<verbatim::rc, verbatim::posting::sessions>& qp,
                             const verbatim::memory_slice& slice) {
#ifdef CONTROL
  auto session = qp.begin();
  session.send().sge(slice);
  return session.complete();
#else
  return qp.post(verbatim::verbs_qp<verbatim::rc>::request::send(slice));
#endif
}

// case: session_request_without_data
// expect: nodiscard|ignoring return
void misuse(verbatim::verbs_qp<verbatim::rc, verbatim::posting::sessions>::session& session,
            const verbatim::memory_slice& slice) {
#ifdef CONTROL
  session.send().sge(slice);
#else
  (void)slice;
  session.send();
#endif
}

// case: session_inline_read
// expect: needs_sge_or_sge_list\b.*no member named .inline_data|no member named .inline_data.*needs_sge_or_sge_list\b
void misuse(verbatim::verbs_qp<verbatim::rc, verbatim::posting::sessions>::session& session,
            const verbatim::memory_slice& slice, const verbatim::remote_region& remote) {
#ifdef CONTROL
  session.read(remote).sge(slice);
#else
  (void)slice;
  session.read(remote).inline_data({});
#endif
}

// case: datagram_without_destination
// expect: needs_to\b.*no member named .signal|no member named .signal.*needs_to\b
auto misuse(const verbatim::memory_slice& slice, const verbatim::ud_destination& where) {
#ifdef CONTROL
  return verbatim::verbs_qp<verbatim::ud>::request::send(slice).to(where).signal(1);
#else
  (void)where;
  return verbatim::verbs_qp<verbatim::ud>::request::send(slice).signal(1);
#endif
}

// case: read_request_on_ud
// expect: this transport has no RDMA READ
auto misuse(const verbatim::memory_slice& slice, const verbatim::remote_region& remote) {
#ifdef CONTROL
  return verbatim::verbs_qp<verbatim::rc>::request::read(slice, remote);
#else
  return verbatim::verbs_qp<verbatim::ud>::request::read(slice, remote);
#endif
}

// case: verbs_qp_policy_of_another_type
// expect: a policy of a verbs_qp is a posting or a signaling
#ifdef CONTROL
using queue_pair = verbatim::verbs_qp<verbatim::rc, verbatim::posting::lists>;
#else
using queue_pair = verbatim::verbs_qp<verbatim::rc, 5>;
#endif
std::uint32_t misuse(const queue_pair& qp) { return qp.qpn(); }

// case: verbs_qp_policy_twice
// expect: the same policy of a verbs_qp is given twice
#ifdef CONTROL
using queue_pair = verbatim::verbs_qp<verbatim::rc, verbatim::posting::sessions>;
#else
using queue_pair =
    verbatim::verbs_qp<verbatim::rc, verbatim::posting::lists, verbatim::posting::sessions>;
#endif
std::uint32_t misuse(const queue_pair& qp) { return qp.qpn(); }

// case: verbs_qp_sessions_that_signal_by_themselves
// expect: signaling::automatic goes with posting::lists
#ifdef CONTROL
using queue_pair = verbatim::verbs_qp<verbatim::rc, verbatim::signaling::automatic>;
#else
using queue_pair =
    verbatim::verbs_qp<verbatim::rc, verbatim::posting::sessions, verbatim::signaling::automatic>;
#endif
std::uint32_t misuse(const queue_pair& qp) { return qp.qpn(); }

// case: callback_of_one_argument_for_requests
// expect: the callback does not take requests: write
void misuse(verbatim::verbs_qp<verbatim::rc, verbatim::signaling::automatic>& qp) {
#ifdef CONTROL
  qp.flush([](std::uint64_t, verbatim::wc_status) {});
#else
  qp.flush([](std::uint64_t) {});
#endif
}
