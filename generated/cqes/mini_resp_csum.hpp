// Generated from specs/cqes/mini_resp_csum.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// One completion of a compressed block of receives, with the packet's checksum. A view: nothing is copied,
/// and every getter reads the bytes in place.
///
///   at    bits     field
///   0x00  31..16   checksum
///   0x04  31..0    byte_cnt
///
/// Source: mlx5dv.h, MLX5DV_CQE_RES_FORMAT_CSUM; Linux include/linux/mlx5/device.h, struct mlx5_mini_cqe8.
class mini_resp_csum {
 public:
  /// Size in bytes.
  static constexpr std::size_t size = 8;

  explicit mini_resp_csum(const std::byte* at) noexcept : at_(at) {}

  /// Sum over the packet.
  std::uint16_t checksum() const noexcept { return wire::load16(at_ + 0x00); }

  /// Bytes received.
  std::uint32_t byte_cnt() const noexcept { return wire::load32(at_ + 0x04); }

  /// Returns the address of the CQE's first byte.
  const std::byte* bytes() const noexcept { return at_; }

  /// The fields as values, for an emulator or a test that plays the device.
  struct values {
    std::uint16_t checksum = 0;
    std::uint32_t byte_cnt = 0;

    /// Writes all 8 bytes, big-endian. Bits without a name become zero.
    void write(std::byte* at) const noexcept {
      std::memset(at, 0, size);
      wire::store64(at + 0x00, wire::put<31, 16>(std::uint32_t{checksum}), byte_cnt);
    }
  };

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 2> fields{{
      {"checksum", 0x00, 31, 16},
      {"byte_cnt", 0x04, 31, 0},
  }};

 private:
  const std::byte* at_;
};

}  // namespace verbatim
