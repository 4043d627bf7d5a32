// Generated from specs/cqes/mini_resp_hash.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// One completion of a compressed block of receives, with the hash that steered the packet. A view: nothing
/// is copied, and every getter reads the bytes in place.
///
///   at    bits     field
///   0x00  31..0    rx_hash_result
///   0x04  31..0    byte_cnt
///
/// Source: mlx5dv.h, MLX5DV_CQE_RES_FORMAT_HASH; Linux drivers/net/ethernet/mellanox/mlx5/core/en_rx.c,
/// mlx5e_decompress_cqe.
class mini_resp_hash {
 public:
  /// Size in bytes.
  static constexpr std::size_t size = 8;

  explicit mini_resp_hash(const std::byte* at) noexcept : at_(at) {}

  /// Hash of the packet.
  std::uint32_t rx_hash_result() const noexcept { return wire::load32(at_ + 0x00); }

  /// Bytes received.
  std::uint32_t byte_cnt() const noexcept { return wire::load32(at_ + 0x04); }

  /// Returns the address of the CQE's first byte.
  const std::byte* bytes() const noexcept { return at_; }

  /// The fields as values, for an emulator or a test that plays the device.
  struct values {
    std::uint32_t rx_hash_result = 0;
    std::uint32_t byte_cnt = 0;

    /// Writes all 8 bytes, big-endian. Bits without a name become zero.
    void write(std::byte* at) const noexcept {
      std::memset(at, 0, size);
      wire::store64(at + 0x00, rx_hash_result, byte_cnt);
    }
  };

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 2> fields{{
      {"rx_hash_result", 0x00, 31, 0},
      {"byte_cnt", 0x04, 31, 0},
  }};

 private:
  const std::byte* at_;
};

}  // namespace verbatim
