// Strict reading of the WQEs of the memory-to-memory engine.
#pragma once

#include <cstddef>
#include <span>
#include <variant>

#include "engine/memory/memory_copy.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {

/// Reads the WQE whose octowords are `wqe`, ctrl_seg included. Returns the request, or the error.
std::variant<copy_request, finding> read_memory_copy(std::span<const std::byte> wqe);

}  // namespace verbatim::emulator
