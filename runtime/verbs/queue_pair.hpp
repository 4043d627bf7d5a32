// A queue pair of any type: its states, its address and its connection; qp.hpp adds posting.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "verbatim/queue/recv_queue.hpp"
#include "verbatim/queue/send_queue.hpp"
#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/cq.hpp"
#include "verbatim/verbs/devx_qp.hpp"
#include "verbatim/verbs/local_end.hpp"
#include "verbatim/verbs/native.hpp"
#include "verbatim/verbs/pd.hpp"
#include "verbatim/verbs/port.hpp"
#include "verbatim/verbs/qp_address.hpp"
#include "verbatim/verbs/qp_attributes.hpp"
#include "verbatim/verbs/srq.hpp"
#include "verbatim/verbs/transport.hpp"
#include "verbatim/verbs/uar.hpp"

namespace verbatim {
namespace verbs {

class qp_transition;

/// A queue pair's place in a completion queue, which it gives up by itself.
class attachment {
 public:
  attachment() noexcept = default;
  attachment(cq_body& cq, std::uint32_t qpn) noexcept : cq_(&cq), qpn_(qpn) {}
  attachment(attachment&& other) noexcept
      : cq_(std::exchange(other.cq_, nullptr)), qpn_(other.qpn_) {}
  attachment& operator=(attachment&& other) noexcept {
    std::swap(cq_, other.cq_);
    std::swap(qpn_, other.qpn_);
    return *this;
  }
  ~attachment() { detach(); }

  /// The queue pair has been destroyed.
  void detach() noexcept {
    if (cq_ != nullptr) std::exchange(cq_, nullptr)->detach(qpn_);
  }

  /// The queue pair has been reset.
  void discard() noexcept {
    if (cq_ != nullptr) cq_->discard(qpn_);
  }

 private:
  cq_body* cq_ = nullptr;
  std::uint32_t qpn_ = 0;
};

/// What the type of a queue pair says.
struct qp_traits {
  verbs::transport transport;
  bool receives;  ///< into a queue of its own
  dci_streams streams;
  mmio::ringers ringers;
};

/// What does not depend on the types of the queues.
class qp_body : public body {
 public:
  /// `attributes.max_send_wqebbs` holds at least one WQE of the largest size; `srq` may be null.
  qp_body(const qp_domain& domain, cq_body& send_cq, cq_body& recv_cq, srq_body* srq,
          const qp_traits& traits, const qp_attributes& attributes);

  /// A queue pair that has been made, of a transport that posts nothing.
  qp_body(context_body& context, verbs::transport transport, std::uint8_t port,
          std::optional<std::uint16_t> gid_index, native_ptr<ibv_qp> native);

  ibv_qp* native() const noexcept { return native_.get(); }
  mlx5dv_devx_obj* devx() const noexcept { return devx_ ? devx_->native() : nullptr; }
  std::uint32_t qpn() const noexcept { return qpn_; }

  /// What completions of receives carry. A raw packet QP has the number of its SQ, and its RQ another.
  std::uint32_t recv_qpn() const noexcept { return recv_qpn_; }
  qp_state state() const noexcept { return state_.load(std::memory_order_relaxed); }
  std::string describe() const override;
  verbs::transport transport() const noexcept { return transport_; }

  qp_address address() const;
  verbatim::local_end local_end() const;
  void to_init(const init_attributes& attributes);
  void to_rtr(const qp_address& peer, const rtr_attributes& attributes);
  void to_rts(const rts_attributes& attributes);

  /// From RESET to RTS, without a peer.
  void activate(const activate_attributes& attributes);
  void to_error();
  void to_reset();

  virtual void reset_queues() noexcept = 0;

  /// Makes known which receives are posted, where that had to wait for RTR.
  virtual void release_receives() noexcept {}

 protected:
  const send_queue_memory& send_memory() const noexcept { return send_memory_; }
  const recv_queue_memory& recv_memory() const noexcept { return recv_memory_; }

  int destroy() noexcept override;
  std::optional<std::uint32_t> take_async_event(const void* native,
                                                async_event_type what) noexcept override;

  /// Where the QP's numbers have been given to completion queues; they go after the QP itself.
  std::array<attachment, 3> attachments_;

 private:
  virtual void close_queues() noexcept = 0;
  void adopt(mmio::ringers ringers);
  void apply(qp_transition& transition, std::string_view remedy);
  mmio::doorbell_register* doorbell(std::byte* reg, std::uint32_t half_size,
                                    mmio::ringers ringers) const;
  void draw_psn();
  std::uint16_t gid_index(const port& port) const;

  context_body& context_;
  verbs::transport transport_;
  std::uint8_t port_;
  std::optional<std::uint16_t> gid_index_;
  std::atomic<qp_state> state_ = qp_state::reset;
  std::uint32_t psn_ = 0;
  std::uint8_t peer_rd_atomic_ = 0;
  native_ptr<ibv_qp> native_;    // null of a queue pair made by DevX
  std::optional<devx_qp> devx_;  // of no other
  std::uint32_t qpn_ = 0;
  std::uint32_t recv_qpn_ = 0;
  send_queue_memory send_memory_{};
  recv_queue_memory recv_memory_{};
};

}  // namespace verbs

/// A queue pair of any type.
class any_queue_pair : public handle<verbs::qp_body> {
 public:
  /// The QP's number, 24 bits.
  std::uint32_t qpn() const noexcept { return body_->qpn(); }

  /// Where we brought it, or ERROR once context::wait_event() has told of an event that put it there. The
  /// device may have put it in ERROR since.
  qp_state state() const noexcept { return body_->state(); }

  /// What the peer has to know: of a connection, to connect() to this end; else, to send to it.
  /// Changes with reset().
  qp_address address() const;

  /// What kind of queue pair it is.
  verbs::transport transport() const noexcept { return body_->transport(); }

  /// Everything that a connection has to know of this end: its port with the tables, the device's limits
  /// and the queue pair's number. What paths are filled from.
  verbatim::local_end local_end() const;

  /// What was posted completes with cqe_syndrome::wr_flush_err.
  void to_error();

  /// Begins anew: what was posted is forgotten and does not complete, and the QP can be connected
  /// again under a new address(). Nothing may be under construction on its queues.
  void reset();

  /// For calls that this library does not make; null after close(), and if one of its completion
  /// queues is of a format that only DevX makes. Never post to it by verbs.
  ibv_qp* native() const noexcept { return body_->native(); }

  /// The same where a completion queue is of such a format, and null elsewhere.
  mlx5dv_devx_obj* devx() const noexcept { return body_->devx(); }

 protected:
  explicit any_queue_pair(verbs::ref<verbs::qp_body> body) noexcept : handle(std::move(body)) {}
};

/// UD, DCI and raw packet queue pairs, whose WQEs say themselves where they go.
class unconnected_queue_pair : public any_queue_pair {
 public:
  /// From RESET to RTS.
  void activate(const activate_attributes& attributes = {});

 protected:
  using any_queue_pair::any_queue_pair;
};

/// RC, UC and XRC queue pairs. RESET → to_init() → INIT → to_rtr() → RTR → to_rts() → RTS, or connect()
/// for all of it. Receives can be posted from INIT on, and sends in RTS.
class queue_pair : public any_queue_pair {
 public:
  /// Goes as far as RTS from wherever it is, RESET or INIT.
  void connect(const qp_address& peer, const connect_attributes& attributes = {});

  void to_init(const init_attributes& attributes = {});
  void to_rtr(const qp_address& peer, const rtr_attributes& attributes = {});
  void to_rts(const rts_attributes& attributes = {});

 protected:
  using any_queue_pair::any_queue_pair;
};

}  // namespace verbatim
