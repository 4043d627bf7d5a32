// The data that the parts of the engine share.
#pragma once

#include <chrono>
#include <memory>

#include "engine/base/asked_failures.hpp"
#include "engine/count/traffic_counts.hpp"
#include "engine/memory/memory_access.hpp"
#include "objects/device.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

using engine_clock = std::chrono::steady_clock;

struct engine_room {
  explicit engine_room(device& of)
      : objects(of), memory(of), payload(new std::byte[message::max_payload]) {}

  /// The queue pairs and other objects of the process, on all its devices.
  device& objects;
  std::unique_ptr<transport> wire;
  memory_access memory;

  /// Null if the process does not count.
  std::unique_ptr<traffic_counts> counts;

  /// The number of send WQEs that the process's queues have read.
  std::uint64_t read_wqes = 0;

  asked_failures failures{objects.settings()};

  /// The start of the current turn.
  engine_clock::time_point now = engine_clock::now();

  /// A buffer for the payload of one message.
  std::unique_ptr<std::byte[]> payload;
};

/// Returns the PSN that is `count` after `psn`. PSNs count modulo 2^24.
constexpr std::uint32_t psn_after(std::uint32_t psn, std::uint32_t count = 1) noexcept {
  return (psn + count) & 0xffffff;
}

/// Returns true if `a` is before `b`, by less than half of the range.
constexpr bool psn_before(std::uint32_t a, std::uint32_t b) noexcept {
  return ((a - b) & 0x800000) != 0;
}

}  // namespace verbatim::emulator
