// Datagram queue pairs that find one another by host name and port.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "verbatim/connect/cm/address.hpp"
#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/connect/cm/id_options.hpp"
#include "verbatim/connect/cm/reactor.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"

namespace verbatim::cm {

namespace detail {
class cm_id;
struct listener_state;
struct request_state;
}  // namespace detail

/// The Q_Key of datagrams between peers of rdma_cm (RDMA_UDP_QKEY). Activate the queue pair with
/// it.
inline constexpr std::uint32_t datagram_qkey = 0x01234567;

/// The destination of datagrams: a peer or a group.
struct datagram_peer {
  qp_address to = {};                  ///< the number, the LID and the GID
  path_attributes path = {};           ///< the attributes of the path to it
  std::uint32_t qkey = datagram_qkey;  ///< the Q_Key that the datagrams must carry
  std::vector<std::byte> data = {};    ///< the private data of the peer's answer

  /// Makes the address vector of datagrams to the peer: `qp.sq_wqe().av(handle.ud(peer.qkey))`.
  address_handle handle(const pd& pd) const { return address_handle(pd, to, path); }
};

/// Options of datagram_route::look_up().
struct look_up_options {
  datagram_request_data private_data = {};  ///< see datagram_request::private_data()
  std::chrono::milliseconds timeout = std::chrono::seconds(5);  ///< the time limit
};

/// Options of resolve_datagrams(), with the meaning of resolve_options.
struct datagram_options {
  std::optional<address> source = std::nullopt;  ///< the source address
  id_options id = {};
  std::chrono::milliseconds timeout = std::chrono::seconds(5);  ///< for the name, address and route
};

/// The route to a peer for datagrams. It can be used once.
class datagram_route {
 public:
  /// These functions return the name of the route's device, for open_device(), and its port.
  std::string device() const;
  std::uint8_t port() const;

  /// Asks the peer's program for its queue pair (SIDR). Throws a cm::error if it rejects, if no
  /// program listens, or if no answer came in time.
  datagram_peer look_up(const look_up_options& options = {}) &&;
  void look_up(const look_up_options& options,
               std::function<void(outcome<datagram_peer>)> callback) &&;

  /// The constructor is for this library only.
  explicit datagram_route(std::shared_ptr<detail::cm_id> id) noexcept : id_(std::move(id)) {}

 private:
  std::shared_ptr<detail::cm_id> id_;
};

/// Returns the route to a host and a service, like resolve().
datagram_route resolve_datagrams(const reactor& loop, const std::string& host,
                                 const std::string& service, const datagram_options& options = {});
void resolve_datagrams(const reactor& loop, const std::string& host, const std::string& service,
                       const datagram_options& options,
                       std::function<void(outcome<datagram_route>)> callback);

/// Returns the route to an address, which may be a GID.
datagram_route resolve_datagrams(const reactor& loop, const address& peer,
                                 const datagram_options& options = {});
void resolve_datagrams(const reactor& loop, const address& peer, const datagram_options& options,
                       std::function<void(outcome<datagram_route>)> callback);

/// A request of a peer for a queue pair to which it can send datagrams. Destroying the request
/// rejects it.
class datagram_request {
 public:
  datagram_request(datagram_request&&) noexcept;
  datagram_request& operator=(datagram_request&&) noexcept;
  ~datagram_request();

  /// These functions return the name of the device through which the request came, and its port.
  std::string device() const;
  std::uint8_t port() const;

  /// Returns the peer's private data; zeros pad it to 180 bytes, or between GIDs to 216.
  std::span<const std::byte> private_data() const noexcept;

  /// Accepts, and sends the peer the number of the queue pair, which is in RTS with datagram_qkey.
  /// The peer's own address is unknown until its first datagram arrives.
  void accept(const datagram_qp& qp, datagram_reply_data data = {}) &&;

  /// Rejects the request. The peer receives the data with its error.
  void reject(datagram_reply_data data = {}) &&;

  /// The constructor is for this library only.
  explicit datagram_request(std::unique_ptr<detail::request_state> state) noexcept;

 private:
  detail::request_state& taken(const char* call) const;

  std::unique_ptr<detail::request_state> state_;
};

/// Options of a datagram_listener, with the meaning of listener_options.
struct datagram_listener_options {
  std::string address = "";
  std::uint16_t port = 0;
  int backlog = 128;
  id_options id = {};
  std::optional<cm::address> at = std::nullopt;
};

/// A listener for requests of peers for a queue pair. Its ports belong to rdma_cm's UDP space.
class datagram_listener {
 public:
  explicit datagram_listener(const reactor& loop, const datagram_listener_options& options = {});

  /// Returns the address and the port number of the listener.
  address local() const;
  std::uint16_t port() const { return local().port(); }

  /// Returns the next request. Throws timed_out if none came in time.
  datagram_request next(const verbs::wait_limit& limit = std::nullopt);

  /// Calls back with every request, on the thread that drives the reactor.
  void on_request(std::function<void(datagram_request)> callback);

  bool is_open() const noexcept;
  close_report close() noexcept;

  bool operator==(const datagram_listener&) const noexcept = default;

 private:
  std::shared_ptr<detail::listener_state> state_;
};

}  // namespace verbatim::cm
