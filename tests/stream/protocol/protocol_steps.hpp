// Steps of the model of a stream that need no rules: see protocol_model.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string>

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

/// The queue pair goes to ERROR. Its messages on the way are lost.
inline bool go_to_error(model_end& end) {
  if (end.in_error) return false;
  end.in_error = true;
  while (end.wire.count != 0) (void)end.wire.pop();
  return true;
}

/// The queue pair fails: by itself, or because the program closes it after its linger time.
inline bool fail(model_state& all, model_end& end) {
  if (all.failures_left == 0 || !go_to_error(end)) return false;
  --all.failures_left;
  return true;
}

/// The connection manager says that the peer is gone.
inline bool disconnect(model_end& end, const model_end& other) {
  return other.is_broken && go_to_error(end);
}

/// The engine takes the flush errors, which come behind the receives. Writers get the end, and nothing is
/// sent any more.
inline bool take_flush(model_end& end, const model_rules& rules) {
  if (!end.in_error || end.is_broken || end.cq.count != 0 || rules.misses_the_flush) return false;
  end.is_broken = true;
  end.asleep = false;
  if (rules.leaves_the_writer) return true;
  end.to_write = end.waiting = 0;
  end.side.out.wants_credit = false;
  return true;
}

/// Returns what is wrong with a state that nothing follows, after a failure.
inline std::string stuck_after_failure(const model_state& at, const model_rules& rules) {
  for (const auto& end : at.ends) {
    const bool is_mistaken = rules.ends_without_fin && end.is_broken;
    const auto how =
        is_mistaken ? protocol::ending::end : protocol::ending_of(end.side, end.is_broken);
    if (how == protocol::ending::none) return "a reader is not told of a failure";
    if (how == protocol::ending::end && !end.got_end) return "a failure is told as the end";
    if (how == protocol::ending::reset) continue;
    if (end.to_write != 0) return "a writer is not told of a failure";
    if (rules.reads && end.unread.count != 0) return "a message before a failure was not read";
  }
  return "";
}

/// The program asks whether the peer is there.
inline bool ping(model_end& end) {
  if (end.pings_left == 0 || protocol::is_over(end.side)) return false;
  --end.pings_left;
  end.side.wants_ping = true;
  end.asleep = false;
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
