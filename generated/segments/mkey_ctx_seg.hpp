// Generated from specs/segments/memory_keys/mkey_ctx_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The fields of a memory key that a UMR may change.
///
///   at    bits     field
///   0x00  31..31   reserved_00_7
///   0x00  30..30   free
///   0x00  29..16   reserved_00
///   0x00  15..15   umr_en
///   0x00  14..14   atomic
///   0x00  13..13   remote_write
///   0x00  12..12   remote_read
///   0x00  11..11   local_write
///   0x00  10..10   local_read
///   0x00  9..8     access_mode
///   0x00  7..0     sf
///   0x04  31..8    qpn
///   0x04  7..0     mkey_7_0
///   0x08  31..0    reserved_08
///   0x0c  31..31   length64
///   0x0c  30..30   bsf_en
///   0x0c  29..29   sync_umr
///   0x0c  28..27   reserved_0c_27
///   0x0c  26..26   sig_err_cnt
///   0x0c  25..25   reserved_0c_25
///   0x0c  24..24   en_rinval
///   0x0c  23..0    pd
///   0x10  63..0    start_addr
///   0x18  63..0    len
///   0x20  31..0    bsf_octword_size
///   0x24  16 bytes reserved_24
///   0x34  31..0    translations_octword_size
///   0x38  31..5    reserved_38
///   0x38  4..0     log_page_size
///   0x3c  31..0    reserved_3c
///
/// Source: mlx5dv.h, struct mlx5_wqe_mkey_context_seg.
struct mkey_ctx_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 64;

  /// 1 makes the key invalid.
  std::uint8_t free = 0;

  /// 1 lets UMRs change the key; only the kernel sets it.
  std::uint8_t umr_en = 0;

  /// 1 allows atomics of peers.
  std::uint8_t atomic = 0;

  /// 1 allows WRITE of peers.
  std::uint8_t remote_write = 0;

  /// 1 allows READ of peers.
  std::uint8_t remote_read = 0;

  /// 1 allows writing as a local key.
  std::uint8_t local_write = 0;

  /// 1 allows reading as a local key.
  std::uint8_t local_read = 0;

  /// Translation of addresses: 0 physical, 1 pages, 2 KLM list, 3 KSM list.
  std::uint8_t access_mode = 0;

  /// Meant for the kernel.
  std::uint8_t sf = 0;

  /// QP to which the key belongs; 0xffffff is every QP.
  std::uint32_t qpn = 0;

  /// Low byte of the new key, its variant.
  std::uint8_t mkey_7_0 = 0;

  /// 1 if the key covers the whole address space.
  std::uint8_t length64 = 0;

  /// 1 if a BSF is attached.
  std::uint8_t bsf_en = 0;

  /// Meant for the kernel.
  std::uint8_t sync_umr = 0;

  /// Low bit of the counter of signature errors.
  std::uint8_t sig_err_cnt = 0;

  /// 1 if a peer may invalidate the key.
  std::uint8_t en_rinval = 0;

  /// Protection domain.
  std::uint32_t pd = 0;

  /// Address of the first byte; 0 for a key whose addresses are offsets.
  std::uint64_t start_addr = 0;

  /// Length of the region in bytes.
  std::uint64_t len = 0;

  /// Length of the BSF in units of 16 bytes.
  std::uint32_t bsf_octword_size = 0;

  /// Length of the translation list in units of 16 bytes.
  std::uint32_t translations_octword_size = 0;

  /// Binary logarithm of the page size.
  std::uint8_t log_page_size = 0;

  /// Writes all 64 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x38, wire::put<4, 0>(std::uint32_t{log_page_size}), 0);
    wire::store32(at + 0x34, translations_octword_size);
    wire::store32(at + 0x20, bsf_octword_size);
    wire::store64(at + 0x18, len);
    wire::store64(at + 0x10, start_addr);
    wire::store64(
        at + 0x08, 0,
        wire::put<31, 31>(std::uint32_t{length64}) | wire::put<30, 30>(std::uint32_t{bsf_en}) |
            wire::put<29, 29>(std::uint32_t{sync_umr}) |
            wire::put<26, 26>(std::uint32_t{sig_err_cnt}) |
            wire::put<24, 24>(std::uint32_t{en_rinval}) | wire::put<23, 0>(std::uint32_t{pd}));
    wire::store64(
        at + 0x00,
        wire::put<30, 30>(std::uint32_t{free}) | wire::put<15, 15>(std::uint32_t{umr_en}) |
            wire::put<14, 14>(std::uint32_t{atomic}) |
            wire::put<13, 13>(std::uint32_t{remote_write}) |
            wire::put<12, 12>(std::uint32_t{remote_read}) |
            wire::put<11, 11>(std::uint32_t{local_write}) |
            wire::put<10, 10>(std::uint32_t{local_read}) |
            wire::put<9, 8>(std::uint32_t{access_mode}) | wire::put<7, 0>(std::uint32_t{sf}),
        wire::put<31, 8>(std::uint32_t{qpn}) | wire::put<7, 0>(std::uint32_t{mkey_7_0}));
    std::memset(at + 0x24, 0, 16);
  }

  /// Returns the fields of the 64 bytes at `at`.
  static mkey_ctx_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w0c = wire::load32(at + 0x0c);
    const auto w10 = wire::load64(at + 0x10);
    const auto w18 = wire::load64(at + 0x18);
    const auto w20 = wire::load32(at + 0x20);
    const auto w34 = wire::load32(at + 0x34);
    const auto w38 = wire::load32(at + 0x38);
    return {
        .free = wire::get<30, 30>(w00),
        .umr_en = wire::get<15, 15>(w00),
        .atomic = wire::get<14, 14>(w00),
        .remote_write = wire::get<13, 13>(w00),
        .remote_read = wire::get<12, 12>(w00),
        .local_write = wire::get<11, 11>(w00),
        .local_read = wire::get<10, 10>(w00),
        .access_mode = wire::get<9, 8>(w00),
        .sf = wire::get<7, 0>(w00),
        .qpn = wire::get<31, 8>(w04),
        .mkey_7_0 = wire::get<7, 0>(w04),
        .length64 = wire::get<31, 31>(w0c),
        .bsf_en = wire::get<30, 30>(w0c),
        .sync_umr = wire::get<29, 29>(w0c),
        .sig_err_cnt = wire::get<26, 26>(w0c),
        .en_rinval = wire::get<24, 24>(w0c),
        .pd = wire::get<23, 0>(w0c),
        .start_addr = w10,
        .len = w18,
        .bsf_octword_size = w20,
        .translations_octword_size = w34,
        .log_page_size = wire::get<4, 0>(w38),
    };
  }

  bool operator==(const mkey_ctx_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 30> fields{{
      {"reserved_00_7", 0x00, 31, 31},
      {"free", 0x00, 30, 30},
      {"reserved_00", 0x00, 29, 16},
      {"umr_en", 0x00, 15, 15},
      {"atomic", 0x00, 14, 14},
      {"remote_write", 0x00, 13, 13},
      {"remote_read", 0x00, 12, 12},
      {"local_write", 0x00, 11, 11},
      {"local_read", 0x00, 10, 10},
      {"access_mode", 0x00, 9, 8},
      {"sf", 0x00, 7, 0},
      {"qpn", 0x04, 31, 8},
      {"mkey_7_0", 0x04, 7, 0},
      {"reserved_08", 0x08, 31, 0},
      {"length64", 0x0c, 31, 31},
      {"bsf_en", 0x0c, 30, 30},
      {"sync_umr", 0x0c, 29, 29},
      {"reserved_0c_27", 0x0c, 28, 27},
      {"sig_err_cnt", 0x0c, 26, 26},
      {"reserved_0c_25", 0x0c, 25, 25},
      {"en_rinval", 0x0c, 24, 24},
      {"pd", 0x0c, 23, 0},
      {"start_addr", 0x10, 63, 0},
      {"len", 0x18, 63, 0},
      {"bsf_octword_size", 0x20, 31, 0},
      {"reserved_24", 0x24, 0, 0, nullptr, 0, 16},
      {"translations_octword_size", 0x34, 31, 0},
      {"reserved_38", 0x38, 31, 5},
      {"log_page_size", 0x38, 4, 0},
      {"reserved_3c", 0x3c, 31, 0},
  }};
};

}  // namespace verbatim
