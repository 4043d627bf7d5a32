// Strict reading of the BSFs of a UMR WQE: what they say of a key's blocks, or a sentence on what is
// wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "objects/block_signature.hpp"

namespace verbatim::emulator {

/// What the BSFs of a key say.
struct bsf_reading {
  /// Empty if neither place has signatures.
  std::optional<block_signature> signature;

  /// PSVs of the wire and of memory; 0 for a place without signatures.
  std::uint32_t wire_psv = 0;
  std::uint32_t memory_psv = 0;

  bool encrypts = false;
};

/// Reads the BSFs that fill `bytes`, from `octoword` of the WQE on.
std::variant<bsf_reading, std::string> read_bsf(std::span<const std::byte> bytes,
                                                std::size_t octoword);

}  // namespace verbatim::emulator
