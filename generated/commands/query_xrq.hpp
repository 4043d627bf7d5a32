// Generated from specs/commands/receive_queues/query_xrq.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/xrqc.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Queries an XRQ. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_xrq_in_bits and
/// mlx5_ifc_query_xrq_out_bits.
struct query_xrq {
  static constexpr std::uint16_t opcode = 0x719;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "QUERY_XRQ";

  /// The command QUERY_XRQ.
  struct in {
    static constexpr std::uint16_t command = 0x719;

    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// Always 0x719.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// The XRQ.
    static constexpr wire::mailbox_field<in> xrqn{0x048, 24, "xrqn"};
  };

  /// The answer to QUERY_XRQ.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x150;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// Context.
    static constexpr wire::mailbox_part<out, firmware::xrqc> xrq_context{0x080, "xrq_context"};
  };
};

}  // namespace verbatim::firmware
