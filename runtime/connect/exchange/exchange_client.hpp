// The client of an endpoint exchange over TCP: the end that begins it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "verbatim/connect/exchange/exchange_steps.hpp"
#include "verbatim/connect/exchange/frame_socket.hpp"

namespace verbatim {

/// Options of an exchange_client.
struct exchange_client_options {
  /// The time limit of the whole exchange.
  std::chrono::milliseconds timeout = std::chrono::seconds(10);

  /// The id of the exchange. An end that starts over passes its old nonce and a higher generation.
  /// Default: a new id.
  std::optional<exchange_id> id = std::nullopt;
};

/// A connection between a queue pair of this program and one that an exchange_server made.
class exchange_client {
 public:
  /// Brings side.qp from RESET to RTS, and returns when the other queue pair is in RTS too. Throws
  /// an exchange_error; side.qp is then in ERROR if it is for this peer alone and had left RESET.
  /// Blocks until the timeout at most, but the resolution of a host name may take longer.
  exchange_client(const std::string& host, std::uint16_t port, exchange_side side,
                  const exchange_client_options& options = {});

  /// Returns the agreement of both ends.
  const agreement& agreed() const noexcept { return steps_.agreed(); }

  /// Returns the id of the exchange.
  const exchange_id& id() const noexcept { return steps_.id(); }

  /// Says that the connection is no longer used, and waits until the server has taken the message.
  /// If the client is destroyed without this call, the server gets an error.
  void bye(std::chrono::milliseconds timeout = std::chrono::seconds(10));

 private:
  exchange_client(const std::string& host, std::uint16_t port, exchange_side side,
                  const exchange_client_options& options, frame_socket::time_point deadline);
  void give_up(const exchange_error& failure, frame_socket::time_point deadline) noexcept;

  frame_socket socket_;
  exchange_offerer steps_;
};

}  // namespace verbatim
