// Generated from specs/commands/queue_pairs/qp_2err.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Changes a queue pair to the error state. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_qp_2err_in_bits.
struct qp_2err {
  static constexpr std::uint16_t opcode = 0x507;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "2ERR_QP";

  /// The command 2ERR_QP.
  struct in {
    static constexpr std::uint16_t command = 0x507;

    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// Always 0x507.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// The queue pair.
    static constexpr wire::mailbox_field<in> qpn{0x048, 24, "qpn"};
  };

  /// The answer to 2ERR_QP.
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
