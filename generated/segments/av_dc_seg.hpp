// Generated from specs/segments/addresses/av_dc_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The destination of a dynamically connected WQE, as a full address vector.
///
///   at    bits     field
///   0x00  63..0    dc_key
///   0x08  31..31   ext = 1
///   0x08  30..28   reserved_08
///   0x08  27..24   reverse_sl
///   0x08  23..0    dqp_dct
///   0x0c  31..28   stat_rate
///   0x0c  27..24   sl
///   0x0c  23..23   fl
///   0x0c  22..16   mlid
///   0x0c  15..0    rlid
///   0x10  31..0    reserved_10
///   0x14  6 bytes  rmac
///   0x18  15..8    tclass
///   0x18  7..0     hop_limit
///   0x1c  31..31   reserved_1c
///   0x1c  30..30   grh
///   0x1c  29..28   reserved_1c_28
///   0x1c  27..20   sgid_index
///   0x1c  19..0    flow_label
///   0x20  16 bytes rgid
///
/// Source: mlx5dv.h, struct mlx5_wqe_av; rdma-core providers/mlx5/qp.c, mlx5_send_wr_set_dc_addr.
struct av_dc_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 48;

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

  /// MAC address of the peer on RoCE, else 0.
  std::array<std::byte, 6> rmac = {};

  /// Traffic class.
  std::uint8_t tclass = 0;

  /// Hop limit.
  std::uint8_t hop_limit = 0;

  /// 1 puts a global route header on an InfiniBand packet; 0 on RoCE, which always has one.
  std::uint8_t grh = 0;

  /// Index of the source GID in the GID table.
  std::uint8_t sgid_index = 0;

  /// Flow label.
  std::uint32_t flow_label = 0;

  /// GID of the peer.
  std::array<std::byte, 16> rgid = {};

  /// Writes all 48 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(
        at + 0x18,
        wire::put<15, 8>(std::uint32_t{tclass}) | wire::put<7, 0>(std::uint32_t{hop_limit}),
        wire::put<30, 30>(std::uint32_t{grh}) | wire::put<27, 20>(std::uint32_t{sgid_index}) |
            wire::put<19, 0>(std::uint32_t{flow_label}));
    wire::store32(at + 0x10, 0);
    wire::store64(
        at + 0x08,
        wire::put<31, 31>(std::uint32_t{1}) | wire::put<27, 24>(std::uint32_t{reverse_sl}) |
            wire::put<23, 0>(std::uint32_t{dqp_dct}),
        wire::put<31, 28>(std::uint32_t{stat_rate}) | wire::put<27, 24>(std::uint32_t{sl}) |
            wire::put<23, 23>(std::uint32_t{fl}) | wire::put<22, 16>(std::uint32_t{mlid}) |
            wire::put<15, 0>(std::uint32_t{rlid}));
    wire::store64(at + 0x00, dc_key);
    wire::store_bytes(at + 0x14, rmac);
    wire::store_bytes(at + 0x20, rgid);
  }

  /// Returns the fields of the 48 bytes at `at`.
  static av_dc_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load64(at + 0x00);
    const auto w08 = wire::load32(at + 0x08);
    const auto w0c = wire::load32(at + 0x0c);
    const auto w18 = wire::load32(at + 0x18);
    const auto w1c = wire::load32(at + 0x1c);
    return {
        .dc_key = w00,
        .reverse_sl = wire::get<27, 24>(w08),
        .dqp_dct = wire::get<23, 0>(w08),
        .stat_rate = wire::get<31, 28>(w0c),
        .sl = wire::get<27, 24>(w0c),
        .fl = wire::get<23, 23>(w0c),
        .mlid = wire::get<22, 16>(w0c),
        .rlid = wire::get<15, 0>(w0c),
        .rmac = wire::load_bytes<6>(at + 0x14),
        .tclass = wire::get<15, 8>(w18),
        .hop_limit = wire::get<7, 0>(w18),
        .grh = wire::get<30, 30>(w1c),
        .sgid_index = wire::get<27, 20>(w1c),
        .flow_label = wire::get<19, 0>(w1c),
        .rgid = wire::load_bytes<16>(at + 0x20),
    };
  }

  bool operator==(const av_dc_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 20> fields{{
      {"dc_key", 0x00, 63, 0},
      {"ext", 0x08, 31, 31, nullptr, 1, 0, true},
      {"reserved_08", 0x08, 30, 28},
      {"reverse_sl", 0x08, 27, 24},
      {"dqp_dct", 0x08, 23, 0},
      {"stat_rate", 0x0c, 31, 28},
      {"sl", 0x0c, 27, 24},
      {"fl", 0x0c, 23, 23},
      {"mlid", 0x0c, 22, 16},
      {"rlid", 0x0c, 15, 0},
      {"reserved_10", 0x10, 31, 0},
      {"rmac", 0x14, 0, 0, nullptr, 0, 6},
      {"tclass", 0x18, 15, 8},
      {"hop_limit", 0x18, 7, 0},
      {"reserved_1c", 0x1c, 31, 31},
      {"grh", 0x1c, 30, 30},
      {"reserved_1c_28", 0x1c, 29, 28},
      {"sgid_index", 0x1c, 27, 20},
      {"flow_label", 0x1c, 19, 0},
      {"rgid", 0x20, 0, 0, nullptr, 0, 16},
  }};
};

}  // namespace verbatim
