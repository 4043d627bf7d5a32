// A queue pair that is posted to directly, through the generated builders.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/xrc.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/completion/flushing.hpp"
#include "verbatim/queue/send/send_queue.hpp"
#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/direct_queue_pair.hpp"
#include "verbatim/verbs/direct/qp_endpoint.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/direct/tm_srq.hpp"
#include "verbatim/verbs/direct/unrung.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/qp_base.hpp"
#include "verbatim/verbs/queue_pair/uar.hpp"

namespace verbatim {
namespace verbs {

template <class Endpoint>
class typed_qp_body final : public direct_qp_body {
  using policies = typename decltype(Endpoint::sq)::policies;

  /// True if receives have to be held back until RTR. Other receive queues take no messages before
  /// RTR, even if receives are posted.
  static constexpr bool waits_for_rtr =
      receives<Endpoint> &&
      transport_of(decltype(Endpoint::sq)::transport::name) == transport::raw_packet;

 public:
  using shared_spare = detail::shared_spare<policies::max_wqebbs>;

  template <class SendCq, class RecvCq, class... Srq>
  typed_qp_body(const qp_domain& domain, SendCq& send_cq, RecvCq& recv_cq,
                const qp_attributes& attributes, const shared_spare& spare, Srq&... srq)
      : direct_qp_body(domain, send_cq, recv_cq, first(srq...),
                       {transport_of(decltype(Endpoint::sq)::transport::name),
                        receives<Endpoint> && sizeof...(srq) == 0, policies::streams,
                        policies::ringers, policies::register_memory},
                       attributes),
        endpoint(make_endpoint(spare, srq...)) {
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
  Endpoint make_endpoint(const shared_spare& spare, Srq&... srq) {
    if constexpr (receives<Endpoint> && sizeof...(srq) == 0) {
      return {decltype(Endpoint::sq)(send_memory(), spare), decltype(Endpoint::rq)(recv_memory())};
    } else {
      return on(spare, srq...);
    }
  }
  Endpoint on(const shared_spare& spare) { return {decltype(Endpoint::sq)(send_memory(), spare)}; }
  template <class Srq>
  Endpoint on(const shared_spare& spare, Srq& srq) {
    if constexpr (requires { srq.tags; }) {
      return {decltype(Endpoint::sq)(send_memory(), spare), srq.queue, srq.tags};
    } else if constexpr (receives<Endpoint>) {
      return {decltype(Endpoint::sq)(send_memory(), spare), decltype(Endpoint::rq)(srq.queue)};
    } else {
      return {decltype(Endpoint::sq)(send_memory(), spare), srq.queue};
    }
  }

  template <class Cq>
  attachment attach(Cq& cq, std::uint32_t number) {
    cq.queue.attach(number, endpoint);
    return attachment(cq, number);
  }

  static bool same(const cq_body& a, const cq_body& b) noexcept { return &a == &b; }

  void close_queues() noexcept override {
#ifndef NDEBUG
    std::uint32_t receives_left = 0;
    if constexpr (receives<Endpoint> && !waits_for_rtr) receives_left = endpoint.rq.unrung();
    complain_of_unrung(*this, endpoint.sq.unrung(), receives_left);
#endif
    endpoint.sq.close();
    if constexpr (receives<Endpoint>) endpoint.rq.close();
  }
};

}  // namespace verbs

/// A queue pair that is posted to directly, without ibv_post_send. See send_queue and recv_queue
/// for the meaning of the parameters, and connected_qp or unconnected_qp for the steps to RTS.
/// RecvEntry may also be on_srq<Entry>, on_tm_srq<…> or verbs::on_srq_or_own<Entry>, or void if the queue
/// pair does not receive.
///
///   qp.sq_wqe().write(flags).rdma(raddr, rkey).sge(addr, len, lkey).signal(entry).finish();
///   qp.ring_doorbell();
///
/// One thread at a time posts to the send side, and one to the receive side. Neither may post while
/// another thread activates, closes or resets the queue pair, or polls its completion queues. After
/// the queue pair is closed, finish() returns post_error::closed.
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

  /// Memory that queue pairs may share if one thread posts to all of them.
  using shared_spare = detail::shared_spare<send_queue_type::max_wqebbs>;

  /// The queues that completion_queue finds by QP number.
  using endpoint = verbs::qp_endpoint<send_queue_type, RecvEntry>;

  /// Makes a queue pair whose sends and receives complete in one queue.
  template <class... Qps>
  qp(const verbs::qp_domain& domain, const verbatim::cq<Qps...>& cq,
     const qp_attributes& attributes = {})
      : qp(domain, cq, cq, attributes) {}

  /// Makes a queue pair whose sends complete in one queue, and its receives in another.
  template <class... SendQps, class... RecvQps>
  qp(const verbs::qp_domain& domain, const verbatim::cq<SendQps...>& send_cq,
     const verbatim::cq<RecvQps...>& recv_cq, const qp_attributes& attributes = {})
      : base(verbs::make<verbs::typed_qp_body<endpoint>>(
            "create_qp", {domain.parent(), send_cq.body(), recv_cq.body()}, domain, *send_cq.body(),
            *recv_cq.body(), with_room(attributes), shared_spare())) {
    static_assert(std::is_void_v<RecvEntry> || verbs::receives<endpoint>,
                  "a queue pair of on_srq is made with the srq that it receives from");
  }

  /// Makes a queue pair that receives from a shared queue.
  template <class... Qps, class SrqEntry>
  qp(const verbs::qp_domain& domain, const verbatim::cq<Qps...>& cq, const srq<SrqEntry>& srq,
     const qp_attributes& attributes = {}, const shared_spare& spare = {})
      : qp(domain, cq, cq, srq, attributes, spare) {}
  template <class... SendQps, class... RecvQps, class SrqEntry>
  qp(const verbs::qp_domain& domain, const verbatim::cq<SendQps...>& send_cq,
     const verbatim::cq<RecvQps...>& recv_cq, const srq<SrqEntry>& srq,
     const qp_attributes& attributes = {}, const shared_spare& spare = {})
      : base(verbs::make<verbs::typed_qp_body<endpoint>>(
            "create_qp", parents_of(domain, send_cq.body(), recv_cq.body(), srq.body()), domain,
            *send_cq.body(), *recv_cq.body(), with_room(attributes), spare, *srq.body())) {
    static_assert(std::is_same_v<RecvEntry, on_srq<SrqEntry>> ||
                      std::is_same_v<RecvEntry, verbs::on_srq_or_own<SrqEntry>>,
                  "a queue pair on an srq<Entry> has the RecvEntry on_srq<Entry>");
  }

  /// Makes a queue pair that receives from a tag-matching SRQ. `recv_cq` is the completion queue
  /// with which the SRQ was made; its polls call back for messages of this queue pair.
  template <class... Qps, class SrqEntry, class TagEntry, auto... TagPolicies>
  qp(const verbs::qp_domain& domain, const verbatim::cq<Qps...>& cq,
     const tm_srq<SrqEntry, TagEntry, TagPolicies...>& srq, const qp_attributes& attributes = {})
      : qp(domain, cq, cq, srq, attributes) {}
  template <class... SendQps, class... RecvQps, class SrqEntry, class TagEntry, auto... TagPolicies>
  qp(const verbs::qp_domain& domain, const verbatim::cq<SendQps...>& send_cq,
     const verbatim::cq<RecvQps...>& recv_cq, const tm_srq<SrqEntry, TagEntry, TagPolicies...>& srq,
     const qp_attributes& attributes = {})
      : base(verbs::make<verbs::typed_qp_body<endpoint>>(
            "create_qp", {domain.parent(), send_cq.body(), recv_cq.body(), srq.body()}, domain,
            *send_cq.body(), srq.body()->its(*recv_cq.body()),
            verbs::without_scatter(with_room(attributes)), shared_spare(), *srq.body())) {
    static_assert(std::is_same_v<RecvEntry, on_tm_srq<SrqEntry, TagEntry, TagPolicies...>>,
                  "a queue pair on a tm_srq has the RecvEntry on_tm_srq of the same arguments");
    static_assert(Transport::name == rc::name, "tags are matched on RC only");
  }

  /// Begins a send WQE.
  auto sq_wqe() noexcept { return sq().sq_wqe(); }

  /// Posts many send WQEs and rings one doorbell for all of them: `writes(slices, regions)`, or a
  /// range and a callback. See send_queue.
  template <class... What>
  auto post_all(What&&... what) noexcept {
    return sq().post_all(std::forward<What>(what)...);
  }

  /// Rings the doorbell for every send WQE finished so far.
  void ring_doorbell() noexcept { sq().ring_doorbell(); }

  /// Rings the doorbell. If there is only one new WQE, also writes the WQE itself to the register.
  /// See send_queue.
  void ring_blueflame_doorbell() noexcept { sq().ring_blueflame_doorbell(); }

  /// Begins a batch of send WQEs that are written to the device together. See blueflame_batch.
  auto sq_blueflame_wqe() noexcept { return sq().sq_blueflame_wqe(); }

  /// Begins a receive WQE.
  auto rq_wqe() noexcept {
    static_assert(verbs::receives<endpoint>,
                  "this queue pair has no receive queue of its own: post to its srq");
    return rq().rq_wqe();
  }

  /// Publishes every receive WQE finished so far to the device.
  void ring_recv_doorbell() noexcept { rq().ring_doorbell(); }

  /// Returns the number of free WQEBBs of the send queue.
  std::uint32_t available() const noexcept { return sq().available(); }

  /// Returns the number of free receive WQEs.
  std::uint32_t recv_available() const noexcept { return rq().available(); }

  /// Returns the number of WQEBBs from the next send WQE to the ring's end.
  std::uint32_t slots_to_ring_end() const noexcept { return sq().slots_to_ring_end(); }

  /// Fills the send ring up to its end, so that the next WQE begins at the ring's start.
  post_result post_nop_to_ring_end() noexcept { return sq().post_nop_to_ring_end(); }

  /// Returns the bytes of a posted send WQE in the ring.
  std::span<const std::byte> wqe(std::uint16_t wqe_index) const noexcept {
    static_assert(send_queue_type::policies::end == ring_end::contiguous,
                  "it may be in two pieces: see sq().wqe_at()");
    const auto* at = sq().wqe_at(wqe_index);
    return {at, ctrl_seg::read(at).ds * octoword};
  }

  /// Passes the send side and the receive side to the next thread that posts. In debug builds each
  /// side belongs to the first thread that posts to it, and an assertion fails if another thread
  /// posts. In release builds this does nothing.
  void hand_over() noexcept {
    sq().hand_over();
    if constexpr (verbs::receives<endpoint>) rq().hand_over();
  }

  /// Calls back once for every outstanding WQE after a failure of the device, like a poll for
  /// flushed WQEs (wr_flush_err). Returns the number of WQEs. Afterwards nothing can be posted:
  /// finish() returns post_error::closed. Call it on the thread that polls, before close(). Throws
  /// if the device has not failed: a working device flushes after to_error().
  template <class OnCompletion>
  unsigned flush(OnCompletion&& on_completion) {
    this->body_->require_failed("flush");
    unsigned told = detail::flush_sends(sq(), on_completion);
    if constexpr (verbs::receives<endpoint>) {
      told += detail::flush_receives(rq(), this->qpn(), on_completion);
    }
    return told;
  }

  /// Completes all outstanding WQEs before close(): moves the queue pair to ERROR, and polls until
  /// every WQE has completed or was flushed. `cqs` are its one or two completion queues; the
  /// callback gets all completions there, including those of other queue pairs. Returns false if
  /// the time limit passes first. Call it on the thread that polls, when no thread posts any more.
  /// On a failed device, it calls flush(). Receives of an SRQ stay in the SRQ. If RecvEntry is
  /// verbs::on_srq_or_own, the messages that took some have completed.
  template <class OnCompletion, class... Cqs>
  bool drain(OnCompletion&& on_completion, verbs::wait_limit limit, Cqs&... cqs) {
    static_assert(sizeof...(Cqs) != 0, "name the completion queues of the queue pair");
    const auto until = verbs::deadline_after(limit);
    // Messages that took receives of an SRQ complete before a marker.
    const bool needs_marker = is_on_srq() && this->state() != qp_state::reset;
    bool marked = false;
    const auto is_done = [&] { return is_idle() && (marked || !needs_marker); };
    if (is_done()) return true;
    if (!this->body_->device_failed()) {
      if (this->state() != qp_state::error) this->to_error();
      hand_over();
      if (has_sends()) ring_doorbell();  // the device flushes only WQEs that were rung
      if constexpr (verbs::receives<endpoint>) {
        if (!is_on_srq()) ring_recv_doorbell();
      }
    }
    while (!is_done() && !this->body_->device_failed()) {
      if (!marked && (has_sends() || needs_marker) && sq().post_marker()) {
        marked = true;
        ring_doorbell();
      }
      if ((cqs.poll(on_completion) + ...) == 0 && !verbs::pause(until)) return false;
    }
    if (!is_idle()) flush(on_completion);
    return true;
  }

  /// Returns the counters of the send queue, if it has the policy counting::counters::kept. Any thread
  /// may read them while a handle of the queue pair exists.
  const auto& counters() const noexcept { return sq().counters(); }

  /// Returns the send queue.
  auto& sq() const noexcept { return typed_body().endpoint.sq; }

  /// Returns the receive queue; if there is an SRQ, the SRQ's queue.
  auto& rq() const noexcept { return typed_body().endpoint.rq; }

 private:
  /// Returns true if no WQE is outstanding.
  bool is_idle() const noexcept {
    if constexpr (verbs::receives<endpoint>) {
      if (rq().pi() != rq().ci()) return false;
    }
    return !has_sends();
  }
  bool has_sends() const noexcept { return sq().available() != sq().wqebbs(); }

  /// Returns true if the queue pair might have its own receive queue, and has an SRQ.
  bool is_on_srq() const noexcept {
    if constexpr (requires(endpoint & one) { one.rq.is_shared(); }) return rq().is_shared();
    return false;
  }

  auto& typed_body() const noexcept {
    return static_cast<verbs::typed_qp_body<endpoint>&>(*this->body_);
  }

  /// Returns the parents of a queue pair with an SRQ. There may be thousands of these, so a completion
  /// queue for both sides is listed once.
  static std::vector<verbs::ref<verbs::body>> parents_of(const verbs::qp_domain& domain,
                                                         const verbs::ref<verbs::body>& send_cq,
                                                         const verbs::ref<verbs::body>& recv_cq,
                                                         const verbs::ref<verbs::body>& srq) {
    if (send_cq.get() == recv_cq.get()) return {domain.parent(), send_cq, srq};
    return {domain.parent(), send_cq, recv_cq, srq};
  }

  static qp_attributes with_room(qp_attributes attributes) noexcept {
    attributes.max_send_wqebbs = std::max(attributes.max_send_wqebbs, send_queue_type::min_wqebbs);
    return attributes;
  }
};

/// A reliable connection: one peer, in order, every operation.
template <class Entry, class RecvEntry = Entry, auto... Policies>
using rc_qp = qp<rc, Entry, RecvEntry, Policies...>;

/// An unreliable connection: one peer, without acknowledgements; SEND and WRITE only.
template <class Entry, class RecvEntry = Entry, auto... Policies>
using uc_qp = qp<uc, Entry, RecvEntry, Policies...>;

/// A queue pair for unreliable datagrams. The address vector of each WQE selects the peer.
template <class Entry, class RecvEntry = Entry, auto... Policies>
using ud_qp = qp<ud, Entry, RecvEntry, Policies...>;

/// A dynamically connected initiator: reliable, and each WQE selects its peer.
template <class Entry, auto... Policies>
using dci_qp = qp<dci, Entry, void, Policies...>;

/// The sending half of an XRC connection. Each WQE selects a shared receive queue at the peer,
/// which is an xrc_recv_qp.
template <class Entry, auto... Policies>
using xrc_send_qp = qp<xrc, Entry, void, Policies...>;

/// A queue pair for Ethernet frames. Receives may be posted before activate(), but they receive
/// nothing until then.
template <class Entry, class RecvEntry = Entry, auto... Policies>
using raw_packet_qp = qp<raw_packet, Entry, RecvEntry, Policies...>;

}  // namespace verbatim
