// Generated from specs/segments/tag_matching/tmh_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The tag-matching header in front of a message.
///
///   at    bits     field
///   0x00  31..24   opcode
///   0x00  23..0    reserved_01
///   0x04  31..0    app_ctx
///   0x08  63..0    tag
///
/// Source: infiniband/tm_types.h, struct ibv_tmh.
struct tmh_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Kind of the message that follows.
  verbatim::tmh_op opcode = {};

  /// Value that the application chooses; it arrives in the completion.
  std::uint32_t app_ctx = 0;

  /// Tag of the message.
  std::uint64_t tag = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, tag);
    wire::store64(at + 0x00, wire::put<31, 24>(std::uint32_t{static_cast<std::uint8_t>(opcode)}),
                  app_ctx);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static tmh_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w08 = wire::load64(at + 0x08);
    return {
        .opcode = static_cast<verbatim::tmh_op>(wire::get<31, 24>(w00)),
        .app_ctx = w04,
        .tag = w08,
    };
  }

  bool operator==(const tmh_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 4> fields{{
      {"opcode", 0x00, 31, 24, enumerator_name<verbatim::tmh_op>},
      {"reserved_01", 0x00, 23, 0},
      {"app_ctx", 0x04, 31, 0},
      {"tag", 0x08, 63, 0},
  }};
};

}  // namespace verbatim
