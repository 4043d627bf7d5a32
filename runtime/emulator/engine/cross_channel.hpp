// WQEs about other queues: they wait for something, or let a managed queue run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "verbatim/generated/enums.hpp"

namespace verbatim::emulator {

/// What a WAIT waits for.
struct wait_request {
  enum class subject : std::uint8_t { completions, data, time };
  subject of = subject::completions;

  /// Completions: of which CQ, and how many it shall have had, modulo 2^24.
  std::uint32_t cqn = 0;
  std::uint32_t count = 0;

  /// Data: where.
  std::uint32_t lkey = 0;
  std::uint64_t addr = 0;

  /// Data and time: `value` operation what is there, both under `mask`.
  wait_operation operation = wait_operation::always_true;
  bool invert = false;
  std::uint64_t value = 0;
  std::uint64_t mask = 0;
};

/// True if a WAIT for data or time is over when `there` is in memory, or on the clock.
bool holds(const wait_request& what, std::uint64_t there) noexcept;

/// True if a WAIT for completions is over when the CQ has had `produced`.
bool reached(const wait_request& what, std::uint32_t produced) noexcept;

/// What a SEND_EN or a RECV_EN lets run, and how far: WQEBBs or receive WQEs, modulo 2^16.
struct enable_request {
  bool receives = false;
  std::uint32_t qpn = 0;
  std::uint16_t index = 0;
};

/// Read the WQE whose octowords are `wqe`, ctrl_seg included: the request, or what is wrong.
std::variant<wait_request, std::string> read_wait(std::span<const std::byte> wqe);
std::variant<enable_request, std::string> read_enable(std::span<const std::byte> wqe);

}  // namespace verbatim::emulator
