// The memory-to-memory engine (MMO): copies memory of this process, with no peer.
#pragma once

#include <cstdint>
#include <string>

namespace verbatim::emulator {

class memory_access;
struct queue_pair;

/// The request of an MMO WQE.
struct copy_request {
  struct place {
    std::uint32_t lkey = 0;
    std::uint64_t addr = 0;
  };

  place from;
  place to;
  std::uint64_t bytes = 0;

  /// The place where the device may write the result.
  place opaque;
};

/// Executes a copy. Returns the reason for a refusal, or nothing.
std::string execute_memory_copy(const memory_access& memory, const queue_pair& qp,
                                const copy_request& what);

}  // namespace verbatim::emulator
