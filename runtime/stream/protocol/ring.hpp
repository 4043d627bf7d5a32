// The ring of a stream: memory at one end, into which the other end writes long messages. Both ends count its
// bytes, so a message does not carry the place of its bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "verbatim/stream/protocol/message.hpp"

namespace verbatim::stream::detail::protocol {

/// A message in the ring of the peer, which has not released it yet.
struct ring_piece {
  std::uint32_t message = 0;  ///< the number of data messages sent up to it and with it
  std::uint32_t bytes = 0;

  bool operator==(const ring_piece&) const = default;
};

/// The sender's account of the peer's ring. A list of `ring_piece` belongs to it, whose length is
/// the window of the peer.
struct ring_out {
  std::uint32_t bytes = 0;             ///< of the ring; 0 if there is none
  std::uint32_t at = 0;                ///< the offset of the next message
  std::uint32_t used = 0;              ///< bytes of the messages in the list
  std::uint32_t first = 0, count = 0;  ///< the part of the list that is in use

  bool operator==(const ring_out&) const = default;
};

/// The receiver's account of its ring.
struct ring_in {
  std::uint32_t bytes = 0;        ///< of the ring; 0 if there is none
  std::uint32_t at = 0;           ///< the offset of the next message
  std::uint32_t used = 0;         ///< bytes of messages that were received and not released
  std::uint32_t unannounced = 0;  ///< bytes that were released since the last announced limit

  bool operator==(const ring_in&) const = default;
};

/// Returns the offset that follows a message.
constexpr std::uint32_t behind(std::uint32_t at, std::uint32_t length,
                               std::uint32_t bytes) noexcept {
  return length == bytes - at ? 0 : at + length;
}

/// Returns the length of the next message, if `left` bytes have to be sent: at most half of the
/// ring, and not beyond its end. There must be a ring.
constexpr std::uint32_t piece_of(const ring_out& ring, std::uint32_t left) noexcept {
  return std::min({left, std::max(1u, ring.bytes / 2), ring.bytes - ring.at});
}

/// Frees the bytes of the messages that the peer has released. `released` is their number.
constexpr void free_released(ring_out& ring, std::span<const ring_piece> pieces,
                             std::uint32_t released) noexcept {
  while (ring.count != 0 && !after(pieces[ring.first].message, released)) {
    ring.used -= pieces[ring.first].bytes;
    if (++ring.first == pieces.size()) ring.first = 0;
    --ring.count;
  }
}

/// Returns true if the ring has room for a message.
constexpr bool has_room(const ring_out& ring, std::uint32_t length) noexcept {
  return length <= ring.bytes - ring.used;
}

/// Returns the message that the peer has to release, so that there is room for so many bytes. There
/// must be no room yet.
constexpr std::uint32_t message_in_the_way(const ring_out& ring, std::span<const ring_piece> pieces,
                                           std::uint32_t length) noexcept {
  auto free = ring.bytes - ring.used;
  auto at = ring.first;
  for (;;) {
    free += pieces[at].bytes;
    if (free >= length) return pieces[at].message;
    if (++at == pieces.size()) at = 0;
  }
}

/// Records that a message is written, whose number is `message`. Returns its offset. Free what the
/// peer has released first.
constexpr std::uint32_t fill(ring_out& ring, std::span<ring_piece> pieces, std::uint32_t message,
                             std::uint32_t length) noexcept {
  const auto at = ring.at;
  auto last = ring.first + ring.count++;
  if (last >= pieces.size()) last -= static_cast<std::uint32_t>(pieces.size());
  pieces[last] = {message, length};
  ring.used += length;
  ring.at = behind(at, length, ring.bytes);
  return at;
}

/// Records that a message has arrived in the ring. Returns its offset, or nothing if no peer writes
/// such a message: it is longer than the free bytes, or goes beyond the end of the ring.
constexpr std::optional<std::uint32_t> arrive(ring_in& ring, std::uint32_t length) noexcept {
  if (length > ring.bytes - ring.at || length > ring.bytes - ring.used) return std::nullopt;
  const auto at = ring.at;
  ring.used += length;
  ring.at = behind(at, length, ring.bytes);
  return at;
}

/// Returns true if enough bytes are free that a limit should be sent, although nothing waits for it:
/// a quarter of the ring.
constexpr bool is_worth_announcing(const ring_in& ring) noexcept {
  return ring.bytes != 0 && ring.unannounced >= ring.bytes / 4 && ring.unannounced != 0;
}

}  // namespace verbatim::stream::detail::protocol
