// Sends messages, and records the number of bytes that must have left before their WQE is done.
#include "engine/execute/departures.hpp"

#include <algorithm>

namespace verbatim::emulator {

void set_times(engine_room& room, const queue_pair& qp, pending_wqe& one, message& next,
               std::size_t payload_bytes, bool over_network) {
  if (!room.timing) return;
  nic_timing& timing = *room.timing;
  // The NIC fetches all of a message one after another, however late the engine sends its pieces.
  if (one.sent_messages == 0) one.rung = nic_timing::present();
  const bool fetched = std::any_of(one.wqe.pieces.begin(), one.wqe.pieces.end(),
                                   [](const data_piece& piece) { return !piece.is_inline; });
  const auto times = timing.request(qp, next, payload_bytes, fetched, one.rung);
  one.left = times.left;
  if (!over_network) next.arrives = times.arrives.time_since_epoch().count();
  // Answers of the fabric bring their time.
  if (!is_reliable(qp.type)) {
    one.complete_from = timing.completed_after(qp, times.left);
  } else if (over_network) {
    one.complete_from = timing.answered_after(qp, next, times.left);
  }
}

bool depart(engine_room& room, pending_wqe& one, std::uint32_t slot, const message& next) {
  if (!room.wire->send_to(slot, next)) return false;
  one.departures.push_back({slot, room.wire->given(slot)});
  return true;
}

void depart_to_all(engine_room& room, pending_wqe& one, const message& next) {
  depart(room, one, room.wire->slot(), next);
  for (const std::uint32_t slot : room.wire->others()) {
    // A slow process must not delay the others.
    if (!room.wire->congested(slot)) depart(room, one, slot, next);
  }
}

}  // namespace verbatim::emulator
