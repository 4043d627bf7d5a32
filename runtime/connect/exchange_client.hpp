// The end of an endpoint exchange over TCP that begins it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "verbatim/connect/exchange_steps.hpp"
#include "verbatim/connect/frame_socket.hpp"

namespace verbatim {

struct exchange_client_options {
  /// For the whole exchange.
  std::chrono::milliseconds timeout = std::chrono::seconds(10);

  /// Where an end begins anew: its old nonce, and a higher generation. Default: a new id.
  std::optional<exchange_id> id = std::nullopt;
};

/// A queue pair that is connected with one that an exchange_server made.
class exchange_client {
 public:
  /// Brings side.qp from RESET to RTS, and returns when the other is in RTS too. Throws an
  /// exchange_error; side.qp is in ERROR then, if it is for this peer alone and had left RESET. Blocks,
  /// until the timeout at most, but for the resolution of a host that is not an address.
  exchange_client(const std::string& host, std::uint16_t port, exchange_side side,
                  const exchange_client_options& options = {});

  const agreement& agreed() const noexcept { return steps_.agreed(); }
  const exchange_id& id() const noexcept { return steps_.id(); }

  /// Says that the connection is no longer used, and waits until the server has taken it. Whoever is
  /// destroyed without it is missed: the server learns of an error.
  void bye(std::chrono::milliseconds timeout = std::chrono::seconds(10));

 private:
  exchange_client(const std::string& host, std::uint16_t port, exchange_side side,
                  const exchange_client_options& options, frame_socket::time_point deadline);
  void give_up(const exchange_error& failure, frame_socket::time_point deadline) noexcept;

  frame_socket socket_;
  exchange_offerer steps_;
};

}  // namespace verbatim
