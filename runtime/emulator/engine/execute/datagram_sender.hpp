// Sends the WQEs of UD queue pairs.
#pragma once

#include "engine/base/engine_room.hpp"
#include "engine/execute/local_memory.hpp"
#include "engine/execute/pending_wqe.hpp"

namespace verbatim::emulator {

/// Checks that the GID that the address vector names exists, if it names one. Refuses the WQE and
/// returns false if it does not.
bool check_source(const queue_pair& qp, pending_wqe& one);

/// Makes one packet of each WQE, which gets no answer.
class datagram_sender {
 public:
  datagram_sender(engine_room& room, queue_pair& qp, local_memory& memory) noexcept
      : room_(room), qp_(qp), memory_(memory) {}

  /// Returns false if the WQE cannot be sent, or not now.
  bool send(pending_wqe& one);

 private:
  engine_room& room_;
  queue_pair& qp_;
  local_memory& memory_;
};

}  // namespace verbatim::emulator
