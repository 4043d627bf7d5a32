// Generated from specs/commands/flows/alloc_flow_counter.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Makes a flow counter. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_alloc_flow_counter_in_bits and mlx5_ifc_alloc_flow_counter_out_bits.
struct alloc_flow_counter {
  static constexpr std::uint16_t opcode = 0x939;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "ALLOC_FLOW_COUNTER";

  /// The command ALLOC_FLOW_COUNTER.
  struct in {
    static constexpr std::uint16_t command = 0x939;

    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// Always 0x939.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// Numbers of counters that may be made at once, a bit each, or 0 for one.
    static constexpr wire::mailbox_field<in> flow_counter_bulk{0x078, 8, "flow_counter_bulk"};
  };

  /// The answer to ALLOC_FLOW_COUNTER.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// Number of the counter.
    static constexpr wire::mailbox_field<out> flow_counter_id{0x040, 32, "flow_counter_id"};
  };
};

}  // namespace verbatim::firmware
