// Strict reading of a UMR WQE: its change to a memory key, or an error in words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "engine/memory/key_change.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {

/// Reads the WQE whose octowords are `wqe`, ctrl_seg included; `key` is the key in its imm.
std::variant<key_change, finding> read_umr(std::span<const std::byte> wqe, std::uint32_t key);

}  // namespace verbatim::emulator
