// Generated from specs/segments/memory_keys/bsf_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The beginning of a BSF (byte stream format), which states the signatures that the blocks of a memory key
/// have on the wire and in memory.
///
///   at    bits     field
///   0x00  31..30   bsf_size
///   0x00  29..29   reserved_00_29
///   0x00  28..28   sbs
///   0x00  27..24   bsf_type = 0
///   0x00  23..16   check_byte_mask
///   0x00  15..8    w_bs_selector
///   0x00  7..0     m_bs_selector
///   0x04  31..0    raw_data_size
///   0x08  31..28   w_bfs
///   0x08  27..26   reserved_08_26
///   0x08  25..25   w_repeat
///   0x08  24..24   w_seed
///   0x08  23..0    w_psv
///   0x0c  31..28   m_bfs
///   0x0c  27..26   reserved_0c_26
///   0x0c  25..25   m_repeat
///   0x0c  24..24   m_seed
///   0x0c  23..0    m_psv
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_bsf_basic; qp.c, mlx5_umr_fill_sig_bsf.
struct bsf_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Size of the BSF.
  verbatim::bsf_size bsf_size = {};

  /// 1 if wire and memory have the same block structure, so that signatures can be copied.
  std::uint8_t sbs = 0;

  /// Bytes of a signature that are checked where it comes in; the highest bit is for its most significant
  /// byte.
  std::uint8_t check_byte_mask = 0;

  /// With sbs the bytes of a signature that are copied (copy_byte_mask), else the block size on the wire, as
  /// in block_size.
  std::uint8_t w_bs_selector = 0;

  /// Block size in memory.
  verbatim::block_size m_bs_selector = {};

  /// Bytes of data; libmlx5 has all ones.
  std::uint32_t raw_data_size = 0;

  /// Signature on the wire.
  verbatim::block_format w_bfs = {};

  /// 1 if each block begins anew.
  std::uint8_t w_repeat = 0;

  /// 1 if a CRC begins with 0, 0 if with all ones. Uncertain: Only libmlx5 says what the bit means, and calls
  /// it the seed.
  std::uint8_t w_seed = 0;

  /// PSV of the wire.
  std::uint32_t w_psv = 0;

  /// Signature in memory.
  verbatim::block_format m_bfs = {};

  /// 1 if each block begins anew.
  std::uint8_t m_repeat = 0;

  /// 1 if a CRC begins with 0, 0 if with all ones.
  std::uint8_t m_seed = 0;

  /// PSV of memory.
  std::uint32_t m_psv = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(
        at + 0x08,
        wire::put<31, 28>(std::uint32_t{static_cast<std::uint8_t>(w_bfs)}) |
            wire::put<25, 25>(std::uint32_t{w_repeat}) | wire::put<24, 24>(std::uint32_t{w_seed}) |
            wire::put<23, 0>(std::uint32_t{w_psv}),
        wire::put<31, 28>(std::uint32_t{static_cast<std::uint8_t>(m_bfs)}) |
            wire::put<25, 25>(std::uint32_t{m_repeat}) | wire::put<24, 24>(std::uint32_t{m_seed}) |
            wire::put<23, 0>(std::uint32_t{m_psv}));
    wire::store64(at + 0x00,
                  wire::put<31, 30>(std::uint32_t{static_cast<std::uint8_t>(bsf_size)}) |
                      wire::put<28, 28>(std::uint32_t{sbs}) |
                      wire::put<23, 16>(std::uint32_t{check_byte_mask}) |
                      wire::put<15, 8>(std::uint32_t{w_bs_selector}) |
                      wire::put<7, 0>(std::uint32_t{static_cast<std::uint8_t>(m_bs_selector)}),
                  raw_data_size);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static bsf_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w08 = wire::load32(at + 0x08);
    const auto w0c = wire::load32(at + 0x0c);
    return {
        .bsf_size = static_cast<verbatim::bsf_size>(wire::get<31, 30>(w00)),
        .sbs = wire::get<28, 28>(w00),
        .check_byte_mask = wire::get<23, 16>(w00),
        .w_bs_selector = wire::get<15, 8>(w00),
        .m_bs_selector = static_cast<verbatim::block_size>(wire::get<7, 0>(w00)),
        .raw_data_size = w04,
        .w_bfs = static_cast<verbatim::block_format>(wire::get<31, 28>(w08)),
        .w_repeat = wire::get<25, 25>(w08),
        .w_seed = wire::get<24, 24>(w08),
        .w_psv = wire::get<23, 0>(w08),
        .m_bfs = static_cast<verbatim::block_format>(wire::get<31, 28>(w0c)),
        .m_repeat = wire::get<25, 25>(w0c),
        .m_seed = wire::get<24, 24>(w0c),
        .m_psv = wire::get<23, 0>(w0c),
    };
  }

  bool operator==(const bsf_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 18> fields{{
      {"bsf_size", 0x00, 31, 30, enumerator_name<verbatim::bsf_size>},
      {"reserved_00_29", 0x00, 29, 29},
      {"sbs", 0x00, 28, 28},
      {"bsf_type", 0x00, 27, 24, nullptr, 0, 0, true},
      {"check_byte_mask", 0x00, 23, 16},
      {"w_bs_selector", 0x00, 15, 8},
      {"m_bs_selector", 0x00, 7, 0, enumerator_name<verbatim::block_size>},
      {"raw_data_size", 0x04, 31, 0},
      {"w_bfs", 0x08, 31, 28, enumerator_name<verbatim::block_format>},
      {"reserved_08_26", 0x08, 27, 26},
      {"w_repeat", 0x08, 25, 25},
      {"w_seed", 0x08, 24, 24},
      {"w_psv", 0x08, 23, 0},
      {"m_bfs", 0x0c, 31, 28, enumerator_name<verbatim::block_format>},
      {"reserved_0c_26", 0x0c, 27, 26},
      {"m_repeat", 0x0c, 25, 25},
      {"m_seed", 0x0c, 24, 24},
      {"m_psv", 0x0c, 23, 0},
  }};
};

}  // namespace verbatim
