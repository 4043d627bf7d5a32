// The signatures of a memory key's blocks: what each is like, on the wire and in memory, and how many
// bytes they add.
#pragma once

#include <cstdint>
#include <numeric>

namespace verbatim::emulator {

enum class signature_kind : std::uint8_t { none, t10_dif, crc32, crc32c, crc64_xp10 };

/// What blocks are like in one of the two places.
struct signature_domain {
  signature_kind kind = signature_kind::none;

  /// Bytes of data to which a signature belongs.
  std::uint32_t block = 0;

  /// The CRC or guard begins with all ones instead of 0.
  bool begins_with_ones = false;

  // Of a T10-DIF.

  /// The guard is the checksum of IP instead of a CRC.
  bool checksum = false;
  std::uint16_t app_tag = 0;

  /// Bits of it that are checked.
  std::uint16_t app_mask = 0;

  /// Of the first block, and whether it grows by one with each.
  std::uint32_t ref_tag = 0;
  bool counts = false;

  /// Blocks are not checked whose application tag is all ones, or both tags.
  bool app_escape = false;
  bool app_ref_escape = false;

  bool exists() const noexcept { return kind != signature_kind::none; }

  /// Bytes of one signature.
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

  /// How long so many bytes of data are with their signatures, and the other way around.
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

  /// Which bytes of a signature are checked where it comes in, and copied to where it goes out; the
  /// highest bit is for its most significant byte.
  std::uint8_t check_mask = 0;
  std::uint8_t copy_mask = 0;

  /// Bytes of data that are whole blocks in both places: what is converted at once.
  std::uint64_t unit() const noexcept {
    if (!wire.exists()) return memory.block;
    return memory.exists() ? std::lcm(std::uint64_t{wire.block}, std::uint64_t{memory.block})
                           : wire.block;
  }

  /// Bytes on the wire of so many bytes as an SGE counts them: data, unless both places have
  /// signatures; then as in memory.
  std::uint64_t on_the_wire(std::uint64_t sge_bytes) const noexcept {
    return wire.with_signatures(wire.exists() ? memory.without_signatures(sge_bytes) : sge_bytes);
  }

  /// Bytes on the wire of all that lies in so many bytes of memory.
  std::uint64_t all_on_the_wire(std::uint64_t memory_bytes) const noexcept {
    return wire.with_signatures(memory.without_signatures(memory_bytes));
  }
};

}  // namespace verbatim::emulator
