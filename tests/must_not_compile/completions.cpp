// Completion queues, the callbacks that take their completions, and the completions.
#include "queues.hpp"

// case: callback_by_reference
// expect only: the callback does not take the send_completion<Entry> of these sends
struct sender {
  rc_queue sq;
};

void misuse(verbatim::completion_queue<sender>& cq) {
#ifdef CONTROL
  cq.poll([](const auto& completion) { (void)completion.ok(); });
#else
  cq.poll([](auto& completion) { (void)completion.ok(); });
#endif
}

// case: prefetch_of_compressed_cqes
// expect only: prefetch is for CQEs that are not compressed: leave it out
void misuse(const verbatim::detail::completion_queue_memory& memory) {
#ifdef CONTROL
  constexpr verbatim::cq_format format{.prefetch = 8};
#else
  constexpr verbatim::cq_format format{.compression = verbatim::cqe_compression::basic,
                                       .prefetch = 8};
#endif
  verbatim::completion_queue<verbatim::with_format<format>, rc_endpoint> cq(memory);
  cq.close();
}

// case: callback_of_nothing
// expect only: the callback does not take the send_completion<Entry> of these sends
void misuse(verbatim::cq<verbatim::dci_qp<int>>& cq) {
#ifdef CONTROL
  cq.wait([](auto&&) {});
#else
  cq.wait([] {});
#endif
}

// case: callback_of_other_entries
// expect only: the callback does not take the send_completion<Entry> of these sends
void misuse(verbatim::cq<verbatim::rc_qp<int>>& cq) {
  const auto on_receive = [](verbatim::recv_completion<int>) {};
#ifdef CONTROL
  const auto on_send = [](verbatim::send_completion<int>) {};
#else
  const auto on_send = [](verbatim::send_completion<char*>) {};
#endif
  cq.collect(verbatim::overloaded{on_send, on_receive}, 1);
}

// case: callback_of_sends_only
// expect only: the callback does not take the recv_completion<Entry> of these receives
void misuse(verbatim::completion_queue<rc_endpoint>& cq) {
#ifdef CONTROL
  cq.poll([](auto&& completion) { (void)completion.ok(); });
#else
  cq.poll([](verbatim::send_completion<int> completion) { (void)completion.ok(); });
#endif
}

// case: callback_of_flush
// expect only: the callback does not take the send_completion<Entry> of these sends
void misuse(verbatim::dci_qp<int>& qp) {
#ifdef CONTROL
  qp.flush([](auto&&) {});
#else
  qp.flush([](int) {});
#endif
}

// case: callback_of_a_verbs_drain
// expect: the callback of drain\(\) takes a const work_completion&
void misuse(verbatim::verbs_qp<verbatim::rc>& qp, verbatim::verbs_cq& cq) {
#ifdef CONTROL
  qp.drain([](const verbatim::work_completion&) {}, std::nullopt, cq);
#else
  qp.drain([](verbatim::work_completion&) {}, std::nullopt, cq);
#endif
}

// case: completion_queue_of_no_type
// expect: names the types of its queue pairs
#ifdef CONTROL
using queue = verbatim::completion_queue<rc_endpoint>;
#else
using queue = verbatim::completion_queue<>;
#endif

void misuse(const verbatim::detail::completion_queue_memory& memory) { queue cq(memory); }

// case: endpoint_of_another_type
// expect: not a type of this queue
#ifdef CONTROL
using attached = rc_endpoint;
#else
using attached = uc_endpoint;
#endif

void misuse(verbatim::completion_queue<rc_endpoint>& cq, attached& endpoint) {
  cq.attach(1, endpoint);
}

// case: xrc_srq_on_a_foreign_cq
// expect: not a type of this queue
#ifdef CONTROL
using completions = verbatim::cq<verbatim::xrc_srq<int>>;
#else
using completions = verbatim::cq<verbatim::xrc_send_qp<int>>;
#endif

verbatim::xrc_srq<int> misuse(const verbatim::xrc_domain& domain, const verbatim::pd& pd,
                              const completions& cq) {
  return {domain, pd, cq};
}

// case: flow_tags_for_qp_numbers
// expect: puts a flow tag in the place of the QP number
#ifdef CONTROL
constexpr verbatim::cq_format format{.compression = verbatim::cqe_compression::enhanced};
#else
constexpr verbatim::cq_format format{.compression = verbatim::cqe_compression::enhanced,
                                     .minis = verbatim::mini_cqe_format::ftag_stridx};
#endif

auto misuse(verbatim::cq<verbatim::with_format<format>, verbatim::rc_qp<int>>& cq) {
  return cq.cqn();
}

// case: format_behind_the_queue_pairs
// expect: with_format is the first argument
using form = verbatim::with_format<verbatim::cq_format{.cqe_size = 128}>;
#ifdef CONTROL
using completions = verbatim::cq<form, verbatim::rc_qp<int>>;
#else
using completions = verbatim::cq<verbatim::rc_qp<int>, form>;
#endif

auto misuse(completions& cq) { return cq.cqn(); }

// case: two_formats
// expect: a completion queue has one format
using form = verbatim::with_format<verbatim::cq_format{.cqe_size = 128}>;
#ifdef CONTROL
using completions = verbatim::cq<form, verbatim::rc_qp<int>>;
#else
using completions = verbatim::cq<form, form, verbatim::rc_qp<int>>;
#endif

auto misuse(completions& cq) { return cq.cqn(); }

// case: field_that_was_not_asked_for
// expect: make the extended_cq with wc_field::completion_timestamp
auto misuse(verbatim::extended_cq<verbatim::wc_field::byte_len>& cq) {
#ifdef CONTROL
  return (*cq.poll().begin()).byte_count();
#else
  return (*cq.poll().begin()).timestamp();
#endif
}

// case: completion_that_is_kept
// expect: deleted
void misuse(verbatim::extended_cq<>& cq) {
#ifdef CONTROL
  for (const auto& done : cq.poll()) (void)done.wr_id();
#else
  for (const auto done : cq.poll()) (void)done.wr_id();
#endif
}

// case: callback_of_a_flushed_srq
// expect: the callback does not take the recv_completion<Entry> of these receives
void misuse(verbatim::srq<int>& srq) {
#ifdef CONTROL
  srq.flush([](auto&&) {});
#else
  srq.flush([] {});
#endif
}
