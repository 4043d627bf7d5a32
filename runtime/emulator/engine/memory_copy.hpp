// The memory-to-memory engine (MMO): copies memory of this process, with no peer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>

namespace verbatim::emulator {

class memory_access;
struct queue_pair;

/// What an MMO WQE asks for.
struct copy_request {
  struct place {
    std::uint32_t lkey = 0;
    std::uint64_t addr = 0;
  };

  place from;
  place to;
  std::uint64_t bytes = 0;

  /// Where the device may say how it went.
  place opaque;
};

/// Reads the WQE whose octowords are `wqe`, ctrl_seg included: the request, or what is wrong.
std::variant<copy_request, std::string> read_memory_copy(std::span<const std::byte> wqe);

/// Copies. Returns what forbids it, or nothing.
std::string execute_memory_copy(const memory_access& memory, const queue_pair& qp,
                                const copy_request& what);

}  // namespace verbatim::emulator
