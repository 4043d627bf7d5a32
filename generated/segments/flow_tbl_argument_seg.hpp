// Generated from specs/segments/packets/flow_tbl_argument_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The arguments that a FLOW_TBL_ACCESS writes.
///
///   at    bits     field
///   0x00  64 bytes argument_list
///
/// Source: rdma-core providers/mlx5/dr_send.c, struct mlx5_wqe_header_modify_argument_update_seg.
struct flow_tbl_argument_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 64;

  /// Arguments of a header modification.
  std::array<std::byte, 64> argument_list = {};

  /// Writes all 64 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store_bytes(at + 0x00, argument_list);
  }

  /// Returns the fields of the 64 bytes at `at`.
  static flow_tbl_argument_seg read(const std::byte* at) noexcept {
    return {
        .argument_list = wire::load_bytes<64>(at + 0x00),
    };
  }

  bool operator==(const flow_tbl_argument_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 1> fields{{
      {"argument_list", 0x00, 0, 0, nullptr, 0, 64},
  }};
};

}  // namespace verbatim
