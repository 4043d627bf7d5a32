// The memory-to-memory engine (MMO): copies memory of this process, with no peer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "report/finding.hpp"

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

/// Reads the WQE whose octowords are `wqe`, ctrl_seg included. Returns the request, or the error.
std::variant<copy_request, finding> read_memory_copy(std::span<const std::byte> wqe);

/// Executes a copy. Returns the reason for a refusal, or nothing.
std::string execute_memory_copy(const memory_access& memory, const queue_pair& qp,
                                const copy_request& what);

}  // namespace verbatim::emulator
