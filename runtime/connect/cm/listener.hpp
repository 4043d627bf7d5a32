// Listening for connections, and the requests that come: the passive end.
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
struct listener_state;
struct request_state;
}  // namespace detail

/// Options of a listener.
struct listener_options {
  /// The local address, a number such as `10.0.0.1` or `::`. Default: all of IPv4, on all devices.
  std::string address = "";
  std::uint16_t port = 0;  ///< default: any free port

  /// The most requests that wait for the program. The kernel drops those that come then, and the peers
  /// repeat them.
  int backlog = 128;

  cm::kind kind = kind::rc;  ///< the kind of queue pairs that requests are for
  id_options id = {};
};

/// A peer that wants to connect. Accept or reject it; dropping it rejects it.
class connection_request {
 public:
  connection_request(connection_request&&) noexcept;
  connection_request& operator=(connection_request&&) noexcept;
  ~connection_request();

  /// Returns the name of the device that it came through, for open_device(), and the device's port.
  std::string device() const;
  std::uint8_t port() const;

  /// Returns the addresses and port numbers of both ends.
  address local() const;
  address peer() const;

  /// Returns the way to the peer as this end sees it; nothing on iWARP.
  std::optional<verbatim::path> path() const;

  /// Returns the peer's private data. On InfiniBand and RoCE, zeros follow up to 56 bytes.
  std::span<const std::byte> private_data() const noexcept;

  /// Accepts with a queue pair, which is in RESET, and returns when the peer has confirmed. Throws a
  /// cm::error if it does not. The queue pair is then in RESET or ERROR.
  [[nodiscard]] connection accept(const connected_qp& qp, const accept_options& options = {}) &&;

  /// Begins to accept. The callback gets the connection or the error, on the thread that drives the
  /// reactor. Throws if the queue pair does not fit the request.
  void accept(const connected_qp& qp, const accept_options& options,
              std::function<void(outcome<connection>)> callback) &&;

  /// Rejects. The peer gets the data with its error.
  void reject(reject_data data = {}) &&;

  /// Hands the request to another reactor, where its connection will be. Call it on the thread of its
  /// first one, and use the result on the other.
  [[nodiscard]] connection_request migrate(const reactor& to) &&;

  /// Returns text such as `connection to 10.0.0.1:40001`.
  std::string describe() const;

  /// Used by this library to make one.
  explicit connection_request(std::unique_ptr<detail::request_state> state) noexcept;

 private:
  detail::request_state& taken(const char* call) const;

  std::unique_ptr<detail::request_state> state_;
};

inline std::ostream& operator<<(std::ostream& out, const connection_request& value) {
  return out << value.describe();
}

/// A place where peers can connect to. Copies are the same listener; it ends with the last of them.
class listener {
 public:
  /// Listens from here on. Throws an error that says whether the port is taken, the address is not of
  /// this machine, or not of an RDMA port.
  explicit listener(const reactor& loop, const listener_options& options = {});

  /// Returns the address and the port number that it listens on.
  address local() const;
  std::uint16_t port() const { return local().port(); }

  /// Returns the next request. Throws timed_out if none came in time.
  connection_request next(const verbs::wait_limit& limit = std::nullopt);

  /// Calls back with every request, on the thread that drives the reactor, from those that wait on.
  void on_request(std::function<void(connection_request)> callback);

  bool is_open() const noexcept;

  /// Ends, and rejects the requests that wait. Any thread may call it.
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
