// Generated from specs/commands/flows/query_flow_counter.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Reads flow counters. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_query_flow_counter_in_bits and mlx5_ifc_query_flow_counter_out_bits; DPDK
/// drivers/common/mlx5/mlx5_prm.h has dump_to_memory.
struct query_flow_counter {
  static constexpr std::uint16_t opcode = 0x93b;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "QUERY_FLOW_COUNTER";

  /// The command QUERY_FLOW_COUNTER.
  struct in {
    static constexpr std::uint16_t command = 0x93b;

    /// Size in bytes.
    static constexpr std::size_t size = 0x20;

    /// Always 0x93b.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// 1 if the counters are then set to 0.
    static constexpr wire::mailbox_field<in> clear{0x0c0, 1, "clear"};

    /// 1 if the values go to memory, not into the answer.
    static constexpr wire::mailbox_field<in> dump_to_memory{0x0c1, 1, "dump_to_memory"};

    /// Number of counters.
    static constexpr wire::mailbox_field<in> num_of_counters{0x0d0, 16, "num_of_counters"};

    /// The first counter.
    static constexpr wire::mailbox_field<in> flow_counter_id{0x0e0, 32, "flow_counter_id"};
  };

  /// The answer to QUERY_FLOW_COUNTER.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// Values of the counters, each a traffic_counter.
    static constexpr wire::mailbox_rest<out> flow_statistics{0x080};
  };
};

}  // namespace verbatim::firmware
