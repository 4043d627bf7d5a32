// Generated from specs/commands/capabilities/query_hca_vport_context.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/hca_vport_context.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Queries the state of a port on InfiniBand. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_query_hca_vport_context_in_bits and mlx5_ifc_query_hca_vport_context_out_bits.
struct query_hca_vport_context {
  static constexpr std::uint16_t opcode = 0x762;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "QUERY_HCA_VPORT_CONTEXT";

  /// The command QUERY_HCA_VPORT_CONTEXT.
  struct in {
    static constexpr std::uint16_t command = 0x762;

    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// Always 0x762.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// The port, or 0 on devices with one.
    static constexpr wire::mailbox_field<in> port_num{0x04c, 4, "port_num"};
  };

  /// The answer to QUERY_HCA_VPORT_CONTEXT.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x210;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// State.
    static constexpr wire::mailbox_part<out, firmware::hca_vport_context> hca_vport_context{
        0x080, "hca_vport_context"};
  };
};

}  // namespace verbatim::firmware
