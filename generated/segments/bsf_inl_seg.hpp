// Generated from specs/segments/memory_keys/bsf_inl_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The T10-DIF of the blocks of a memory key, on the wire or in memory.
///
///   at    bits     field
///   0x00  31..31   vld
///   0x00  30..30   refresh
///   0x00  29..16   reserved_00
///   0x00  15..0    dif_apptag
///   0x04  31..0    dif_reftag
///   0x08  31..24   sig_type
///   0x08  23..23   repeat_block
///   0x08  22..20   reserved_08_22
///   0x08  19..19   seed
///   0x08  18..0    reserved_08
///   0x0c  31..23   reserved_0c
///   0x0c  22..22   inc_reftag
///   0x0c  21..18   reserved_0d
///   0x0c  17..17   appref_escape
///   0x0c  16..16   apptag_escape
///   0x0c  15..0    dif_app_bitmask_check
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_bsf_inl; qp.c, mlx5_umr_fill_inl_bsf_t10dif.
struct bsf_inl_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// 1 if the blocks have a T10-DIF.
  std::uint8_t vld = 0;

  /// 1 if each transfer begins with the tags that stand here.
  std::uint8_t refresh = 0;

  /// Application tag.
  std::uint16_t dif_apptag = 0;

  /// Reference tag of the first block.
  std::uint32_t dif_reftag = 0;

  /// Kind of the guard.
  verbatim::guard_type sig_type = {};

  /// 1 if every block has a T10-DIF.
  std::uint8_t repeat_block = 0;

  /// 1 if guards begin with all ones, 0 if with 0.
  std::uint8_t seed = 0;

  /// 1 if the reference tag grows by one with each block.
  std::uint8_t inc_reftag = 0;

  /// 1 if blocks whose tags are all ones are not checked.
  std::uint8_t appref_escape = 0;

  /// 1 if blocks whose application tag is all ones are not checked.
  std::uint8_t apptag_escape = 0;

  /// Bits of the application tag that are checked.
  std::uint16_t dif_app_bitmask_check = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08,
                  wire::put<31, 24>(std::uint32_t{static_cast<std::uint8_t>(sig_type)}) |
                      wire::put<23, 23>(std::uint32_t{repeat_block}) |
                      wire::put<19, 19>(std::uint32_t{seed}),
                  wire::put<22, 22>(std::uint32_t{inc_reftag}) |
                      wire::put<17, 17>(std::uint32_t{appref_escape}) |
                      wire::put<16, 16>(std::uint32_t{apptag_escape}) |
                      wire::put<15, 0>(std::uint32_t{dif_app_bitmask_check}));
    wire::store64(at + 0x00,
                  wire::put<31, 31>(std::uint32_t{vld}) |
                      wire::put<30, 30>(std::uint32_t{refresh}) |
                      wire::put<15, 0>(std::uint32_t{dif_apptag}),
                  dif_reftag);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static bsf_inl_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w08 = wire::load32(at + 0x08);
    const auto w0c = wire::load32(at + 0x0c);
    return {
        .vld = wire::get<31, 31>(w00),
        .refresh = wire::get<30, 30>(w00),
        .dif_apptag = wire::get<15, 0>(w00),
        .dif_reftag = w04,
        .sig_type = static_cast<verbatim::guard_type>(wire::get<31, 24>(w08)),
        .repeat_block = wire::get<23, 23>(w08),
        .seed = wire::get<19, 19>(w08),
        .inc_reftag = wire::get<22, 22>(w0c),
        .appref_escape = wire::get<17, 17>(w0c),
        .apptag_escape = wire::get<16, 16>(w0c),
        .dif_app_bitmask_check = wire::get<15, 0>(w0c),
    };
  }

  bool operator==(const bsf_inl_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 16> fields{{
      {"vld", 0x00, 31, 31},
      {"refresh", 0x00, 30, 30},
      {"reserved_00", 0x00, 29, 16},
      {"dif_apptag", 0x00, 15, 0},
      {"dif_reftag", 0x04, 31, 0},
      {"sig_type", 0x08, 31, 24, enumerator_name<verbatim::guard_type>},
      {"repeat_block", 0x08, 23, 23},
      {"reserved_08_22", 0x08, 22, 20},
      {"seed", 0x08, 19, 19},
      {"reserved_08", 0x08, 18, 0},
      {"reserved_0c", 0x0c, 31, 23},
      {"inc_reftag", 0x0c, 22, 22},
      {"reserved_0d", 0x0c, 21, 18},
      {"appref_escape", 0x0c, 17, 17},
      {"apptag_escape", 0x0c, 16, 16},
      {"dif_app_bitmask_check", 0x0c, 15, 0},
  }};
};

}  // namespace verbatim
