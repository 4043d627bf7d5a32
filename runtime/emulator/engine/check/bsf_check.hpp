// Strict reading of the BSFs of a UMR WQE: the signatures of a key's blocks, or an error in words.
#pragma once

#include <cstddef>
#include <span>
#include <variant>

#include "engine/memory/key_change.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {

/// Reads the BSFs that fill `bytes`, from `first_octoword` of the WQE on.
std::variant<bsf_reading, finding> read_bsf(std::span<const std::byte> bytes,
                                            std::size_t first_octoword);

}  // namespace verbatim::emulator
