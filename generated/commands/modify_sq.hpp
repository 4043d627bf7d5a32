// Generated from specs/commands/queue_pairs/modify_sq.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/sqc.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Changes a send queue of raw packets. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_modify_sq_in_bits.
struct modify_sq {
  static constexpr std::uint16_t opcode = 0x905;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "MODIFY_SQ";

  /// The command MODIFY_SQ.
  struct in {
    static constexpr std::uint16_t command = 0x905;

    /// Size in bytes.
    static constexpr std::size_t size = 0x110;

    /// Always 0x905.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// The send queue.
    static constexpr wire::mailbox_field<in> sqn{0x048, 24, "sqn"};

    /// Fields of the context that are given, a bit each.
    static constexpr wire::mailbox_field<in, std::uint64_t> modify_bitmask{0x080, 64,
                                                                           "modify_bitmask"};

    /// Context.
    static constexpr wire::mailbox_part<in, firmware::sqc> ctx{0x100, "ctx"};
  };

  /// The answer to MODIFY_SQ.
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
