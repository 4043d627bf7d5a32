// From blocks with the signatures of one place to blocks with those of the other: checked, stripped,
// copied and made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "objects/block_signature.hpp"

namespace verbatim::emulator {

enum class signature_part : std::uint8_t { guard, app_tag, ref_tag };

/// The first block whose signature is wrong.
struct signature_error {
  /// Filled in by who knows the key.
  std::uint32_t key = 0;

  /// Else on the wire.
  bool in_memory = false;
  signature_part part = signature_part::guard;

  /// Of a guard or CRC: what the signature says, and what the data has. Of a tag: what the key asks
  /// for, and what the signature says. As a whole signature, aligned to 64 bits at the top.
  std::uint64_t expected = 0;
  std::uint64_t actual = 0;

  /// Bytes of data and signatures before the block, where it came from.
  std::uint64_t offset = 0;
};

/// The signature of a block of data, block number `index` of its key, as a number of as many bytes
/// as it has.
std::uint64_t make_signature(const signature_domain& of, std::span<const std::byte> data,
                             std::uint64_t index);

enum class signature_direction : std::uint8_t { to_wire, to_memory };

/// Converts whole blocks of both places. The data of `in` begins after `data_before` bytes of the
/// key's data, a multiple of either block; `out` is as long as what comes of it.
std::optional<signature_error> convert_blocks(const block_signature& as,
                                              signature_direction direction,
                                              std::uint64_t data_before,
                                              std::span<const std::byte> in,
                                              std::span<std::byte> out);

}  // namespace verbatim::emulator
