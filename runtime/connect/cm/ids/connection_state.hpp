// The connection behind the handles, and the steps that make one.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/connect/cm/connection.hpp"
#include "verbatim/connect/cm/ids/cm_id.hpp"

namespace verbatim::cm::detail {

/// A queue pair and the id that connects it.
struct connection_state : std::enable_shared_from_this<connection_state> {
  /// `qp` is empty if the connection has no queue pair of its own.
  connection_state(std::shared_ptr<cm_id> id, std::optional<connected_qp> qp);
  ~connection_state();

  /// Begins to handle the events of the id, after the connection is made.
  void begin(std::span<const std::byte> private_data);

  /// Records that the connection has ended. Returns false if it had ended already.
  bool end(ending how) noexcept;

  /// Moves the queue pair to ERROR if it still exists.
  void fail_qp() noexcept;

  void on_event(const event& event);
  void disconnect(std::chrono::milliseconds linger, std::function<void(ending)> callback);

  std::shared_ptr<cm_id> id;
  std::optional<connected_qp> qp;
  bool iwarp;
  address local, peer;
  std::vector<std::byte> data;
  std::atomic<ending> how = ending::not_yet;
  std::mutex mutex;  ///< protects `told`
  std::function<void(ending)> told;
};

using connect_handler = std::function<void(outcome<connection>)>;

/// Throws if the queue pair cannot be connected along the id's route: another device, port or kind.
void check_fits(const cm_id& id, const any_qp& qp, ibv_qp_type type, std::string_view call);

/// Throws if the id's route does not leave through this port of the device. A port of 0 is any.
void check_way(const cm_id& id, std::string_view device, std::uint8_t port,
               const std::string& object, std::string_view call);

/// The numbers of outstanding READs and atomics that both ends support.
struct rd_atomic_limits {
  std::uint8_t served;     ///< from the peer to this end
  std::uint8_t initiated;  ///< from this end to the peer
};

/// Moves the queue pair from RESET to RTS with the attributes of rdma_cm; receives are posted
/// before RTR. On iWARP, moves it only to INIT: the kernel does the rest.
void bring_up(const cm_id& id, connected_qp& qp, const end_options& options,
              const std::optional<verbatim::ece>& of_peer,
              const std::optional<rd_atomic_limits>& limits);

/// Sends the request of a resolved id, and calls back when the connection is made or has failed.
void start_connect(const std::shared_ptr<cm_id>& id, const connected_qp& qp, ibv_qp_type type,
                   const connect_options& options, connect_handler handler);

/// Accepts a request, and calls back when the peer has confirmed or the connection has failed.
void start_accept(const std::shared_ptr<cm_id>& id, const connected_qp& qp, ibv_qp_type type,
                  const event& request, const accept_options& options, connect_handler handler);

}  // namespace verbatim::cm::detail
