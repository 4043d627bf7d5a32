// Executes WQEs that act on other queues: they wait for a condition, or enable WQEs of a managed
// queue.
#pragma once

#include <optional>

#include "engine/base/engine_room.hpp"
#include "engine/execute/pending_wqe.hpp"

namespace verbatim::emulator {

/// The work of WAIT, SEND_EN and RECV_EN. It stores the time at which to check the condition of a
/// WAIT again.
class cross_channel {
 public:
  cross_channel(engine_room& room, queue_pair& qp) noexcept : room_(room), qp_(qp) {}

  /// These functions return true if the WQE is done; otherwise it waits, or was refused.
  bool execute(pending_wqe& one, const wait_request& what);
  bool execute(pending_wqe& one, const enable_request& what);

  /// Returns the time of the next check, while a WAIT is not over.
  std::optional<engine_clock::time_point> deadline() const noexcept { return look_again_at_; }
  void stop_waiting() noexcept { look_again_at_.reset(); }

 private:
  bool wait_for_completions(pending_wqe& one, const wait_request& what);
  bool wait_for_data(pending_wqe& one, const wait_request& what);
  bool is_master(pending_wqe& one) const;

  engine_room& room_;
  queue_pair& qp_;
  std::optional<engine_clock::time_point> look_again_at_;

  /// The delay between the next check and the one after it.
  engine_clock::duration look_again_after_{};
};

}  // namespace verbatim::emulator
