// A queue pair of any type: its states, its address and its connection. See qp.hpp and verbs_qp.hpp
// for posting.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/memory/access.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/multicast_group.hpp"
#include "verbatim/verbs/queue_pair/qp_address.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"
#include "verbatim/verbs/queue_pair/queried_qp.hpp"
#include "verbatim/verbs/values/local_end.hpp"
#include "verbatim/verbs/values/path.hpp"
#include "verbatim/verbs/values/port.hpp"
#include "verbatim/verbs/values/transport.hpp"

namespace verbatim {
namespace verbs {

class qp_transition;

/// The part of a queue pair that does not depend on posting.
class qp_body : public body {
 public:
  ibv_qp* native() const noexcept { return native_.get(); }
  virtual mlx5dv_devx_obj* devx() const noexcept { return nullptr; }
  std::uint32_t qpn() const noexcept { return qpn_; }
  qp_state state() const noexcept { return state_.load(std::memory_order_relaxed); }
  std::string describe() const override;
  verbs::transport transport() const noexcept { return transport_; }
  std::uint8_t port_number() const noexcept { return port_; }
  const context_body& device() const noexcept { return context_; }

  qp_address address() const;
  verbatim::local_end local_end() const;
  queried_qp query();
  std::optional<verbatim::ece> query_ece() const;
  bool set_ece(const verbatim::ece& ece);
  void to_init(const init_attributes& attributes);
  void to_rtr(const qp_address& peer, const rtr_attributes& attributes);
  void to_rts(const rts_attributes& attributes);

  /// Moves from RESET to RTS, without a peer.
  void activate(const activate_attributes& attributes);
  void to_error();
  void to_reset();

  /// Records a state to which the kernel has moved the queue pair by itself, as on iWARP.
  void follow(qp_state state) noexcept { state_ = state; }

  void attach(const multicast_group& group);
  void detach(const multicast_group& group);

  /// Throws an error with the port's state, unless the port is active.
  void require_active_port(std::string_view call) const;

  /// Forgets all posted WQEs after a reset. Not called under the lock.
  virtual void reset_queues() noexcept {}

  /// Publishes the posted receives to the device if that had to wait for RTR.
  virtual void release_receives() noexcept {}

  /// Returns true once the device is known to have failed.
  bool device_failed() const noexcept { return context_.failed(); }

  /// Throws if it is closed, or if the device has not failed.
  void require_failed(std::string_view call) const { verbs::require_failed(*this, context_, call); }

 protected:
  /// Throws if the port does not exist, or if it has the wrong link layer for the transport.
  qp_body(context_body& context, verbs::transport transport, std::uint8_t port,
          std::optional<std::uint16_t> gid_index);

  /// Takes over the new ibv_qp.
  void adopt(native_ptr<ibv_qp> native) noexcept;

  /// Takes over an ibv_qp that other code has moved to this state.
  void adopt(native_ptr<ibv_qp> native, qp_state state) noexcept {
    adopt(std::move(native));
    state_ = state;
  }

  /// Takes over the number of an object that libibverbs does not know.
  void adopt(std::uint32_t qpn) noexcept { qpn_ = qpn; }

  context_body& context() const noexcept { return context_; }
  virtual void apply(qp_transition& transition);
  void refuse_iwarp(std::string_view call) const;

  /// Queries all attributes of the QP from the device. Returns 0, or the error of the function that
  /// failed.
  virtual int ask(ibv_qp_attr& said) const noexcept;

  int destroy() noexcept override;
  std::optional<std::uint32_t> take_async_event(const void* native,
                                                async_event_type what) noexcept override;

 private:
  /// Drops the queued completions after a reset.
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
  std::optional<mtu> path_mtu_;        // set for a DCI
  std::optional<std::uint32_t> qkey_;  // set for UD
  std::vector<multicast_group> groups_;
  native_ptr<ibv_qp> native_;  // null for a queue pair made by DevX
  std::uint32_t qpn_ = 0;
};

/// Throws if `asked` of `what` is more than `value`, the device's `limit`.
void check_limit(const pd_body& pd, std::string_view what, std::uint32_t asked,
                 std::string_view limit, std::uint32_t value);

}  // namespace verbs

/// A handle of a queue pair of any type.
class any_qp : public handle<verbs::qp_body> {
 public:
  /// Returns the QP's number, 24 bits.
  std::uint32_t qpn() const noexcept { return body_->qpn(); }

  /// Returns the state to which this library moved the queue pair, or ERROR once
  /// context::wait_event() has reported an event of that kind. The device may have moved it to
  /// ERROR since then; query() returns the current state.
  qp_state state() const noexcept { return body_->state(); }

  /// Queries the state and the attributes from the device. Afterwards state() returns the queried
  /// state.
  queried_qp query();

  /// Returns the address of this end. The peer needs it for connect(), or for sending without a
  /// connection. reset() changes it.
  qp_address address() const;

  /// Returns the kind of queue pair.
  verbs::transport transport() const noexcept { return body_->transport(); }

  /// Returns the values of this end that a connection needs: its port with the tables, the device's
  /// limits and the queue pair's number. Paths are filled from them.
  verbatim::local_end local_end() const;

  /// Moves to ERROR: outstanding WQEs complete with cqe_syndrome::wr_flush_err.
  void to_error();

  /// Moves back to RESET: outstanding WQEs are forgotten and do not complete, and the QP can be
  /// connected again with a new address(). No WQE may be under construction on its queues.
  void reset();

  /// Returns the ibv_qp, for calls that this library does not make. It is null after close(), and
  /// if a completion queue of this QP has a format that only DevX supports. Never post with
  /// libibverbs to a queue pair that posts directly.
  ibv_qp* native() const noexcept { return body_->native(); }

  /// Returns the DevX object if a completion queue has such a format; null otherwise.
  mlx5dv_devx_obj* devx() const noexcept { return body_->devx(); }

 protected:
  explicit any_qp(verbs::ref<verbs::qp_body> body) noexcept : handle(std::move(body)) {}
};

/// A UD, DCI or raw packet queue pair. Each of its WQEs contains the destination.
class unconnected_qp : public any_qp {
 public:
  /// Moves from RESET to RTS.
  void activate(const activate_attributes& attributes = {});

  /// Moves from RESET to RTS with this end's fields of the path. Each WQE contains its peer.
  void activate(const path& way);

 protected:
  using any_qp::any_qp;
};

/// A UD queue pair. In all states from RTR on, it also receives the datagrams of the multicast
/// groups to which it is attached.
class datagram_qp : public unconnected_qp {
 public:
  /// Attaches to a multicast group. On InfiniBand, the port must have joined the group (with the
  /// subnet administrator, or rdma_cm), from which the group's LID comes. On RoCE, the network
  /// interface must have joined it if switches filter (IP_ADD_MEMBERSHIP, or rdma_cm). reset()
  /// keeps the attachment; close() detaches. Attaching again has no effect.
  void attach(const multicast_group& group);

  /// Detaches from the group. Throws if it is not attached.
  void detach(const multicast_group& group);

 protected:
  using unconnected_qp::unconnected_qp;
};

/// An RC, UC or XRC queue pair. Its states are RESET → to_init() → INIT → to_rtr() → RTR → to_rts()
/// → RTS, and connect() takes all steps. Receives can be posted from INIT on, sends only in RTS.
class connected_qp : public any_qp {
 public:
  /// Moves from RESET or INIT to RTS. Throws an error with the port's state if the port is not
  /// active. The three single steps do not check the port, so that a program can connect before the
  /// link is up.
  void connect(const qp_address& peer, const connect_attributes& attributes = {});

  /// Moves from RESET or INIT to RTS along a path, on RoCE or InfiniBand. Throws like the other
  /// connect(). Also throws an error that names the missing fields of the path. The peer may send
  /// only when this end is in RTR, so tell the peer afterwards.
  void connect(const path& way, std::optional<access> qp_access_flags = std::nullopt);

  /// Returns the device's options beyond the standard. In RESET, these are the options that it
  /// offers to the peer. After set_ece() and in RTR, they are the part of the peer's offer that it
  /// accepts. Returns nothing if the device has no such options.
  std::optional<ece> query_ece() const;

  /// Passes the peer's offer to the device; call it in RESET. Returns false if the device does not
  /// support this; then it connects without the options.
  bool set_ece(const ece& of_peer);

  // The single steps of connect(), with an address or along a path.

  /// Moves from RESET to INIT. Throws an error that names the attributes that are missing or not
  /// allowed.
  void to_init(const init_attributes& attributes = {});
  void to_init(const path& way, std::optional<access> qp_access_flags = std::nullopt);

  /// Moves from INIT to RTR, and connects to the peer. Throws like to_init().
  void to_rtr(const qp_address& peer, const rtr_attributes& attributes = {});
  void to_rtr(const path& way);

  /// Moves from RTR to RTS. Throws like to_init().
  void to_rts(const rts_attributes& attributes = {});
  void to_rts(const path& way);

 protected:
  using any_qp::any_qp;
};

}  // namespace verbatim
