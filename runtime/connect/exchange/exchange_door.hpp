// The door of an exchange::server: it accepts clients, and handles a lack of room for them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "verbatim/connect/exchange/exchange_error.hpp"
#include "verbatim/connect/exchange/frame_socket.hpp"

namespace verbatim::detail {

/// The silence after which a client that is not connected yet may be replaced by another.
constexpr std::chrono::milliseconds brief_silence(1000);

/// A listener that counts places and file descriptors, and keeps one descriptor for a client that
/// it refuses.
class exchange_door {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  enum class welcome {
    take,     ///< there is room
    replace,  ///< there is room if the idlest client is removed
    refuse,   ///< there has been no room for a while: new clients are refused with an error
    wait,     ///< there may be room soon: new clients stay in the listener's queue
  };

  /// The clients that have a place.
  struct crowd {
    std::size_t clients = 0;  ///< clients that are not leaving
    std::size_t leaving = 0;  ///< clients that got their last frame, but are not closed yet
    std::optional<time_point>
        idlest;  ///< last sign of life of the idlest client that may be replaced
  };

  /// Listens on the port. Throws if the port is taken. `timeout` is that of the whole exchange.
  exchange_door(const std::string& address, std::uint16_t port, std::size_t places,
                std::chrono::milliseconds timeout);

  int fd() const noexcept { return listener_.fd(); }
  std::uint16_t port() const { return listener_.port(); }

  welcome ask(time_point now, const crowd& inside);

  /// Returns the time for the next attempt after `wait`, if nothing else happens.
  time_point next_look(time_point now) const noexcept;

  /// Accepts a waiting client. Returns nothing if none waits, or if it cannot be accepted.
  std::optional<frame_socket> admit(time_point now);

  /// Does the same with the descriptor that is reserved for refused clients.
  std::optional<frame_socket> admit_to_refuse(time_point now);

  /// Returns the reason why a client was refused.
  exchange::error refusal(const std::string& peer) const;

 private:
  std::optional<frame_socket> accept(time_point now);

  frame_listener listener_;
  owned_fd reserve_;
  std::size_t places_;
  std::chrono::milliseconds timeout_;
  std::optional<time_point> full_since_;
  time_point retry_{};         // the earliest next attempt after accept(2) failed
  bool lacks_places_ = false;  // if it is full: true for places, false for descriptors or memory
  bool is_short_ = false;      // the last accept(2) failed because of descriptors or memory
};

}  // namespace verbatim::detail
