// Converts blocks with the signatures of one side to blocks with those of the other: signatures are
// checked, stripped, copied and generated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "objects/memory/block_signature.hpp"

namespace verbatim::emulator {

enum class signature_part : std::uint8_t { guard, app_tag, ref_tag };

/// The first block whose signature is wrong.
struct signature_error {
  /// The key, filled in by the caller that knows it.
  std::uint32_t key = 0;

  /// True if the block came from memory; false if from the wire.
  bool in_memory = false;
  signature_part part = signature_part::guard;

  /// For a guard or CRC: the signature's value and the value computed from the data. For a tag: the
  /// value in the key and the signature's value. Both as parts of a whole signature, aligned to 64
  /// bits at the top.
  std::uint64_t expected = 0;
  std::uint64_t actual = 0;

  /// The number of bytes of data and signatures before the block, on the side from which it came.
  std::uint64_t offset = 0;
};

/// Returns the signature of a block of data, which has the number `index` in its key, as a number
/// with the length of the signature.
std::uint64_t make_signature(const signature_domain& of, std::span<const std::byte> data,
                             std::uint64_t index);

enum class signature_direction : std::uint8_t { to_wire, to_memory };

/// Converts whole blocks of both sides. The data of `in` begins after `data_before` bytes of the
/// key's data, a multiple of either block. `out` has the length of the result.
std::optional<signature_error> convert_blocks(const block_signature& as,
                                              signature_direction direction,
                                              std::uint64_t data_before,
                                              std::span<const std::byte> in,
                                              std::span<std::byte> out);

}  // namespace verbatim::emulator
