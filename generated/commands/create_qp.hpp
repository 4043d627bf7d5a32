// Generated from specs/commands/queue_pairs/create_qp.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/qpc.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Makes a queue pair. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_qp_in_bits; UCX
/// src/uct/ib/mlx5/dv/ib_mlx5_ifc.h has the user memory.
struct create_qp {
  static constexpr std::uint16_t opcode = 0x500;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "CREATE_QP";

  /// The command CREATE_QP.
  struct in {
    static constexpr std::uint16_t command = 0x500;

    /// Size in bytes.
    static constexpr std::size_t size = 0x110;

    /// Always 0x500.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// Context.
    static constexpr wire::mailbox_part<in, firmware::qpc> qpc{0x0c0, "qpc"};

    /// Offset of the rings in the user memory.
    static constexpr wire::mailbox_field<in, std::uint64_t> wq_umem_offset{0x800, 64,
                                                                           "wq_umem_offset"};

    /// User memory of the rings.
    static constexpr wire::mailbox_field<in> wq_umem_id{0x840, 32, "wq_umem_id"};

    /// 1 if wq_umem_id is used.
    static constexpr wire::mailbox_field<in> wq_umem_valid{0x860, 1, "wq_umem_valid"};
  };

  /// The answer to CREATE_QP.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// Number of the queue pair.
    static constexpr wire::mailbox_field<out> qpn{0x048, 24, "qpn"};
  };
};

}  // namespace verbatim::firmware
