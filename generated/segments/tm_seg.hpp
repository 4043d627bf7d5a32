// Generated from specs/segments/tag_matching/tm_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// An operation on the list of tags of a tag-matching SRQ.
///
///   at    bits     field
///   0x00  31..28   opcode
///   0x00  27..24   reserved_00
///   0x00  23..23   cqe_req
///   0x00  22..22   sw_cnt_valid
///   0x00  21..16   reserved_01
///   0x00  15..0    index
///   0x04  31..16   reserved_04
///   0x04  15..0    sw_cnt
///   0x08  63..0    reserved_08
///   0x10  63..0    append_tag
///   0x18  63..0    append_mask
///
/// Source: mlx5dv.h, struct mlx5_wqe_tm_seg.
struct tm_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 32;

  /// Operation on the list.
  verbatim::tm_op opcode = {};

  /// 1 asks for a CQE when the list operation is done.
  std::uint8_t cqe_req = 0;

  /// 1 if sw_cnt is valid.
  std::uint8_t sw_cnt_valid = 0;

  /// To append: the next free entry of the list, not the one that the tag gets; to remove: the entry.
  std::uint16_t index = 0;

  /// Unexpected messages that the program has taken so far.
  std::uint16_t sw_cnt = 0;

  /// Tag to wait for.
  std::uint64_t append_tag = 0;

  /// Bits of the tag that have to agree.
  std::uint64_t append_mask = 0;

  /// Writes all 32 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x18, append_mask);
    wire::store64(at + 0x10, append_tag);
    wire::store64(at + 0x08, 0);
    wire::store64(at + 0x00,
                  wire::put<31, 28>(std::uint32_t{static_cast<std::uint8_t>(opcode)}) |
                      wire::put<23, 23>(std::uint32_t{cqe_req}) |
                      wire::put<22, 22>(std::uint32_t{sw_cnt_valid}) |
                      wire::put<15, 0>(std::uint32_t{index}),
                  wire::put<15, 0>(std::uint32_t{sw_cnt}));
  }

  /// Returns the fields of the 32 bytes at `at`.
  static tm_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w10 = wire::load64(at + 0x10);
    const auto w18 = wire::load64(at + 0x18);
    return {
        .opcode = static_cast<verbatim::tm_op>(wire::get<31, 28>(w00)),
        .cqe_req = wire::get<23, 23>(w00),
        .sw_cnt_valid = wire::get<22, 22>(w00),
        .index = wire::get<15, 0>(w00),
        .sw_cnt = wire::get<15, 0>(w04),
        .append_tag = w10,
        .append_mask = w18,
    };
  }

  bool operator==(const tm_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 11> fields{{
      {"opcode", 0x00, 31, 28, enumerator_name<verbatim::tm_op>},
      {"reserved_00", 0x00, 27, 24},
      {"cqe_req", 0x00, 23, 23},
      {"sw_cnt_valid", 0x00, 22, 22},
      {"reserved_01", 0x00, 21, 16},
      {"index", 0x00, 15, 0},
      {"reserved_04", 0x04, 31, 16},
      {"sw_cnt", 0x04, 15, 0},
      {"reserved_08", 0x08, 63, 0},
      {"append_tag", 0x10, 63, 0},
      {"append_mask", 0x18, 63, 0},
  }};
};

}  // namespace verbatim
