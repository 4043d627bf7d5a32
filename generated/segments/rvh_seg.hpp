// Generated from specs/segments/tag_matching/rvh_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The rendezvous header behind tmh_seg, from which the receiver reads the message.
///
///   at    bits     field
///   0x00  63..0    va
///   0x08  31..0    rkey
///   0x0c  31..0    len
///
/// Source: infiniband/tm_types.h, struct ibv_rvh.
struct rvh_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Address of the message at the sender.
  std::uint64_t va = 0;

  /// Its key.
  std::uint32_t rkey = 0;

  /// Its length in bytes.
  std::uint32_t len = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, rkey, len);
    wire::store64(at + 0x00, va);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static rvh_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load64(at + 0x00);
    const auto w08 = wire::load32(at + 0x08);
    const auto w0c = wire::load32(at + 0x0c);
    return {
        .va = w00,
        .rkey = w08,
        .len = w0c,
    };
  }

  bool operator==(const rvh_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 3> fields{{
      {"va", 0x00, 63, 0},
      {"rkey", 0x08, 31, 0},
      {"len", 0x0c, 31, 0},
  }};
};

}  // namespace verbatim
