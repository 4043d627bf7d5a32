// Generated from specs/commands/capabilities/query_hca_cap.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Queries the capabilities of the device, one group at a time. Source: Linux include/linux/mlx5/mlx5_ifc.h,
/// struct mlx5_ifc_query_hca_cap_in_bits and mlx5_ifc_query_hca_cap_out_bits.
struct query_hca_cap {
  static constexpr std::uint16_t opcode = 0x100;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "QUERY_HCA_CAP";

  /// The command QUERY_HCA_CAP.
  struct in {
    static constexpr std::uint16_t command = 0x100;

    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// Always 0x100.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// The group times 2, plus 1 for the values in force.
    static constexpr wire::mailbox_field<in> op_mod{0x030, 16, "op_mod"};
  };

  /// The answer to QUERY_HCA_CAP.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x1010;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// The capabilities, in the structure of the group.
    static constexpr wire::mailbox_bytes<out, 4096> capability{0x080};
  };
};

}  // namespace verbatim::firmware
