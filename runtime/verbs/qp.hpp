// A queue pair that one posts to through the generated builders.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/xrc.hpp"
#include "verbatim/queue/flushing.hpp"
#include "verbatim/queue/post_result.hpp"
#include "verbatim/queue/recv_queue.hpp"
#include "verbatim/queue/send_queue.hpp"
#include "verbatim/queue/shared_recv_queue.hpp"
#include "verbatim/verbs/cq.hpp"
#include "verbatim/verbs/direct_queue_pair.hpp"
#include "verbatim/verbs/pd.hpp"
#include "verbatim/verbs/qp_base.hpp"
#include "verbatim/verbs/srq.hpp"
#include "verbatim/verbs/tm_srq.hpp"
#include "verbatim/verbs/uar.hpp"
#include "verbatim/verbs/waiting.hpp"

namespace verbatim {
namespace verbs {

/// A register that a queue pair gets without asking is another's too.
template <class Transport, class Entry, auto... Policies>
using qp_send_queue =
    std::conditional_t<(std::is_same_v<std::remove_const_t<decltype(Policies)>, ringers> || ...),
                       send_queue<Transport, Entry, Policies...>,
                       send_queue<Transport, Entry, Policies..., ringers::several_threads>>;

}  // namespace verbs

/// In place of the type of a queue pair's receive entries: it receives from a shared queue.
template <class Entry>
struct on_srq {};

/// The same, and from the tag_matching one of this type.
template <class Entry, class TagEntry = Entry, auto... Policies>
struct on_tm_srq {};

namespace verbs {

/// What completion_queue finds by QP number.
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

/// True if a queue pair has a receive queue of its own.
template <class Endpoint>
inline constexpr bool receives = requires(Endpoint endpoint) {
  endpoint.rq.rq_wqe();
};

template <class Endpoint>
class typed_qp_body final : public direct_qp_body {
  using policies = typename decltype(Endpoint::sq)::policies;

  /// Other receive queues take nothing before RTR, whatever has been posted.
  static constexpr bool waits_for_rtr =
      receives<Endpoint> &&
      transport_of(decltype(Endpoint::sq)::transport::name) == transport::raw_packet;

 public:
  template <class SendCq, class RecvCq, class... Srq>
  typed_qp_body(const qp_domain& domain, SendCq& send_cq, RecvCq& recv_cq,
                const qp_attributes& attributes, Srq&... srq)
      : direct_qp_body(domain, send_cq, recv_cq, first(srq...),
                       {transport_of(decltype(Endpoint::sq)::transport::name), receives<Endpoint>,
                        policies::streams, policies::ringers, policies::register_memory},
                       attributes),
        endpoint(make_endpoint(srq...)) {
    attachments_[0] = attach(send_cq, qpn());
    if (!same(send_cq, recv_cq)) attachments_[1] = attach(recv_cq, qpn());
    if (recv_qpn() != qpn()) attachments_[2] = attach(recv_cq, recv_qpn());
    if constexpr (waits_for_rtr) endpoint.rq.hold();
  }

  void reset_queues() noexcept override {
    endpoint.sq.reset();
    if constexpr (receives<Endpoint>) endpoint.rq.reset();
    if constexpr (waits_for_rtr) endpoint.rq.hold();
  }

  void release_receives() noexcept override {
    if constexpr (waits_for_rtr) endpoint.rq.release();
  }

  Endpoint endpoint;

 private:
  static srq_body* first() noexcept { return nullptr; }
  static srq_body* first(srq_body& srq) noexcept { return &srq; }

  template <class... Srq>
  Endpoint make_endpoint(Srq&... srq) {
    if constexpr (receives<Endpoint>) {
      return {decltype(Endpoint::sq)(send_memory()), decltype(Endpoint::rq)(recv_memory())};
    } else {
      return on(srq...);
    }
  }
  Endpoint on() { return {decltype(Endpoint::sq)(send_memory())}; }
  template <class Srq>
  Endpoint on(Srq& srq) {
    if constexpr (requires { srq.tags; }) {
      return {decltype(Endpoint::sq)(send_memory()), srq.queue, srq.tags};
    } else {
      return {decltype(Endpoint::sq)(send_memory()), srq.queue};
    }
  }

  template <class Cq>
  attachment attach(Cq& cq, std::uint32_t number) {
    cq.queue.attach(number, endpoint);
    return attachment(cq, number);
  }

  static bool same(const cq_body& a, const cq_body& b) noexcept { return &a == &b; }

  void close_queues() noexcept override {
    endpoint.sq.close();
    if constexpr (receives<Endpoint>) endpoint.rq.close();
  }
};

}  // namespace verbs

/// A queue pair posted to directly, without ibv_post_send. See send_queue and recv_queue for what
/// the parameters mean, and queue_pair or unconnected_queue_pair for how it gets to RTS. RecvEntry
/// may also be on_srq<Entry> or on_tm_srq<…>, or void where nothing is received.
///
///   qp.sq_wqe().write(flags).rdma(raddr, rkey).sge(addr, len, lkey).signal(entry).finish();
///   qp.ring_doorbell();
///
/// One thread at a time posts to the send side, and one to the receive side; neither while another
/// activates, closes or resets the queue pair, or polls its completion queues. Once it is closed, finish()
/// answers post_error::closed.
template <class Transport, class Entry, class RecvEntry = Entry, auto... Policies>
class qp : public verbs::qp_base<Transport> {
  using base = verbs::qp_base<Transport>;
  static_assert(!Transport::name.starts_with(dci::name) || std::is_void_v<RecvEntry>,
                "a DCI receives nothing: its RecvEntry is void, and a dct receives");
  static_assert(
      Transport::name != "ud_underlay",
      "an underlay queue pair shares the QP number of an IPoIB device, which this class does "
      "not ask for: make it by ibv_create_qp_ex with source_qpn, and a send_queue on it");
  static_assert(
      Transport::name != xrc::name || std::is_void_v<RecvEntry>,
      "an XRC send QP receives nothing: its RecvEntry is void, and an xrc_recv_qp receives "
      "into the xrc_srq that each WQE names");

 public:
  using send_queue_type = verbs::qp_send_queue<Transport, Entry, Policies...>;

  /// What completion_queue finds by QP number.
  using endpoint = verbs::qp_endpoint<send_queue_type, RecvEntry>;

  /// Sends and receives complete in one queue.
  template <cq_format Format, class... Qps>
  qp(const qp_domain& domain, const basic_cq<Format, Qps...>& cq,
     const qp_attributes& attributes = {})
      : qp(domain, cq, cq, attributes) {}

  /// Sends complete in one queue, and receives in another.
  template <cq_format SendFormat, class... SendQps, cq_format RecvFormat, class... RecvQps>
  qp(const qp_domain& domain, const basic_cq<SendFormat, SendQps...>& send_cq,
     const basic_cq<RecvFormat, RecvQps...>& recv_cq, const qp_attributes& attributes = {})
      : base(verbs::make<verbs::typed_qp_body<endpoint>>(
            "create_qp", {domain.parent(), send_cq.body(), recv_cq.body()}, domain, *send_cq.body(),
            *recv_cq.body(), with_room(attributes))) {
    static_assert(std::is_void_v<RecvEntry> || verbs::receives<endpoint>,
                  "a queue pair of on_srq is made with the srq that it receives from");
  }

  /// The same, and receives come from a shared queue.
  template <cq_format Format, class... Qps, class SrqEntry>
  qp(const qp_domain& domain, const basic_cq<Format, Qps...>& cq, const srq<SrqEntry>& srq,
     const qp_attributes& attributes = {})
      : qp(domain, cq, cq, srq, attributes) {}
  template <cq_format SendFormat, class... SendQps, cq_format RecvFormat, class... RecvQps,
            class SrqEntry>
  qp(const qp_domain& domain, const basic_cq<SendFormat, SendQps...>& send_cq,
     const basic_cq<RecvFormat, RecvQps...>& recv_cq, const srq<SrqEntry>& srq,
     const qp_attributes& attributes = {})
      : base(verbs::make<verbs::typed_qp_body<endpoint>>(
            "create_qp", {domain.parent(), send_cq.body(), recv_cq.body(), srq.body()}, domain,
            *send_cq.body(), *recv_cq.body(), with_room(attributes), *srq.body())) {
    static_assert(std::is_same_v<RecvEntry, on_srq<SrqEntry>>,
                  "a queue pair on an srq<Entry> has the RecvEntry on_srq<Entry>");
  }

  /// The same on a tag-matching SRQ: `recv_cq` is the one that the SRQ was made with, whose polls
  /// call back for what this queue pair receives.
  template <cq_format Format, class... Qps, class SrqEntry, class TagEntry, auto... TagPolicies>
  qp(const qp_domain& domain, const basic_cq<Format, Qps...>& cq,
     const tm_srq<SrqEntry, TagEntry, TagPolicies...>& srq, const qp_attributes& attributes = {})
      : qp(domain, cq, cq, srq, attributes) {}
  template <cq_format SendFormat, class... SendQps, cq_format RecvFormat, class... RecvQps,
            class SrqEntry, class TagEntry, auto... TagPolicies>
  qp(const qp_domain& domain, const basic_cq<SendFormat, SendQps...>& send_cq,
     const basic_cq<RecvFormat, RecvQps...>& recv_cq,
     const tm_srq<SrqEntry, TagEntry, TagPolicies...>& srq, const qp_attributes& attributes = {})
      : base(verbs::make<verbs::typed_qp_body<endpoint>>(
            "create_qp", {domain.parent(), send_cq.body(), recv_cq.body(), srq.body()}, domain,
            *send_cq.body(), srq.body()->its(*recv_cq.body()),
            verbs::without_scatter(with_room(attributes)), *srq.body())) {
    static_assert(std::is_same_v<RecvEntry, on_tm_srq<SrqEntry, TagEntry, TagPolicies...>>,
                  "a queue pair on a tm_srq has the RecvEntry on_tm_srq of the same arguments");
    static_assert(Transport::name == rc::name, "tags are matched on RC only");
  }

  /// Begins a send WQE.
  auto sq_wqe() noexcept { return sq().sq_wqe(); }

  /// Tells the device about every send WQE finished so far.
  void ring_doorbell() noexcept { sq().ring_doorbell(); }

  /// Hands over the WQE itself with the doorbell if it alone is new. See send_queue.
  void ring_blueflame_doorbell() noexcept { sq().ring_blueflame_doorbell(); }

  /// Begins a batch of send WQEs that go to the device in one piece. See blueflame_batch.
  auto sq_blueflame_wqe() noexcept { return sq().sq_blueflame_wqe(); }

  /// Begins a receive WQE.
  auto rq_wqe() noexcept {
    static_assert(verbs::receives<endpoint>,
                  "this queue pair has no receive queue of its own: post to its srq");
    return rq().rq_wqe();
  }

  /// Tells the device about every receive WQE finished so far.
  void ring_recv_doorbell() noexcept { rq().ring_doorbell(); }

  /// WQEBBs of the send queue that are free.
  std::uint32_t available() const noexcept { return sq().available(); }

  /// Receive WQEs that are free.
  std::uint32_t recv_available() const noexcept { return rq().available(); }

  /// WQEBBs from the next send WQE to the ring's end.
  std::uint32_t slots_to_ring_end() const noexcept { return sq().slots_to_ring_end(); }

  /// Fills the send ring up to its end, so that the next WQE begins at its start.
  post_result post_nop_to_ring_end() noexcept { return sq().post_nop_to_ring_end(); }

  /// A send WQE that was posted, as it stands in the ring.
  std::span<const std::byte> wqe(std::uint16_t wqe_index) const noexcept {
    static_assert(send_queue_type::policies::end == ring_end::contiguous,
                  "it may be in two pieces: see sq().wqe_at()");
    const auto* at = sq().wqe_at(wqe_index);
    return {at, ctrl_seg::read(at).ds * octoword};
  }

  /// In debug builds the send side belongs to the thread that was the first to post to it, and so does the
  /// receive side: another that posts is told so. This gives both to the next thread that posts. In release
  /// builds it does nothing.
  void hand_over() noexcept {
    sq().hand_over();
    if constexpr (verbs::receives<endpoint>) rq().hand_over();
  }

  /// Of a device that has failed, which completes nothing any more: calls back with everything that was
  /// posted here and has not come back, once, as a poll does with what is flushed (wr_flush_err), and
  /// answers how many. For who polls, before close(). Throws while the device works: there to_error()
  /// has it flush.
  template <class OnCompletion>
  unsigned flush(OnCompletion&& on_completion) {
    this->body_->require_failed("flush");
    unsigned told = flush_sends(sq(), on_completion);
    if constexpr (verbs::receives<endpoint>) {
      told += flush_receives(rq(), this->qpn(), on_completion);
    }
    return told;
  }

  /// Before close(), so that everything comes back: brings the queue pair to ERROR, and polls until what was
  /// posted here has completed, as flushed where it had not before. `cqs` are its completion queue, or both;
  /// the callback is told of all that completes there. Answers false if the time is over before. For who
  /// polls, when nobody posts any more. What has failed is flush()ed; receives of an SRQ are the SRQ's.
  template <class OnCompletion, class... Cqs>
  bool drain(OnCompletion&& on_completion, wait_limit limit, Cqs&... cqs) {
    static_assert(sizeof...(Cqs) != 0, "name the completion queues of the queue pair");
    const auto until = verbs::deadline_after(limit);
    if (is_idle()) return true;
    if (!this->body_->device_failed()) {
      if (this->state() != qp_state::error) this->to_error();
      hand_over();
      if (has_sends()) ring_doorbell();  // the device flushes what it knows of
      if constexpr (verbs::receives<endpoint>) ring_recv_doorbell();
    }
    bool marked = false;
    while (!is_idle() && !this->body_->device_failed()) {
      if (!marked && has_sends() && sq().post_marker()) {
        marked = true;
        ring_doorbell();
      }
      if ((cqs.poll(on_completion) + ...) == 0 && !verbs::pause(until)) return false;
    }
    if (!is_idle()) flush(on_completion);
    return true;
  }

  auto& sq() const noexcept { return typed_body().endpoint.sq; }
  auto& rq() const noexcept { return typed_body().endpoint.rq; }

 private:
  /// Nothing that was posted is outstanding.
  bool is_idle() const noexcept {
    if constexpr (verbs::receives<endpoint>) {
      if (rq().pi() != rq().ci()) return false;
    }
    return !has_sends();
  }
  bool has_sends() const noexcept { return sq().available() != sq().wqebbs(); }

  auto& typed_body() const noexcept {
    return static_cast<verbs::typed_qp_body<endpoint>&>(*this->body_);
  }

  static qp_attributes with_room(qp_attributes attributes) noexcept {
    attributes.max_send_wqebbs = std::max(attributes.max_send_wqebbs, send_queue_type::min_wqebbs);
    return attributes;
  }
};

/// Reliable connection: one peer, in order, every operation.
template <class Entry, class RecvEntry = Entry, auto... Policies>
using rc_qp = qp<rc, Entry, RecvEntry, Policies...>;

/// Unreliable connection: one peer, without acknowledgements; SEND and WRITE only.
template <class Entry, class RecvEntry = Entry, auto... Policies>
using uc_qp = qp<uc, Entry, RecvEntry, Policies...>;

/// Unreliable datagrams, each to the peer that its address vector names.
template <class Entry, class RecvEntry = Entry, auto... Policies>
using ud_qp = qp<ud, Entry, RecvEntry, Policies...>;

/// A dynamically connected initiator: reliable, and each WQE to its own peer.
template <class Entry, auto... Policies>
using dci_qp = qp<dci, Entry, void, Policies...>;

/// The sending half of an XRC connection: each WQE names a shared receive queue behind the peer, which
/// is an xrc_recv_qp.
template <class Entry, auto... Policies>
using xrc_send_qp = qp<xrc, Entry, void, Policies...>;

/// Ethernet frames. Receives may be posted before activate(), and take nothing until then.
template <class Entry, class RecvEntry = Entry, auto... Policies>
using raw_packet_qp = qp<raw_packet, Entry, RecvEntry, Policies...>;

}  // namespace verbatim
