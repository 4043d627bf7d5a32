// Sends the WQEs of raw packet queue pairs.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/base/engine_room.hpp"
#include "engine/execute/local_memory.hpp"
#include "engine/execute/pending_wqe.hpp"

namespace verbatim::emulator {

/// Makes frames from WQEs.
class packet_sender {
 public:
  packet_sender(engine_room& room, queue_pair& qp, local_memory& memory) noexcept
      : room_(room), qp_(qp), memory_(memory) {}

  /// Returns false if the WQE cannot be sent, or cannot be sent now.
  bool send(pending_wqe& one);

 private:
  bool check_frame_sizes(pending_wqe& one) const;
  void send_segments(pending_wqe& one, std::span<const std::byte> payload);
  void send_frame(pending_wqe& one, std::span<const std::byte> payload);
  void put_on_wire(pending_wqe& one, std::vector<std::byte> frame);

  engine_room& room_;
  queue_pair& qp_;
  local_memory& memory_;
};

}  // namespace verbatim::emulator
