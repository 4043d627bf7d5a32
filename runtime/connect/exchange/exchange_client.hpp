// The client of an endpoint exchange over TCP: the end that begins it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "verbatim/connect/exchange/exchange_steps.hpp"
#include "verbatim/connect/exchange/frame_socket.hpp"

namespace verbatim::exchange {

/// Options of a client.
struct client_options {
  /// The time limit of the whole exchange.
  std::chrono::milliseconds timeout = std::chrono::seconds(10);

  /// The id of the exchange. An end that starts over passes its old nonce and a higher generation.
  /// Default: a new id.
  std::optional<exchange::id> id = std::nullopt;
};

/// A connection between a queue pair of this program and a queue pair of a server.
class client {
 public:
  /// Brings side.qp from RESET to RTS, and returns when the other queue pair is in RTS too. Throws
  /// an exchange::error; side.qp is then in ERROR if it serves only this peer and had left RESET.
  /// Blocks at most until the timeout, but the resolution of a host name may take longer.
  client(const std::string& host, std::uint16_t port, exchange::side side,
         const client_options& options = {});

  /// Returns the agreement of both ends.
  const agreement& agreed() const noexcept { return steps_.agreed(); }

  /// Returns the id of the exchange.
  const exchange::id& id() const noexcept { return steps_.id(); }

  /// Sends BYE, which ends the use of the connection, and waits until the server has read it. If
  /// the client is destroyed without this call, the server gets an error.
  void bye(std::chrono::milliseconds timeout = std::chrono::seconds(10));

 private:
  client(const std::string& host, std::uint16_t port, exchange::side side,
         const client_options& options, detail::frame_socket::time_point deadline);
  void give_up(const exchange::error& failure, detail::frame_socket::time_point deadline) noexcept;

  detail::frame_socket socket_;
  offerer steps_;
};

}  // namespace verbatim::exchange
