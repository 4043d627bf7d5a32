// Generated from specs/commands/completion_queues/create_cq.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/cqc.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Makes a completion queue. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_cq_in_bits;
/// DPDK drivers/common/mlx5/mlx5_prm.h has the user memory.
struct create_cq {
  static constexpr std::uint16_t opcode = 0x400;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "CREATE_CQ";

  /// The command CREATE_CQ.
  struct in {
    static constexpr std::uint16_t command = 0x400;

    /// Size in bytes.
    static constexpr std::size_t size = 0x110;

    /// Always 0x400.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// Context.
    static constexpr wire::mailbox_part<in, firmware::cqc> cq_context{0x080, "cq_context"};

    /// Offset of the ring in the user memory.
    static constexpr wire::mailbox_field<in, std::uint64_t> cq_umem_offset{0x280, 64,
                                                                           "cq_umem_offset"};

    /// User memory of the ring.
    static constexpr wire::mailbox_field<in> cq_umem_id{0x2c0, 32, "cq_umem_id"};

    /// 1 if cq_umem_id is used.
    static constexpr wire::mailbox_field<in> cq_umem_valid{0x2e0, 1, "cq_umem_valid"};
  };

  /// The answer to CREATE_CQ.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// Number of the completion queue.
    static constexpr wire::mailbox_field<out> cqn{0x048, 24, "cqn"};
  };
};

}  // namespace verbatim::firmware
