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

  /// Returns true if a WQE without an error gets a CQE.
  bool wanted(completion_mode ce) const noexcept;

  /// Returns the most bytes of a result in a CQE.
  std::size_t result_room() const noexcept;

  /// Completes a WQE that is done.
  void complete(const pending_wqe& one);

  /// Completes a WQE with an error.
  void fail(std::uint16_t wqe_index, opcode wqe_opcode, cqe_syndrome syndrome,
            vendor_syndrome vendor);

  /// These functions complete WQEs that are not executed because of an earlier error.
  void flush(std::uint16_t wqe_index, opcode wqe_opcode, completion_mode ce);
  void flush(std::span<const pending_wqe> given_up);

 private:
  queue_pair& qp_;
};

}  // namespace verbatim::emulator
