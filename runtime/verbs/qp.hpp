// A queue pair that one posts to through the generated builders.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/queue/post_result.hpp"
#include "verbatim/queue/recv_queue.hpp"
#include "verbatim/queue/send_queue.hpp"
#include "verbatim/verbs/cq.hpp"
#include "verbatim/verbs/pd.hpp"
#include "verbatim/verbs/queue_pair.hpp"

namespace verbatim {
namespace verbs {

constexpr transport transport_of(rc) noexcept { return transport::rc; }
constexpr transport transport_of(uc) noexcept { return transport::uc; }

template <class Endpoint>
class typed_qp_body final : public qp_body {
 public:
  template <class SendCq, class RecvCq>
  typed_qp_body(pd_body& pd, SendCq& send_cq, RecvCq& recv_cq, const qp_attributes& attributes)
      : qp_body(pd, send_cq, recv_cq, transport_of(typename Endpoint::transport{}), attributes),
        endpoint{decltype(Endpoint::sq)(send_memory()), decltype(Endpoint::rq)(recv_memory())} {
    attachments_[0] = attach(send_cq);
    if (!same(send_cq, recv_cq)) attachments_[1] = attach(recv_cq);
  }

  void reset_queues() noexcept override {
    endpoint.sq.reset();
    endpoint.rq.reset();
  }

  Endpoint endpoint;

 private:
  template <class Cq>
  attachment attach(Cq& cq) {
    cq.queue.attach(qpn(), endpoint);
    return attachment(cq, qpn());
  }

  static bool same(const cq_body& a, const cq_body& b) noexcept { return &a == &b; }

  void close_queues() noexcept override {
    endpoint.sq.close();
    endpoint.rq.close();
  }
};

}  // namespace verbs

/// A queue pair posted to directly, without ibv_post_send. See send_queue and recv_queue for what
/// the parameters mean, and queue_pair for how it is connected.
///
///   qp.sq_wqe().write(flags).rdma(raddr, rkey).sge(addr, len, lkey).signal(entry).finish();
///   qp.ring_doorbell();
///
/// One thread at a time posts to the send side, and one to the receive side; neither while another
/// closes or resets the queue pair, or polls its completion queues. Once it is closed, finish()
/// answers post_error::closed.
template <class Transport, class Entry, class RecvEntry = Entry, auto... Policies>
class qp : public queue_pair {
 public:
  /// What completion_queue finds by QP number.
  struct endpoint {
    using transport = Transport;

    send_queue<Transport, Entry, Policies...> sq;
    recv_queue<RecvEntry> rq;
  };

  /// Sends and receives complete in one queue.
  template <class... Qps>
  qp(const verbatim::pd& pd, const cq<Qps...>& cq, const qp_attributes& attributes = {})
      : qp(pd, cq, cq, attributes) {}

  /// Sends complete in one queue, and receives in another.
  template <class... SendQps, class... RecvQps>
  qp(const verbatim::pd& pd, const cq<SendQps...>& send_cq, const cq<RecvQps...>& recv_cq,
     const qp_attributes& attributes = {})
      : queue_pair(verbs::make<verbs::typed_qp_body<endpoint>>(
            "create_qp", {pd.body(), send_cq.body(), recv_cq.body()}, *pd.body(), *send_cq.body(),
            *recv_cq.body(), with_room(attributes))) {}

  /// Begins a send WQE.
  auto sq_wqe() noexcept { return sq().sq_wqe(); }

  /// Tells the device about every send WQE finished so far.
  void ring_doorbell() noexcept { sq().ring_doorbell(); }

  /// Begins a receive WQE.
  auto rq_wqe() noexcept { return rq().rq_wqe(); }

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
    static_assert(decltype(endpoint::sq)::policies::end == ring_end::contiguous,
                  "it may be in two pieces: see sq().wqe_at()");
    const auto* at = sq().wqe_at(wqe_index);
    return {at, ctrl_seg::read(at).ds * octoword};
  }

  auto& sq() const noexcept { return typed_body().endpoint.sq; }
  auto& rq() const noexcept { return typed_body().endpoint.rq; }

 private:
  auto& typed_body() const noexcept { return static_cast<verbs::typed_qp_body<endpoint>&>(*body_); }

  static qp_attributes with_room(qp_attributes attributes) noexcept {
    attributes.max_send_wqebbs =
        std::max(attributes.max_send_wqebbs, decltype(endpoint::sq)::min_wqebbs);
    return attributes;
  }
};

/// Reliable connection: one peer, in order, every operation.
template <class Entry, class RecvEntry = Entry, auto... Policies>
using rc_qp = qp<rc, Entry, RecvEntry, Policies...>;

/// Unreliable connection: one peer, without acknowledgements; SEND and WRITE only.
template <class Entry, class RecvEntry = Entry, auto... Policies>
using uc_qp = qp<uc, Entry, RecvEntry, Policies...>;

}  // namespace verbatim
