// Generated from specs/commands/receive_queues/arm_xrq.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Asks for an event when few receives are left. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_arm_xrq_in_bits.
struct arm_xrq {
  static constexpr std::uint16_t opcode = 0x71a;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "ARM_XRQ";

  /// The command ARM_XRQ.
  struct in {
    static constexpr std::uint16_t command = 0x71a;

    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// Always 0x71a.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// The XRQ.
    static constexpr wire::mailbox_field<in> xrqn{0x048, 24, "xrqn"};

    /// Number of WQEs below which an event is raised.
    static constexpr wire::mailbox_field<in> lwm{0x070, 16, "lwm"};
  };

  /// The answer to ARM_XRQ.
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
