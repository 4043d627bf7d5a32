// Generated from specs/segments/memory_keys/crypto_bsf_seg.yaml by codegen.
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

/// The encryption of a memory key's data.
///
///   at    bits     field
///   0x00  31..30   bsf_size
///   0x00  29..28   reserved_00_29
///   0x00  27..24   bsf_type = 1
///   0x00  23..16   enc_order
///   0x00  15..8    reserved_02
///   0x00  7..0     enc_standard
///   0x04  31..0    raw_data_size
///   0x08  31..24   bs_pointer
///   0x08  23..0    reserved_09
///   0x0c  31..0    reserved_0c
///   0x10  16 bytes xts_init_tweak
///   0x20  31..24   reserved_20
///   0x20  23..0    dek_ptr
///   0x24  31..0    reserved_24
///   0x28  8 bytes  keytag
///   0x30  16 bytes reserved_30
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_crypto_bsf; qp.c, mlx5_umr_fill_crypto_bsf.
struct crypto_bsf_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 64;

  /// with_inline if it is alone, sig_and_crypto behind a signature.
  verbatim::bsf_size bsf_size = {};

  /// Side on which data is encrypted.
  verbatim::enc_order enc_order = {};

  /// Standard of the encryption.
  verbatim::enc_standard enc_standard = {};

  /// Bytes of data; libmlx5 has all ones.
  std::uint32_t raw_data_size = 0;

  /// Bytes of data between two tweaks.
  verbatim::block_size bs_pointer = {};

  /// Tweak of the first block, big-endian. Uncertain: No source says that every device has it big-endian;
  /// libmlx5 reverses it for those with aes_xts_multi_block_be_tweak.
  std::array<std::byte, 16> xts_init_tweak = {};

  /// Number of the key (data encryption key, DEK).
  std::uint32_t dek_ptr = 0;

  /// Key tag that the key was made with, if it has one; it has to be the same.
  std::array<std::byte, 8> keytag = {};

  /// Writes all 64 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x20, wire::put<23, 0>(std::uint32_t{dek_ptr}), 0);
    wire::store64(at + 0x08,
                  wire::put<31, 24>(std::uint32_t{static_cast<std::uint8_t>(bs_pointer)}), 0);
    wire::store64(at + 0x00,
                  wire::put<31, 30>(std::uint32_t{static_cast<std::uint8_t>(bsf_size)}) |
                      wire::put<27, 24>(std::uint32_t{1}) |
                      wire::put<23, 16>(std::uint32_t{static_cast<std::uint8_t>(enc_order)}) |
                      wire::put<7, 0>(std::uint32_t{static_cast<std::uint8_t>(enc_standard)}),
                  raw_data_size);
    wire::store_bytes(at + 0x10, xts_init_tweak);
    wire::store_bytes(at + 0x28, keytag);
    std::memset(at + 0x30, 0, 16);
  }

  /// Returns the fields of the 64 bytes at `at`.
  static crypto_bsf_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w08 = wire::load32(at + 0x08);
    const auto w20 = wire::load32(at + 0x20);
    return {
        .bsf_size = static_cast<verbatim::bsf_size>(wire::get<31, 30>(w00)),
        .enc_order = static_cast<verbatim::enc_order>(wire::get<23, 16>(w00)),
        .enc_standard = static_cast<verbatim::enc_standard>(wire::get<7, 0>(w00)),
        .raw_data_size = w04,
        .bs_pointer = static_cast<verbatim::block_size>(wire::get<31, 24>(w08)),
        .xts_init_tweak = wire::load_bytes<16>(at + 0x10),
        .dek_ptr = wire::get<23, 0>(w20),
        .keytag = wire::load_bytes<8>(at + 0x28),
    };
  }

  bool operator==(const crypto_bsf_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 16> fields{{
      {"bsf_size", 0x00, 31, 30, enumerator_name<verbatim::bsf_size>},
      {"reserved_00_29", 0x00, 29, 28},
      {"bsf_type", 0x00, 27, 24, nullptr, 1, 0, true},
      {"enc_order", 0x00, 23, 16, enumerator_name<verbatim::enc_order>},
      {"reserved_02", 0x00, 15, 8},
      {"enc_standard", 0x00, 7, 0, enumerator_name<verbatim::enc_standard>},
      {"raw_data_size", 0x04, 31, 0},
      {"bs_pointer", 0x08, 31, 24, enumerator_name<verbatim::block_size>},
      {"reserved_09", 0x08, 23, 0},
      {"reserved_0c", 0x0c, 31, 0},
      {"xts_init_tweak", 0x10, 0, 0, nullptr, 0, 16},
      {"reserved_20", 0x20, 31, 24},
      {"dek_ptr", 0x20, 23, 0},
      {"reserved_24", 0x24, 31, 0},
      {"keytag", 0x28, 0, 0, nullptr, 0, 8},
      {"reserved_30", 0x30, 0, 0, nullptr, 0, 16},
  }};
};

}  // namespace verbatim
