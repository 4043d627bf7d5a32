// Generated from specs/commands/queue_pairs/rtr2rts_qp.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/qpc.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Changes a queue pair from RTR to RTS. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_rtr2rts_qp_in_bits.
struct rtr2rts_qp {
  static constexpr std::uint16_t opcode = 0x504;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "RTR2RTS_QP";

  /// The command RTR2RTS_QP.
  struct in {
    static constexpr std::uint16_t command = 0x504;

    /// Size in bytes.
    static constexpr std::size_t size = 0x110;

    /// Always 0x504.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// The queue pair.
    static constexpr wire::mailbox_field<in> qpn{0x048, 24, "qpn"};

    /// Optional fields of the context that are given.
    static constexpr wire::mailbox_field<in> opt_param_mask{0x080, 32, "opt_param_mask"};

    /// Context.
    static constexpr wire::mailbox_part<in, firmware::qpc> qpc{0x0c0, "qpc"};
  };

  /// The answer to RTR2RTS_QP.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};
  };
};

}  // namespace verbatim::firmware
