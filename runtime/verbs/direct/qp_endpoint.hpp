// The kinds of queues that a queue pair has, and the queues that completion_queue finds by QP number.
#pragma once

#include <type_traits>

#include "verbatim/queue/receive/own_or_shared_queue.hpp"
#include "verbatim/queue/receive/recv_queue.hpp"
#include "verbatim/queue/receive/shared_recv_queue.hpp"
#include "verbatim/queue/send/send_queue.hpp"
#include "verbatim/verbs/direct/tm_srq.hpp"

namespace verbatim {
namespace verbs {

/// The type of a queue pair's send queue. Without a `ringers` policy, it takes a lock to ring,
/// because other queue pairs use the same doorbell register.
template <class Transport, class Entry, auto... Policies>
using qp_send_queue =
    std::conditional_t<(std::is_same_v<std::remove_const_t<decltype(Policies)>, ringers> || ...),
                       send_queue<Transport, Entry, Policies...>,
                       send_queue<Transport, Entry, Policies..., ringers::several_threads>>;

}  // namespace verbs

/// The RecvEntry of a queue pair that receives from a shared queue, an srq<Entry>.
template <class Entry>
struct on_srq {};

/// The RecvEntry of a queue pair that receives from a tag-matching SRQ, a tm_srq of the same
/// arguments.
template <class Entry, class TagEntry = Entry, auto... Policies>
struct on_tm_srq {};

namespace verbs {

/// The RecvEntry of a queue pair that receives from an srq<Entry> if it was made with one, and from
/// a queue of its own if not.
template <class Entry>
struct on_srq_or_own {};

/// The queues that completion_queue finds by QP number.
template <class SendQueue, class RecvEntry>
struct qp_endpoint {
  SendQueue sq;
  recv_queue<RecvEntry> rq;
};
template <class SendQueue, class RecvEntry>
struct qp_endpoint<SendQueue, on_srq<RecvEntry>> {
  SendQueue sq;
  shared_recv_queue<RecvEntry>& rq;
};
template <class SendQueue, class RecvEntry>
struct qp_endpoint<SendQueue, on_srq_or_own<RecvEntry>> {
  SendQueue sq;
  detail::own_or_shared_queue<RecvEntry> rq;
};
template <class SendQueue, class RecvEntry, class TagEntry, auto... Policies>
struct qp_endpoint<SendQueue, on_tm_srq<RecvEntry, TagEntry, Policies...>> {
  SendQueue sq;
  shared_recv_queue<RecvEntry>& rq;
  srq_tags<TagEntry, Policies...>& tags;
};
template <class SendQueue>
struct qp_endpoint<SendQueue, void> {
  SendQueue sq;
};

/// True if a queue pair can have its own receive queue.
template <class Endpoint>
inline constexpr bool receives = requires(Endpoint endpoint) {
  endpoint.rq.rq_wqe();
};

}  // namespace verbs
}  // namespace verbatim
