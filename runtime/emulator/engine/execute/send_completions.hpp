// The CQEs of send WQEs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/execute/pending_wqe.hpp"

namespace verbatim::emulator {

/// Writes the CQEs of one send queue.
class send_completions {
 public:
  explicit send_completions(queue_pair& qp) noexcept : qp_(qp) {}

  /// True if a CQE is wanted for a WQE without an error.
  bool wanted(const operation& wqe) const noexcept;

  /// The longest result that a CQE takes.
  std::size_t result_room() const noexcept;

  /// Completes a WQE that is done.
  void complete(const pending_wqe& one);

  /// Completes a WQE with an error.
  void fail(std::uint16_t wqe_index, opcode wqe_opcode, cqe_syndrome syndrome,
            vendor_syndrome vendor);

  /// Complete WQEs that an error before them keeps from being executed.
  void flush(std::uint16_t wqe_index, opcode wqe_opcode, completion_mode ce);
  void flush(std::span<const pending_wqe> given_up);

 private:
  queue_pair& qp_;
};

}  // namespace verbatim::emulator
