// Generated from specs/segments/memory_keys/umr_ctrl_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The fields of a memory key that a UMR changes, and the length of its translation list.
///
///   at    bits     field
///   0x00  31..31   list_inline
///   0x00  30..30   check_not_free
///   0x00  29..29   check_free
///   0x00  28..28   trans_off_en
///   0x00  27..27   check_qpn
///   0x00  26..0    reserved_00
///   0x04  31..16   klm_octowords
///   0x04  15..0    bsf_octowords
///   0x08  63..0    mkey_mask
///   0x10  32 bytes reserved_10
///
/// Source: mlx5dv.h, struct mlx5_wqe_umr_ctrl_seg.
struct umr_ctrl_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 48;

  /// 1 if the translation list follows in the WQE, 0 if the WQE points to it (MLX5_WQE_UMR_CTRL_FLAG_INLINE).
  std::uint8_t list_inline = 0;

  /// 1 fails unless the key is in use.
  std::uint8_t check_not_free = 0;

  /// 1 fails unless the key is free. Uncertain: The kernel calls this bit MLX5_UMR_CHECK_NOT_FREE, rdma-core
  /// CHECK_FREE; its effect is the same.
  std::uint8_t check_free = 0;

  /// 1 if bsf_octowords is a translation offset.
  std::uint8_t trans_off_en = 0;

  /// 1 fails unless the key belongs to this QP.
  std::uint8_t check_qpn = 0;

  /// Length of the translation list, in units of 16 bytes, rounded up to 4.
  std::uint16_t klm_octowords = 0;

  /// Length of the BSF in units of 16 bytes; or the translation offset, if trans_off_en is set.
  std::uint16_t bsf_octowords = 0;

  /// Fields of mkey_ctx_seg that change; bits as in mkey_mask.
  std::uint64_t mkey_mask = 0;

  /// Writes all 48 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, mkey_mask);
    wire::store64(at + 0x00,
                  wire::put<31, 31>(std::uint32_t{list_inline}) |
                      wire::put<30, 30>(std::uint32_t{check_not_free}) |
                      wire::put<29, 29>(std::uint32_t{check_free}) |
                      wire::put<28, 28>(std::uint32_t{trans_off_en}) |
                      wire::put<27, 27>(std::uint32_t{check_qpn}),
                  wire::put<31, 16>(std::uint32_t{klm_octowords}) |
                      wire::put<15, 0>(std::uint32_t{bsf_octowords}));
    std::memset(at + 0x10, 0, 32);
  }

  /// Returns the fields of the 48 bytes at `at`.
  static umr_ctrl_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w08 = wire::load64(at + 0x08);
    return {
        .list_inline = wire::get<31, 31>(w00),
        .check_not_free = wire::get<30, 30>(w00),
        .check_free = wire::get<29, 29>(w00),
        .trans_off_en = wire::get<28, 28>(w00),
        .check_qpn = wire::get<27, 27>(w00),
        .klm_octowords = wire::get<31, 16>(w04),
        .bsf_octowords = wire::get<15, 0>(w04),
        .mkey_mask = w08,
    };
  }

  bool operator==(const umr_ctrl_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 10> fields{{
      {"list_inline", 0x00, 31, 31},
      {"check_not_free", 0x00, 30, 30},
      {"check_free", 0x00, 29, 29},
      {"trans_off_en", 0x00, 28, 28},
      {"check_qpn", 0x00, 27, 27},
      {"reserved_00", 0x00, 26, 0},
      {"klm_octowords", 0x04, 31, 16},
      {"bsf_octowords", 0x04, 15, 0},
      {"mkey_mask", 0x08, 63, 0},
      {"reserved_10", 0x10, 0, 0, nullptr, 0, 32},
  }};
};

}  // namespace verbatim
