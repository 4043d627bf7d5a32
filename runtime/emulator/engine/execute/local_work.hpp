// Executes WQEs that involve no peer.
#pragma once

#include "engine/base/engine_room.hpp"
#include "engine/execute/cross_channel.hpp"
#include "engine/execute/local_memory.hpp"
#include "engine/execute/pending_wqe.hpp"

namespace verbatim::emulator {

/// The work of NOP, UMR, SET_PSV, MMO, TAG_MATCHING, DUMP and the cross-channel WQEs.
class local_work {
 public:
  local_work(engine_room& room, queue_pair& qp, local_memory& memory) noexcept
      : room_(room), qp_(qp), memory_(memory), cross_channel_(room, qp) {}

  /// Executes a WQE once. Returns true if it is done; otherwise it waits, or was refused.
  bool execute(pending_wqe& one);

  /// Returns the time of the next check of a WAIT's condition.
  std::optional<engine_clock::time_point> deadline() const noexcept {
    return cross_channel_.deadline();
  }
  void stop_waiting() noexcept { cross_channel_.stop_waiting(); }

 private:
  bool execute(pending_wqe& one, const no_request& what);
  bool execute(pending_wqe& one, const dump_request& what);
  bool execute(pending_wqe& one, const key_change& what);
  bool execute(pending_wqe& one, const set_psv_seg& what);
  bool execute(pending_wqe& one, const copy_request& what);
  bool execute(pending_wqe& one, const tag_request& what);

  engine_room& room_;
  queue_pair& qp_;
  local_memory& memory_;
  cross_channel cross_channel_;
};

}  // namespace verbatim::emulator
