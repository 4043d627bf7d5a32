// The results of READs and atomics.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/engine_room.hpp"
#include "engine/execute/local_memory.hpp"
#include "engine/execute/pending_wqe.hpp"
#include "engine/execute/send_completions.hpp"

namespace verbatim::emulator {

/// Stores results in local memory. Short results are kept for the CQE if there will be one, because
/// only its consumer looks for them there.
class result_receiver {
 public:
  result_receiver(engine_room& room, const queue_pair& qp, local_memory& memory,
                  const send_completions& completions) noexcept
      : room_(room), qp_(qp), memory_(memory), completions_(completions) {}

  /// Handles a response to that WQE. Returns true if the result is complete.
  bool take(pending_wqe& one, const message& answer);

 private:
  bool take_atomic(pending_wqe& one, const message& answer);
  bool belongs_into_cqe(const pending_wqe& one, std::size_t bytes) const;
  bool take_bytes(pending_wqe& one, std::uint32_t offset, std::span<const std::byte> bytes);

  engine_room& room_;
  const queue_pair& qp_;
  local_memory& memory_;
  const send_completions& completions_;
};

}  // namespace verbatim::emulator
