// Generated from specs/commands/receive_queues/create_xrq.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/xrqc.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Makes an XRQ. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_xrq_in_bits.
struct create_xrq {
  static constexpr std::uint16_t opcode = 0x717;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "CREATE_XRQ";

  /// The command CREATE_XRQ.
  struct in {
    static constexpr std::uint16_t command = 0x717;

    /// Size in bytes.
    static constexpr std::size_t size = 0x150;

    /// Always 0x717.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// Context.
    static constexpr wire::mailbox_part<in, firmware::xrqc> xrq_context{0x080, "xrq_context"};
  };

  /// The answer to CREATE_XRQ.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// Number of the XRQ.
    static constexpr wire::mailbox_field<out> xrqn{0x048, 24, "xrqn"};
  };
};

}  // namespace verbatim::firmware
