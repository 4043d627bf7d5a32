// Sends the WQEs of UD queue pairs.
#pragma once

#include "engine/base/engine_room.hpp"
#include "engine/execute/local_memory.hpp"
#include "engine/execute/pending_wqe.hpp"

namespace verbatim::emulator {

/// Checks that the source GID in the address vector exists, if there is one. If it does not exist,
/// refuses the WQE and returns false.
bool check_source(const queue_pair& qp, pending_wqe& one);

/// Makes one packet from each WQE. The packet gets no answer.
class datagram_sender {
 public:
  datagram_sender(engine_room& room, queue_pair& qp, local_memory& memory) noexcept
      : room_(room), qp_(qp), memory_(memory) {}

  /// Returns false if the WQE cannot be sent, or cannot be sent now.
  bool send(pending_wqe& one);

 private:
  std::uint32_t route_of(const av_ud_seg& to) const;

  engine_room& room_;
  queue_pair& qp_;
  local_memory& memory_;
};

}  // namespace verbatim::emulator
