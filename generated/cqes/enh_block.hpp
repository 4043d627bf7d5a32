// Generated from specs/cqes/enh_block.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// A compressed block of the enhanced layout. It stands for the completions that follow the last CQE that is
/// no such block. A view: nothing is copied, and every getter reads the bytes in place.
///
///   at    bits     field
///   0x00  56 bytes minis
///   0x3c  15..8    validity_iteration_count
///   0x3c  7..4     count_minus_1
///   0x3c  3..2     format
///
/// Source: Linux drivers/net/ethernet/mellanox/mlx5/core/en_rx.c, mlx5e_decompress_enhanced_cqe; UCX
/// src/uct/ib/mlx5/ib_mlx5.c, uct_ib_mlx5_iface_cqe_unzip_init.
class enh_block {
 public:
  /// Size in bytes.
  static constexpr std::size_t size = 64;

  explicit enh_block(const std::byte* at) noexcept : at_(at) {}

  /// Seven completions of 8 bytes.
  std::array<std::byte, 56> minis() const noexcept { return wire::load_bytes<56>(at_ + 0x00); }

  /// Lap of the ring, modulo 256.
  std::uint8_t validity_iteration_count() const noexcept { return wire::load8(at_ + 0x3e); }

  /// Completions in the block, less one.
  std::uint8_t count_minus_1() const noexcept { return wire::get<7, 4>(wire::load32(at_ + 0x3c)); }

  /// Compressed.
  verbatim::cqe_format format() const noexcept {
    return static_cast<verbatim::cqe_format>(wire::get<3, 2>(wire::load32(at_ + 0x3c)));
  }

  /// Returns the address of the CQE's first byte.
  const std::byte* bytes() const noexcept { return at_; }

  /// The fields as values, for an emulator or a test that plays the device.
  struct values {
    std::array<std::byte, 56> minis = {};
    std::uint8_t validity_iteration_count = 0;
    std::uint8_t count_minus_1 = 0;
    verbatim::cqe_format format = {};

    /// Writes all 64 bytes, big-endian. Bits without a name become zero.
    void write(std::byte* at) const noexcept {
      std::memset(at, 0, size);
      wire::store32(at + 0x3c,
                    wire::put<15, 8>(std::uint32_t{validity_iteration_count}) |
                        wire::put<7, 4>(std::uint32_t{count_minus_1}) |
                        wire::put<3, 2>(std::uint32_t{static_cast<std::uint8_t>(format)}));
      std::memcpy(at + 0x00, minis.data(), 56);
    }
  };

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 4> fields{{
      {"minis", 0x00, 0, 0, nullptr, 0, 56},
      {"validity_iteration_count", 0x3c, 15, 8},
      {"count_minus_1", 0x3c, 7, 4},
      {"format", 0x3c, 3, 2, enumerator_name<verbatim::cqe_format>},
  }};

 private:
  const std::byte* at_;
};

}  // namespace verbatim
