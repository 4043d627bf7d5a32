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
}  // namespace detail

/// Options of resolve().
struct resolve_options {
  cm::kind kind = kind::rc;  ///< the kind of queue pair to connect

  /// The address to come from, with a port or 0. Default: as the system's routes say.
  std::optional<address> source = std::nullopt;

  id_options id = {};

  /// The time limit for the name, the address and the route together.
  std::chrono::milliseconds timeout = std::chrono::seconds(5);
};

/// The way to a peer: the device and port that it leaves through, and what every packet of it has. It
/// can be used for one connection.
class route {
 public:
  route(route&&) noexcept = default;
  route& operator=(route&&) noexcept = default;

  /// Returns the name of the device that the way leaves through, for open_device().
  std::string device() const;

  /// Returns the device's port, from 1.
  std::uint8_t port() const;

  /// Returns the addresses and port numbers of both ends.
  address local() const;
  address peer() const;

  /// Returns the way as this end sees it, without what the queue pairs settle; nothing on iWARP.
  std::optional<verbatim::path> path() const;

  /// Connects a queue pair, which is in RESET, and returns when it is in RTS. Throws a cm::error if the
  /// peer rejects or does not answer in time; the queue pair is then in RESET or ERROR. On iWARP this
  /// end has to send first, into a receive that is posted.
  [[nodiscard]] connection connect(const connected_qp& qp, const connect_options& options = {}) &&;

  /// Begins to connect. The callback gets the connection or the error, on the thread that drives the
  /// reactor. Throws if the queue pair does not fit the route.
  void connect(const connected_qp& qp, const connect_options& options,
               std::function<void(outcome<connection>)> callback) &&;

  /// Used by this library to make one.
  route(std::shared_ptr<detail::cm_id> id, cm::kind kind) noexcept
      : id_(std::move(id)), kind_(kind) {}

 private:
  std::shared_ptr<detail::cm_id> taken(const char* call);

  std::shared_ptr<detail::cm_id> id_;
  cm::kind kind_;
};

/// Finds the way to a host, which is a name or a number, and a service, a port number or a name of
/// /etc/services. If the host has several addresses, it is the way to the first that has one. Throws an
/// error that says which step failed.
route resolve(const reactor& loop, const std::string& host, const std::string& service,
              const resolve_options& options = {});
route resolve(const reactor& loop, const address& peer, const resolve_options& options = {});

/// Begins to find the way. The callback gets it or the error, on the thread that drives the reactor.
/// Names are looked up on a thread of their own.
void resolve(const reactor& loop, const std::string& host, const std::string& service,
             const resolve_options& options, std::function<void(outcome<route>)> callback);
void resolve(const reactor& loop, const address& peer, const resolve_options& options,
             std::function<void(outcome<route>)> callback);

}  // namespace verbatim::cm
