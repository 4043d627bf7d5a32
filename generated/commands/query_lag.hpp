// Generated from specs/commands/capabilities/query_lag.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/lagc.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Queries the aggregation of ports. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_query_lag_in_bits and mlx5_ifc_query_lag_out_bits.
struct query_lag {
  static constexpr std::uint16_t opcode = 0x842;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "QUERY_LAG";

  /// The command QUERY_LAG.
  struct in {
    static constexpr std::uint16_t command = 0x842;

    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// Always 0x842.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};
  };

  /// The answer to QUERY_LAG.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// State.
    static constexpr wire::mailbox_part<out, firmware::lagc> ctx{0x040, "ctx"};
  };
};

}  // namespace verbatim::firmware
