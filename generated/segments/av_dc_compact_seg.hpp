// Generated from specs/segments/addresses/av_dc_compact_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The destination of a dynamically connected WQE within the subnet, as a compact address vector.
///
///   at    bits     field
///   0x00  63..0    dc_key
///   0x08  31..31   ext = 0
///   0x08  30..28   reserved_08
///   0x08  27..24   reverse_sl
///   0x08  23..0    dqp_dct
///   0x0c  31..28   stat_rate
///   0x0c  27..24   sl
///   0x0c  23..23   fl
///   0x0c  22..16   mlid
///   0x0c  15..0    rlid
///
/// Source: UCX src/uct/ib/mlx5/ib_mlx5.inl, uct_ib_mlx5_set_dgram_seg, UCT_IB_MLX5_AV compact.
struct av_dc_compact_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Access key; the DCT has to have the same.
  std::uint64_t dc_key = 0;

  /// Service level of the way back. Uncertain: Only UCX fills these bits (REVERSE_SL), and the public header
  /// leaves them in dqp_dct.
  std::uint8_t reverse_sl = 0;

  /// Number of the peer's DCT.
  std::uint32_t dqp_dct = 0;

  /// Static rate code; 0 is as fast as the link.
  std::uint8_t stat_rate = 0;

  /// Service level; on RoCE the priority, shifted left by one.
  std::uint8_t sl = 0;

  /// 1 forces loopback.
  std::uint8_t fl = 0;

  /// Low bits of the source LID; 0 on RoCE.
  std::uint8_t mlid = 0;

  /// LID of the peer; on RoCE v2 the UDP source port.
  std::uint16_t rlid = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(
        at + 0x08,
        wire::put<27, 24>(std::uint32_t{reverse_sl}) | wire::put<23, 0>(std::uint32_t{dqp_dct}),
        wire::put<31, 28>(std::uint32_t{stat_rate}) | wire::put<27, 24>(std::uint32_t{sl}) |
            wire::put<23, 23>(std::uint32_t{fl}) | wire::put<22, 16>(std::uint32_t{mlid}) |
            wire::put<15, 0>(std::uint32_t{rlid}));
    wire::store64(at + 0x00, dc_key);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static av_dc_compact_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load64(at + 0x00);
    const auto w08 = wire::load32(at + 0x08);
    const auto w0c = wire::load32(at + 0x0c);
    return {
        .dc_key = w00,
        .reverse_sl = wire::get<27, 24>(w08),
        .dqp_dct = wire::get<23, 0>(w08),
        .stat_rate = wire::get<31, 28>(w0c),
        .sl = wire::get<27, 24>(w0c),
        .fl = wire::get<23, 23>(w0c),
        .mlid = wire::get<22, 16>(w0c),
        .rlid = wire::get<15, 0>(w0c),
    };
  }

  bool operator==(const av_dc_compact_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 10> fields{{
      {"dc_key", 0x00, 63, 0},
      {"ext", 0x08, 31, 31, nullptr, 0, 0, true},
      {"reserved_08", 0x08, 30, 28},
      {"reverse_sl", 0x08, 27, 24},
      {"dqp_dct", 0x08, 23, 0},
      {"stat_rate", 0x0c, 31, 28},
      {"sl", 0x0c, 27, 24},
      {"fl", 0x0c, 23, 23},
      {"mlid", 0x0c, 22, 16},
      {"rlid", 0x0c, 15, 0},
  }};
};

}  // namespace verbatim
