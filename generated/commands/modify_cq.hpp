// Generated from specs/commands/completion_queues/modify_cq.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/cqc.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Changes a completion queue, or moves it to another ring. Source: Linux include/linux/mlx5/mlx5_ifc.h,
/// struct mlx5_ifc_modify_cq_in_bits.
struct modify_cq {
  static constexpr std::uint16_t opcode = 0x403;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "MODIFY_CQ";

  /// The command MODIFY_CQ.
  struct in {
    static constexpr std::uint16_t command = 0x403;

    /// Size in bytes.
    static constexpr std::size_t size = 0x110;

    /// Always 0x403.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// 0 to change fields, 1 to move the ring.
    static constexpr wire::mailbox_field<in> op_mod{0x030, 16, "op_mod"};

    /// The completion queue.
    static constexpr wire::mailbox_field<in> cqn{0x048, 24, "cqn"};

    /// Fields that change, a bit each.
    static constexpr wire::mailbox_field<in> modify_field_select{
        0x060, 32, "modify_field_select_resize_field_select"};

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

  /// The answer to MODIFY_CQ.
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
