// Generated from specs/segments/packets/flow_tbl_access_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The steering object that a FLOW_TBL_ACCESS writes.
///
///   at    bits     field
///   0x00  31..0    flow_idx_update
///   0x04  31..0    dest_handle
///   0x08  40 bytes reserved_08
///
/// Source: rdma-core providers/mlx5/dr_send.c, struct mlx5_wqe_flow_update_ctrl_seg.
struct flow_tbl_access_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 48;

  /// Index of the entry to update. Uncertain: Read in one driver only.
  std::uint32_t flow_idx_update = 0;

  /// Handle of the destination. Uncertain: Read in one driver only.
  std::uint32_t dest_handle = 0;

  /// Writes all 48 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x00, flow_idx_update, dest_handle);
    std::memset(at + 0x08, 0, 40);
  }

  /// Returns the fields of the 48 bytes at `at`.
  static flow_tbl_access_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    return {
        .flow_idx_update = w00,
        .dest_handle = w04,
    };
  }

  bool operator==(const flow_tbl_access_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 3> fields{{
      {"flow_idx_update", 0x00, 31, 0},
      {"dest_handle", 0x04, 31, 0},
      {"reserved_08", 0x08, 0, 0, nullptr, 0, 40},
  }};
};

}  // namespace verbatim
