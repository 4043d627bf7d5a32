// Messages without an answer.
#pragma once

#include <cstdint>

#include "engine/base/engine_room.hpp"
#include "engine/execute/pending_wqe.hpp"

namespace verbatim::emulator {

/// With --timing: sets the time at which a message comes to the peer, and the earliest time of the
/// CQE of its WQE. `payload_bytes` are on the wire.
void set_times(engine_room& room, const queue_pair& qp, pending_wqe& one, message& next,
               std::size_t payload_bytes, bool over_network);

/// Sends a message to the process in `slot`. The WQE is done when the message has left. Returns
/// false if there is no such process.
bool depart(engine_room& room, pending_wqe& one, std::uint32_t slot, const message& next);

/// Does the same for all processes, this one included.
void depart_to_all(engine_room& room, pending_wqe& one, const message& next);

}  // namespace verbatim::emulator
