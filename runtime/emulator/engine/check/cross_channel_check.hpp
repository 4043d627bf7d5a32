// Strict reading of WQEs that act on other queues: they wait for a condition, or enable WQEs of a
// managed queue.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "report/finding.hpp"
#include "verbatim/generated/enums.hpp"

namespace verbatim::emulator {

/// The condition of a WAIT.
struct wait_request {
  enum class subject : std::uint8_t { completions, data, time };
  subject of = subject::completions;

  /// For completions: the CQ, and the number of completions to wait for, modulo 2^24.
  std::uint32_t cqn = 0;
  std::uint32_t count = 0;

  /// For data: the lkey and address of the word.
  std::uint32_t lkey = 0;
  std::uint64_t addr = 0;

  /// For data and time: the comparison of `value` with the current value, both under `mask`.
  wait_operation operation = wait_operation::always_true;
  bool invert = false;
  std::uint64_t value = 0;
  std::uint64_t mask = 0;
};

/// The queue that a SEND_EN or a RECV_EN enables, and the end index: in WQEBBs or receive WQEs,
/// modulo 2^16.
struct enable_request {
  bool receives = false;
  std::uint32_t qpn = 0;
  std::uint16_t index = 0;
};

/// These functions read the WQE whose octowords are `wqe`, ctrl_seg included. They return the
/// request, or the error.
std::variant<wait_request, finding> read_wait(std::span<const std::byte> wqe);
std::variant<enable_request, finding> read_enable(std::span<const std::byte> wqe);

}  // namespace verbatim::emulator
