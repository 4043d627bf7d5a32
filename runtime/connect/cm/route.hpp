// From a host name and a port to a connection: the active end.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verbatim/connect/cm/address.hpp"
#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/connect/cm/connection.hpp"
#include "verbatim/connect/cm/id_options.hpp"
#include "verbatim/connect/cm/reactor.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"
#include "verbatim/verbs/values/path.hpp"

namespace verbatim::cm {

namespace detail {
class cm_id;
struct dc_setup;
}  // namespace detail

/// Options of resolve().
struct resolve_options {
  cm::kind kind = kind::rc;  ///< the kind of queue pair to connect

  /// The source address, with a port or 0. Default: chosen by the system's routes.
  std::optional<address> source = std::nullopt;

  id_options id = {};

  /// The time limit for the name, the address and the route together.
  std::chrono::milliseconds timeout = std::chrono::seconds(5);
};

/// The route to a peer: the device and port through which it leaves, and the fields of its packets.
/// It can be used for one connection.
class route {
 public:
  route(route&&) noexcept = default;
  route& operator=(route&&) noexcept = default;

  /// Returns the name of the device through which the route leaves, for open_device().
  std::string device() const;

  /// Returns the device's port, from 1.
  std::uint8_t port() const;

  /// These functions return the addresses and port numbers of the two ends.
  address local() const;
  address peer() const;

  /// Returns the path as seen by this end, without the fields of the queue pairs; nothing on iWARP.
  std::optional<verbatim::path> path() const;

  /// Connects a queue pair in RESET, and returns when it is in RTS. Throws a cm::error if the peer
  /// rejects or does not answer in time; the queue pair is then in RESET or ERROR. On iWARP, this
  /// end has to send first, and the peer must have a receive posted.
  [[nodiscard]] connection connect(const connected_qp& qp, const connect_options& options = {}) &&;

  /// Begins to connect. The callback receives the connection or the error, on the thread that
  /// drives the reactor. Throws if the queue pair does not fit the route.
  void connect(const connected_qp& qp, const connect_options& options,
               std::function<void(outcome<connection>)> callback) &&;

  /// The constructor is for this library only.
  route(std::shared_ptr<detail::cm_id> id, cm::kind kind) noexcept
      : id_(std::move(id)), kind_(kind) {}

 private:
  friend struct detail::dc_setup;

  std::shared_ptr<detail::cm_id> taken(const char* call);

  std::shared_ptr<detail::cm_id> id_;
  cm::kind kind_;
};

/// Returns the route to a host and a service. `host` is a name or a numeric address. `service` is a
/// port number or a name from /etc/services. If the host has several addresses, the route leads to
/// the first one that has a route. Throws an error that names the step that failed.
route resolve(const reactor& loop, const std::string& host, const std::string& service,
              const resolve_options& options = {});
route resolve(const reactor& loop, const address& peer, const resolve_options& options = {});

/// Begins to resolve the route. The callback receives the route or the error, on the thread that
/// drives the reactor. Names are looked up on a separate thread.
void resolve(const reactor& loop, const std::string& host, const std::string& service,
             const resolve_options& options, std::function<void(outcome<route>)> callback);
void resolve(const reactor& loop, const address& peer, const resolve_options& options,
             std::function<void(outcome<route>)> callback);

}  // namespace verbatim::cm
