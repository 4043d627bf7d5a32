// Generated from specs/commands/queue_pairs/query_qp.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/qpc.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Queries a queue pair. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_qp_in_bits and
/// mlx5_ifc_query_qp_out_bits.
struct query_qp {
  static constexpr std::uint16_t opcode = 0x50b;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "QUERY_QP";

  /// The command QUERY_QP.
  struct in {
    static constexpr std::uint16_t command = 0x50b;

    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// Always 0x50b.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// The queue pair.
    static constexpr wire::mailbox_field<in> qpn{0x048, 24, "qpn"};
  };

  /// The answer to QUERY_QP.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x110;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// Context.
    static constexpr wire::mailbox_part<out, firmware::qpc> qpc{0x0c0, "qpc"};
  };
};

}  // namespace verbatim::firmware
