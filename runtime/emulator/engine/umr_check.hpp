// Strict reading of a UMR WQE: what it does to a memory key, or a sentence on what is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "engine/key_change.hpp"

namespace verbatim::emulator {

/// Reads the WQE whose octowords are `wqe`, ctrl_seg included; `key` is what its imm names.
std::variant<key_change, std::string> read_umr(std::span<const std::byte> wqe, std::uint32_t key);

}  // namespace verbatim::emulator
