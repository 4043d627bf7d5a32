// Listening for connections, and the requests that arrive: the passive end.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>

#include "verbatim/connect/cm/address.hpp"
#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/connect/cm/connection.hpp"
#include "verbatim/connect/cm/id_options.hpp"
#include "verbatim/connect/cm/reactor.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"
#include "verbatim/verbs/values/path.hpp"

namespace verbatim::cm {

namespace detail {
struct dc_setup;
struct listener_state;
struct request_state;
}  // namespace detail

/// Options of a listener.
struct listener_options {
  /// The local address in numeric form, such as `10.0.0.1` or `::`. Default: all IPv4 addresses, on
  /// all devices.
  std::string address = "";
  std::uint16_t port = 0;  ///< default: any free port

  /// The most requests that can wait for the program. The kernel drops further ones, and the peers
  /// repeat them.
  int backlog = 128;

  cm::kind kind = kind::rc;  ///< the kind of queue pairs in connections
  id_options id = {};

  /// The local address instead of `address` and `port`. Set it to listen at the GID of an InfiniBand
  /// port, with address::of_gid(). Peers must resolve the same GID.
  std::optional<cm::address> at = std::nullopt;
};

/// A connection request of a peer. Accept or reject it; destroying it rejects it.
class connection_request {
 public:
  connection_request(connection_request&&) noexcept;
  connection_request& operator=(connection_request&&) noexcept;
  ~connection_request();

  /// These functions return the name of the device through which the request came, for
  /// open_device(), and the device's port.
  std::string device() const;
  std::uint8_t port() const;

  /// These functions return the addresses and port numbers of the two ends.
  address local() const;
  address peer() const;

  /// Returns the path to the peer, as seen by this end; nothing on iWARP.
  std::optional<verbatim::path> path() const;

  /// Returns the peer's private data. On InfiniBand and RoCE, zeros pad it to 56 bytes, or
  /// between GIDs to 92.
  std::span<const std::byte> private_data() const noexcept;

  /// Accepts the request with a queue pair in RESET, and returns when the peer has confirmed.
  /// Throws a cm::error if the peer does not confirm in time. The queue pair is then in RESET or
  /// ERROR.
  [[nodiscard]] connection accept(const connected_qp& qp, const accept_options& options = {}) &&;

  /// Begins to accept. The callback receives the connection or the error, on the thread that drives
  /// the reactor. Throws if the queue pair does not fit the request.
  void accept(const connected_qp& qp, const accept_options& options,
              std::function<void(outcome<connection>)> callback) &&;

  /// Rejects the request. The peer receives the data with its error.
  void reject(reject_data data = {}) &&;

  /// Moves the request to another reactor, to which its connection will belong. Call it on the
  /// thread of the first reactor, and use the result on the thread of the other.
  [[nodiscard]] connection_request migrate(const reactor& to) &&;

  /// Returns text such as `connection to 10.0.0.1:40001`.
  std::string describe() const;

  /// The constructor is for this library only.
  explicit connection_request(std::unique_ptr<detail::request_state> state) noexcept;

 private:
  friend struct detail::dc_setup;

  detail::request_state& taken(const char* call) const;

  std::unique_ptr<detail::request_state> state_;
};

inline std::ostream& operator<<(std::ostream& out, const connection_request& value) {
  return out << value.describe();
}

/// A listener for connection requests. Copies refer to the same listener, which ends when the last
/// copy is destroyed.
class listener {
 public:
  /// Begins to listen. Throws if the port is taken, if the address does not belong to this machine,
  /// or if it does not belong to an RDMA port; the error says which.
  explicit listener(const reactor& loop, const listener_options& options = {});

  /// Returns the address and the port number of the listener.
  address local() const;
  std::uint16_t port() const { return local().port(); }

  /// Returns the next request. Throws timed_out if none came in time.
  connection_request next(const verbs::wait_limit& limit = std::nullopt);

  /// Calls back with every request, on the thread that drives the reactor, beginning with the
  /// requests that already wait.
  void on_request(std::function<void(connection_request)> callback);

  bool is_open() const noexcept;

  /// Stops listening, and rejects the requests that wait. Any thread may call it.
  close_report close() noexcept;

  /// Returns text such as `listener on 0.0.0.0:7471`.
  std::string describe() const;

  bool operator==(const listener&) const noexcept = default;

 private:
  std::shared_ptr<detail::listener_state> state_;
};

inline std::ostream& operator<<(std::ostream& out, const listener& value) {
  return out << value.describe();
}

}  // namespace verbatim::cm
