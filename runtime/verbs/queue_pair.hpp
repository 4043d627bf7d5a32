// A queue pair of any type: its states, its address and its connection. How one posts, qp.hpp and
// verbs_qp.hpp say.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/context.hpp"
#include "verbatim/verbs/local_end.hpp"
#include "verbatim/verbs/multicast_group.hpp"
#include "verbatim/verbs/native.hpp"
#include "verbatim/verbs/pd.hpp"
#include "verbatim/verbs/port.hpp"
#include "verbatim/verbs/qp_address.hpp"
#include "verbatim/verbs/qp_attributes.hpp"
#include "verbatim/verbs/queried_qp.hpp"
#include "verbatim/verbs/transport.hpp"

namespace verbatim {
namespace verbs {

class qp_transition;

/// What does not depend on who posts, and how.
class qp_body : public body {
 public:
  ibv_qp* native() const noexcept { return native_.get(); }
  virtual mlx5dv_devx_obj* devx() const noexcept { return nullptr; }
  std::uint32_t qpn() const noexcept { return qpn_; }
  qp_state state() const noexcept { return state_.load(std::memory_order_relaxed); }
  std::string describe() const override;
  verbs::transport transport() const noexcept { return transport_; }

  qp_address address() const;
  verbatim::local_end local_end() const;
  queried_qp query();
  std::optional<verbatim::ece> query_ece() const;
  bool set_ece(const verbatim::ece& ece);
  void to_init(const init_attributes& attributes);
  void to_rtr(const qp_address& peer, const rtr_attributes& attributes);
  void to_rts(const rts_attributes& attributes);

  /// From RESET to RTS, without a peer.
  void activate(const activate_attributes& attributes);
  void to_error();
  void to_reset();

  void attach(const multicast_group& group);
  void detach(const multicast_group& group);

  /// The queue pair has been reset: whatever was posted is forgotten. Not called under the lock.
  virtual void reset_queues() noexcept {}

  /// Makes known which receives are posted, where that had to wait for RTR.
  virtual void release_receives() noexcept {}

  /// True once the device is known to have failed.
  bool device_failed() const noexcept { return context_.failed(); }

  /// Throws if it is closed, or if the device works.
  void require_failed(std::string_view call) const { verbs::require_failed(*this, context_, call); }

 protected:
  /// Throws if the port is not there, or is none for this transport.
  qp_body(context_body& context, verbs::transport transport, std::uint8_t port,
          std::optional<std::uint16_t> gid_index);

  /// Takes over the object that has been made.
  void adopt(native_ptr<ibv_qp> native) noexcept;

  /// The same where others have brought it to that state.
  void adopt(native_ptr<ibv_qp> native, qp_state state) noexcept {
    adopt(std::move(native));
    state_ = state;
  }

  /// The same of an object that verbs do not know.
  void adopt(std::uint32_t qpn) noexcept { qpn_ = qpn; }

  context_body& context() const noexcept { return context_; }
  virtual void apply(qp_transition& transition, std::string_view remedy);
  void refuse_iwarp(std::string_view call) const;

  /// Asks the device for all that it knows of the QP: 0, or what the verb that failed returned.
  virtual int ask(ibv_qp_attr& said) const noexcept;

  int destroy() noexcept override;
  std::optional<std::uint32_t> take_async_event(const void* native,
                                                async_event_type what) noexcept override;

 private:
  /// The queue pair has been reset: what it completed and nobody has polled is forgotten.
  virtual void discard_completions() noexcept {}
  void draw_psn();
  std::uint16_t gid_index(const port& port) const;

  context_body& context_;
  verbs::transport transport_;
  std::uint8_t port_;
  std::optional<std::uint16_t> gid_index_;
  std::atomic<qp_state> state_ = qp_state::reset;
  std::uint32_t psn_ = 0;
  std::uint8_t peer_rd_atomic_ = 0;
  std::optional<mtu> path_mtu_;        // of a DCI
  std::optional<std::uint32_t> qkey_;  // of UD
  std::vector<multicast_group> groups_;
  native_ptr<ibv_qp> native_;  // null of a queue pair made by DevX
  std::uint32_t qpn_ = 0;
};

/// Throws if more of `what` is asked for than the device's limit has.
void check_limit(const pd_body& pd, std::string_view what, std::uint32_t asked,
                 std::string_view limit, std::uint32_t value);

}  // namespace verbs

/// A queue pair of any type.
class any_queue_pair : public handle<verbs::qp_body> {
 public:
  /// The QP's number, 24 bits.
  std::uint32_t qpn() const noexcept { return body_->qpn(); }

  /// Where we brought it, or ERROR once context::wait_event() has told of an event that put it there. The
  /// device may have put it in ERROR since, which query() tells.
  qp_state state() const noexcept { return body_->state(); }

  /// Asks the device for its state and for what it was given; state() says the same from then on.
  queried_qp query();

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
  /// queues is of a format that only DevX makes. What is posted directly is never posted to by verbs.
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

/// UD queue pairs, which receive what is sent to the groups that they are attached to, in any state from RTR on.
class datagram_queue_pair : public unconnected_queue_pair {
 public:
  /// On InfiniBand the port has to have joined the group (by the subnet administrator, or rdma_cm), which has
  /// given it the LID; on RoCE the network interface (IP_ADD_MEMBERSHIP, or rdma_cm) where switches filter.
  /// reset() changes nothing of it, close() detaches. Attaching twice does nothing.
  void attach(const multicast_group& group);

  /// Throws if it is not attached.
  void detach(const multicast_group& group);

 protected:
  using unconnected_queue_pair::unconnected_queue_pair;
};

/// RC, UC and XRC queue pairs. RESET → to_init() → INIT → to_rtr() → RTR → to_rts() → RTS, or connect()
/// for all of it. Receives can be posted from INIT on, and sends in RTS.
class queue_pair : public any_queue_pair {
 public:
  /// Goes as far as RTS from wherever it is, RESET or INIT.
  void connect(const qp_address& peer, const connect_attributes& attributes = {});

  /// What the device can do beyond the standard: in RESET, what it offers the peer; once set_ece() was
  /// called and the queue pair is in RTR, what of the peer's offer it takes. None if it knows of nothing.
  std::optional<ece> query_ece() const;

  /// In RESET: what the peer has said. Answers false if the device does not know it, and connects as
  /// always.
  bool set_ece(const ece& of_peer);

  void to_init(const init_attributes& attributes = {});
  void to_rtr(const qp_address& peer, const rtr_attributes& attributes = {});
  void to_rts(const rts_attributes& attributes = {});

 protected:
  using any_queue_pair::any_queue_pair;
};

}  // namespace verbatim
