// A queue pair of any type: its states, its address and its connection. See qp.hpp and verbs_qp.hpp
// for how to post.
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

/// The part of a queue pair that does not depend on who posts, and how.
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

  /// Goes from RESET to RTS, without a peer.
  void activate(const activate_attributes& attributes);
  void to_error();
  void to_reset();

  /// Takes note of a state that the kernel has brought it to by itself, as on iWARP.
  void follow(qp_state state) noexcept { state_ = state; }

  void attach(const multicast_group& group);
  void detach(const multicast_group& group);

  /// Throws an error that names the port's state, unless the port carries traffic.
  void require_active_port(std::string_view call) const;

  /// Forgets whatever was posted, because the queue pair has been reset. Not called under the lock.
  virtual void reset_queues() noexcept {}

  /// Makes the posted receives known to the device, where that had to wait for RTR.
  virtual void release_receives() noexcept {}

  /// True once the device is known to have failed.
  bool device_failed() const noexcept { return context_.failed(); }

  /// Throws if it is closed, or if the device still works.
  void require_failed(std::string_view call) const { verbs::require_failed(*this, context_, call); }

 protected:
  /// Throws if the port does not exist, or does not suit the transport.
  qp_body(context_body& context, verbs::transport transport, std::uint8_t port,
          std::optional<std::uint16_t> gid_index);

  /// Takes over the verbs object that was made.
  void adopt(native_ptr<ibv_qp> native) noexcept;

  /// Takes over an object that others have brought to this state.
  void adopt(native_ptr<ibv_qp> native, qp_state state) noexcept {
    adopt(std::move(native));
    state_ = state;
  }

  /// Takes the number of an object that verbs do not know.
  void adopt(std::uint32_t qpn) noexcept { qpn_ = qpn; }

  context_body& context() const noexcept { return context_; }
  virtual void apply(qp_transition& transition, std::string_view remedy);
  void refuse_iwarp(std::string_view call) const;

  /// Asks the device for all that it knows of the QP. Returns 0, or what the verb that failed
  /// returned.
  virtual int ask(ibv_qp_attr& said) const noexcept;

  int destroy() noexcept override;
  std::optional<std::uint32_t> take_async_event(const void* native,
                                                async_event_type what) noexcept override;

 private:
  /// Forgets completions that nobody has polled, because the queue pair has been reset.
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
  native_ptr<ibv_qp> native_;  // null for a queue pair made by DevX
  std::uint32_t qpn_ = 0;
};

/// Throws if more of `what` is asked for than the device's `limit`, which is `value`.
void check_limit(const pd_body& pd, std::string_view what, std::uint32_t asked,
                 std::string_view limit, std::uint32_t value);

}  // namespace verbs

/// A handle of a queue pair of any type.
class any_qp : public handle<verbs::qp_body> {
 public:
  /// Returns the QP's number, 24 bits.
  std::uint32_t qpn() const noexcept { return body_->qpn(); }

  /// Returns the state that this library brought it to, or ERROR once context::wait_event() has
  /// told of an event that put it there. The device may have put it in ERROR since: query() tells.
  qp_state state() const noexcept { return body_->state(); }

  /// Asks the device for the state and for the attributes that it was given. state() returns the
  /// same from then on.
  queried_qp query();

  /// Returns what the peer has to know: to connect() to this end or, without a connection, to send
  /// to it. It changes with reset().
  qp_address address() const;

  /// Returns the kind of queue pair.
  verbs::transport transport() const noexcept { return body_->transport(); }

  /// Returns everything that a connection has to know of this end: its port with the tables, the
  /// device's limits and the queue pair's number. Paths are filled from it.
  verbatim::local_end local_end() const;

  /// Goes to ERROR: everything that was posted completes with cqe_syndrome::wr_flush_err.
  void to_error();

  /// Goes back to RESET: everything that was posted is forgotten and does not complete, and the QP
  /// can be connected again under a new address(). No WQE may be under construction on its queues.
  void reset();

  /// Returns the verbs object, for calls that this library does not make. It is null after close(),
  /// and if a completion queue of this QP is of a format that only DevX makes. Never post by verbs
  /// to a queue pair that is posted to directly.
  ibv_qp* native() const noexcept { return body_->native(); }

  /// Returns the DevX object if a completion queue is of such a format, and null otherwise.
  mlx5dv_devx_obj* devx() const noexcept { return body_->devx(); }

 protected:
  explicit any_qp(verbs::ref<verbs::qp_body> body) noexcept : handle(std::move(body)) {}
};

/// A UD, DCI or raw packet queue pair, whose WQEs say themselves where they go.
class unconnected_qp : public any_qp {
 public:
  /// Goes from RESET to RTS.
  void activate(const activate_attributes& attributes = {});

  /// Goes from RESET to RTS with the port's side of the path. The peers come with each WQE.
  void activate(const path& way);

 protected:
  using any_qp::any_qp;
};

/// A UD queue pair. In any state from RTR on, it also receives what is sent to the multicast groups
/// that it is attached to.
class datagram_qp : public unconnected_qp {
 public:
  /// Attaches to a multicast group. On InfiniBand the port must have joined the group (by the
  /// subnet administrator, or rdma_cm), which has given it the LID. On RoCE the network interface
  /// must have joined it where switches filter (IP_ADD_MEMBERSHIP, or rdma_cm). reset() keeps the
  /// attachment, and close() detaches. Attaching twice does nothing.
  void attach(const multicast_group& group);

  /// Detaches from the group. Throws if it is not attached to it.
  void detach(const multicast_group& group);

 protected:
  using unconnected_qp::unconnected_qp;
};

/// An RC, UC or XRC queue pair. Its states are RESET → to_init() → INIT → to_rtr() → RTR → to_rts()
/// → RTS, and connect() does all of it. Receives can be posted from INIT on, and sends in RTS.
class connected_qp : public any_qp {
 public:
  /// Goes to RTS from RESET or INIT. Throws an error that names the port's state if the port does
  /// not carry traffic. The three steps alone do not check that, so that a program can connect
  /// before the link is up.
  void connect(const qp_address& peer, const connect_attributes& attributes = {});

  /// Goes to RTS from RESET or INIT along a path, on RoCE or InfiniBand. Throws like the other
  /// connect(), and an error that names the fields of the path which are not set. Tell the peer
  /// before it sends: it can send as soon as this end is in RTR.
  void connect(const path& way, std::optional<access> qp_access_flags = std::nullopt);

  /// Returns what the device can do beyond the standard: in RESET, what it offers the peer; after
  /// set_ece() and in RTR, the part of the peer's offer that it takes. Returns nothing if the
  /// device knows of no such options.
  std::optional<ece> query_ece() const;

  /// Passes on what the peer has offered; called in RESET. Returns false if the device does not
  /// support this, and then connects as always.
  bool set_ece(const ece& of_peer);

  // The single steps of connect(), with an address or along a path.

  /// Goes from RESET to INIT. Throws an error that names an attribute which is missing or not
  /// allowed.
  void to_init(const init_attributes& attributes = {});
  void to_init(const path& way, std::optional<access> qp_access_flags = std::nullopt);

  /// Goes from INIT to RTR, and connects to the peer. Throws like to_init().
  void to_rtr(const qp_address& peer, const rtr_attributes& attributes = {});
  void to_rtr(const path& way);

  /// Goes from RTR to RTS. Throws like to_init().
  void to_rts(const rts_attributes& attributes = {});
  void to_rts(const path& way);

 protected:
  using any_qp::any_qp;
};

}  // namespace verbatim
