// Generated from specs/commands/receive_queues/create_rmp.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/rmpc.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Makes a receive memory pool (RMP), from which several queue pairs take receives. Source: Linux
/// include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_rmp_in_bits.
struct create_rmp {
  static constexpr std::uint16_t opcode = 0x90c;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "CREATE_RMP";

  /// The command CREATE_RMP.
  struct in {
    static constexpr std::uint16_t command = 0x90c;

    /// Size in bytes.
    static constexpr std::size_t size = 0x110;

    /// Always 0x90c.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// Context.
    static constexpr wire::mailbox_part<in, firmware::rmpc> ctx{0x100, "ctx"};
  };

  /// The answer to CREATE_RMP.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// Number of the pool.
    static constexpr wire::mailbox_field<out> rmpn{0x048, 24, "rmpn"};
  };
};

}  // namespace verbatim::firmware
