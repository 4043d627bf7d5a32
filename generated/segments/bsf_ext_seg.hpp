// Generated from specs/segments/memory_keys/bsf_ext_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// Signatures of whole transactions; libmlx5 asks for none and has zeros here.
///
///   at    bits     field
///   0x00  31..0    t_init_gen_pro_size
///   0x04  31..0    rsvd_epi_size
///   0x08  31..0    w_tfs_psv
///   0x0c  31..0    m_tfs_psv
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_bsf_ext; Linux include/linux/mlx5/qp.h, struct
/// mlx5_bsf.
struct bsf_ext_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Initial value and size of what comes before the data. Uncertain: No source says how the word is divided;
  /// they only name it.
  std::uint32_t t_init_gen_pro_size = 0;

  /// Size of what comes after the data. Uncertain: No source says how the word is divided; they only name it.
  std::uint32_t rsvd_epi_size = 0;

  /// Signature and PSV of a transaction on the wire.
  std::uint32_t w_tfs_psv = 0;

  /// Signature and PSV of a transaction in memory.
  std::uint32_t m_tfs_psv = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, w_tfs_psv, m_tfs_psv);
    wire::store64(at + 0x00, t_init_gen_pro_size, rsvd_epi_size);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static bsf_ext_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w08 = wire::load32(at + 0x08);
    const auto w0c = wire::load32(at + 0x0c);
    return {
        .t_init_gen_pro_size = w00,
        .rsvd_epi_size = w04,
        .w_tfs_psv = w08,
        .m_tfs_psv = w0c,
    };
  }

  bool operator==(const bsf_ext_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 4> fields{{
      {"t_init_gen_pro_size", 0x00, 31, 0},
      {"rsvd_epi_size", 0x04, 31, 0},
      {"w_tfs_psv", 0x08, 31, 0},
      {"m_tfs_psv", 0x0c, 31, 0},
  }};
};

}  // namespace verbatim
