// Steps of the model of a stream that need no rules: see protocol_model.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "protocol_state.hpp"
#include "verbatim/stream/protocol/side.hpp"

namespace verbatim::testing {

/// Returns true unless the writer waits for the ring, and must wait further.
inline bool has_ring_room(const model_end& end) {
  auto ring = end.side.out.ring;
  protocol::free_released(ring, end.pieces, protocol::released_by_peer(end.side));
  return end.waiting <= 1 || protocol::has_room(ring, end.waiting - 1u);
}

/// Values that mean nothing any more become equal, so that there are fewer states.
inline void forget_what_is_over(model_end& end) {
  if (!end.side.out.wants_credit) end.side.out.needed = 0;
  if (!end.side.in.peer_is_blocked) end.side.in.too_low = 0;
  auto& ring = end.side.out.ring;
  std::array<protocol::ring_piece, 4> pieces{};
  for (std::uint32_t i = 0; i < ring.count; ++i) {
    pieces[i] = end.pieces[(ring.first + i) % end.pieces.size()];
  }
  end.pieces = pieces;
  ring.first = 0;
}

/// Returns the number that stands for a message in the ring.
inline std::uint8_t number_of(std::uint32_t message) {
  return static_cast<std::uint8_t>((message & 0x7f) + 1);
}

/// Posts a receive that a mistake has left out.
inline bool post_late(model_end& end) {
  if (end.unposted == 0) return false;
  --end.unposted;
  ++end.posted;
  return true;
}

/// The program has finished writing.
inline bool finish(model_end& end) {
  if (end.side.out.wants_fin || protocol::is_over(end.side)) return false;
  end.asleep = false;
  protocol::finish(end.side);
  return true;
}

}  // namespace verbatim::testing
