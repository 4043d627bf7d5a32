// Strict reading of the BSFs of a UMR WQE: the signatures of a key's blocks, or a sentence on what
// is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "objects/memory/block_signature.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {

/// The contents of a key's BSFs.
struct bsf_reading {
  /// The signatures; empty if neither place has any.
  std::optional<block_signature> signature;

  /// The PSVs of the wire and of memory; 0 for a place without signatures.
  std::uint32_t wire_psv = 0;
  std::uint32_t memory_psv = 0;

  bool encrypts = false;
};

/// Reads the BSFs that fill `bytes`, from `octoword` of the WQE on.
std::variant<bsf_reading, finding> read_bsf(std::span<const std::byte> bytes, std::size_t octoword);

}  // namespace verbatim::emulator
