// Generated from specs/commands/queue_pairs/init2init_qp.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/qpc.hpp"
#include "verbatim/generated/commands/qpc_ext.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Changes attributes of a queue pair in INIT. Source: rdma-core providers/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_init2init_qp_in_bits.
struct init2init_qp {
  static constexpr std::uint16_t opcode = 0x50e;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "INIT2INIT_QP";

  /// The command INIT2INIT_QP.
  struct in {
    static constexpr std::uint16_t command = 0x50e;

    /// Size in bytes.
    static constexpr std::size_t size = 0x1d0;

    /// Always 0x50e.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// 1 if qpc_data_ext is used.
    static constexpr wire::mailbox_field<in> qpc_ext{0x040, 1, "qpc_ext"};

    /// The queue pair.
    static constexpr wire::mailbox_field<in> qpn{0x048, 24, "qpn"};

    /// Optional fields of the context that are given.
    static constexpr wire::mailbox_field<in> opt_param_mask{0x080, 32, "opt_param_mask"};

    /// Context.
    static constexpr wire::mailbox_part<in, firmware::qpc> qpc{0x0c0, "qpc"};

    /// More such fields.
    static constexpr wire::mailbox_field<in, std::uint64_t> opt_param_mask_95_32{
        0x840, 64, "opt_param_mask_95_32"};

    /// Extension of the context.
    static constexpr wire::mailbox_part<in, firmware::qpc_ext> qpc_data_ext{0x880, "qpc_data_ext"};
  };

  /// The answer to INIT2INIT_QP.
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
