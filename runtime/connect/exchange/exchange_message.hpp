// The messages of the endpoint exchange, whatever format they are sent in.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include "verbatim/connect/exchange/connection_offer.hpp"

namespace verbatim::exchange {

/// The type of an exchange::frame; the values are those on the wire.
enum class frame_type : std::uint16_t {
  offer = 1,  ///< from the end that begins: its side
  answer,     ///< from the other end, whose queue pair is in RTR: the agreement and its own side
  ready,      ///< from the end that began, in RTS; then from the other one, in RTS too
  error,      ///< the exchange has failed
  bye,        ///< the connection is no longer used
};

/// Returns, for example, `OFFER`.
std::string_view name(frame_type type) noexcept;
inline std::ostream& operator<<(std::ostream& out, frame_type value) { return out << name(value); }

/// The stage that an end has reached in an exchange.
enum class stage : std::uint8_t {
  connect,    ///< reaching the peer
  offer,      ///< reading or answering an OFFER; the other end waits for the ANSWER
  negotiate,  ///< finding values that both ends support
  init,       ///< bringing the queue pair to INIT
  receives,   ///< posting the first receives
  rtr,        ///< bringing the queue pair to RTR
  rts,        ///< bringing it to RTS
  ready,      ///< waiting until the other end is in RTS
  use,        ///< connected
};

/// Returns, for example, `RTR`.
std::string_view name(exchange::stage stage) noexcept;
inline std::ostream& operator<<(std::ostream& out, stage value) { return out << name(value); }

/// The content of an ERROR frame.
struct failure {
  exchange::stage stage = exchange::stage::connect;  ///< the stage that failed
  std::uint32_t error_number = 0;                    ///< an errno of Linux; 0 if there is none
  std::string reason = "";                           ///< at most 1024 bytes of text are sent

  bool operator==(const exchange::failure&) const = default;
};

/// A message of the exchange. frame_type says which members are sent.
struct frame {
  frame_type type = frame_type::offer;  ///< the kind of the message
  exchange::id id = {};                 ///< the id of the attempt to connect
  exchange::offer offer = {};           ///< sent in OFFER and ANSWER only
  exchange::failure failure = {};       ///< sent in ERROR only

  bool operator==(const exchange::frame&) const = default;
};

}  // namespace verbatim::exchange
