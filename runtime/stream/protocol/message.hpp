// The messages of a stream, on the wire.
#pragma once

#include <cstdint>
#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::stream::detail::protocol {

/// The kind of a message. A data message fills a slot of the peer and needs a credit. Each other
/// kind has its own receive, because at most one message of the kind is in flight.
enum class kind : std::uint8_t {
  data = 1,
  blocked,  ///< the sender waits for credits, or for room in the ring
  update,   ///< the reply to BLOCKED, with a new limit
  fin,      ///< the sender sends no more data
  reset,    ///< the stream is over; the code is the reason
  ping,
  pong,
  returned,  ///< a lent message was read: the sender may use its memory again
};

/// The receives that a peer needs besides those for data: one for each other kind.
constexpr std::uint32_t control_receives = 7;

/// The same for a stream that never lends a message, and so gets none back.
constexpr std::uint32_t control_receives_without_lending = control_receives - 1;

/// The most messages that may wait at the peer: 2^15 - 1.
constexpr std::uint32_t most_window = 0x7fff;

/// The bits of the code of a data message.
constexpr std::uint16_t ends_message = 1;
constexpr std::uint16_t is_lent = 2;     ///< the bytes say where the message is: see lent_body
constexpr std::uint16_t holds_many = 4;  ///< the bytes are whole messages: see gathered.hpp

/// The immediate data of every message. If a device has none, as on iWARP, these 32 bits are in front of
/// the bytes of the message: see written_header.
///
///   31..16  the low half of the sender's limit: how many messages its peer may ever send
///   15..12  kind
///   11..0   code: of a reset, its reason; of data, bit 0 ends a message, bit 1 lends one, and bit 2
///           is set if there are several: see gathered.hpp
struct header {
  kind what = kind::data;
  std::uint16_t limit = 0;  ///< the low half
  std::uint16_t code = 0;   ///< 12 bits

  constexpr std::uint32_t pack() const noexcept {
    return std::uint32_t{limit} << 16 | static_cast<std::uint32_t>(what) << 12 | (code & 0xfffu);
  }
  static constexpr header unpack(std::uint32_t imm) noexcept {
    return {static_cast<kind>(imm >> 12 & 0xf), static_cast<std::uint16_t>(imm >> 16),
            static_cast<std::uint16_t>(imm & 0xfff)};
  }

  bool operator==(const header&) const = default;
};

/// A header in front of the bytes of a message. Little-endian. It has the length of the largest numbers, so
/// that the bytes behind it are aligned as they are without it.
struct written_header {
  std::uint32_t header = 0;
  std::uint32_t nothing = 0;
};

/// The bytes of every message that is not data. They are needed because some devices lose messages
/// without bytes.
struct control_body {
  /// Little-endian. BLOCKED: a limit after this one is needed. UPDATE: the new limit.
  std::uint32_t limit = 0;
};

/// The bytes of a lent message: its place in the memory of its sender. Little-endian.
struct lent_body {
  std::uint64_t addr = 0;
  std::uint32_t rkey = 0;
  std::uint32_t length = 0;  ///< bytes of the message
};

/// Returns true if `a` comes after `b`, where both count modulo 2^32.
constexpr bool after(std::uint32_t a, std::uint32_t b) noexcept {
  return static_cast<std::int32_t>(a - b) > 0;
}

/// Returns the number nearest to `near` whose low half is `low`.
constexpr std::uint32_t widened(std::uint16_t low, std::uint32_t near) noexcept {
  return near + static_cast<std::uint32_t>(
                    static_cast<std::int32_t>(static_cast<std::int16_t>(low - near)));
}

}  // namespace verbatim::stream::detail::protocol
