// The signatures of a memory key's blocks: their format on the wire and in memory, and the number
// of bytes that they add.
#pragma once

#include <cstdint>
#include <numeric>

namespace verbatim::emulator {

enum class signature_kind : std::uint8_t { none, t10_dif, crc32, crc32c, crc64_xp10 };

/// The format of blocks on one side: on the wire or in memory.
struct signature_domain {
  signature_kind kind = signature_kind::none;

  /// Bytes of data to which one signature belongs.
  std::uint32_t block = 0;

  /// True if the CRC or guard is seeded with ones instead of 0.
  bool begins_with_ones = false;

  // For T10-DIF only:

  /// True if the guard is the IP checksum instead of a CRC.
  bool checksum = false;
  std::uint16_t app_tag = 0;

  /// The bits of the application tag that are checked.
  std::uint16_t app_mask = 0;

  /// The reference tag of the first block. If `counts` is true, it is incremented for each block.
  std::uint32_t ref_tag = 0;
  bool counts = false;

  /// Blocks with an application tag of all ones are not checked, or only those with both tags all
  /// ones.
  bool app_escape = false;
  bool app_ref_escape = false;

  bool exists() const noexcept { return kind != signature_kind::none; }

  /// Returns the length of one signature in bytes.
  std::uint32_t signature_bytes() const noexcept {
    switch (kind) {
      case signature_kind::none:
        return 0;
      case signature_kind::crc32:
      case signature_kind::crc32c:
        return 4;
      case signature_kind::t10_dif:
      case signature_kind::crc64_xp10:
        break;
    }
    return 8;
  }

  /// Returns the length of `data` bytes with their signatures. `without_signatures` is the inverse.
  std::uint64_t with_signatures(std::uint64_t data) const noexcept {
    return exists() ? data + data / block * signature_bytes() : data;
  }
  std::uint64_t without_signatures(std::uint64_t bytes) const noexcept {
    return exists() ? bytes - bytes / (block + signature_bytes()) * signature_bytes() : bytes;
  }
};

struct block_signature {
  signature_domain wire;
  signature_domain memory;

  /// The bytes of a signature that are checked on input, and those that are copied to the output.
  /// The highest bit is for the most significant byte of the signature.
  std::uint8_t check_mask = 0;
  std::uint8_t copy_mask = 0;

  /// Returns the number of data bytes that are whole blocks on both sides. This many bytes are
  /// converted at once.
  std::uint64_t unit() const noexcept {
    if (!wire.exists()) return memory.block;
    return memory.exists() ? std::lcm(std::uint64_t{wire.block}, std::uint64_t{memory.block})
                           : wire.block;
  }

  /// Returns the number of bytes on the wire for the byte count of an SGE. The count means bytes in
  /// memory if both sides have signatures; otherwise it means data bytes.
  std::uint64_t on_the_wire(std::uint64_t sge_bytes) const noexcept {
    return wire.with_signatures(wire.exists() ? memory.without_signatures(sge_bytes) : sge_bytes);
  }

  /// Returns the number of bytes on the wire for this many bytes of memory.
  std::uint64_t all_on_the_wire(std::uint64_t memory_bytes) const noexcept {
    return wire.with_signatures(memory.without_signatures(memory_bytes));
  }
};

}  // namespace verbatim::emulator
