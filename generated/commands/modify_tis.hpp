// Generated from specs/commands/transports/modify_tis.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/modify_tis_bitmask.hpp"
#include "verbatim/generated/commands/tisc.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Changes a TIS. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_modify_tis_in_bits.
struct modify_tis {
  static constexpr std::uint16_t opcode = 0x913;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "MODIFY_TIS";

  /// The command MODIFY_TIS.
  struct in {
    static constexpr std::uint16_t command = 0x913;

    /// Size in bytes.
    static constexpr std::size_t size = 0xc0;

    /// Always 0x913.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// The TIS.
    static constexpr wire::mailbox_field<in> tisn{0x048, 24, "tisn"};

    /// Fields of the context that are given.
    static constexpr wire::mailbox_part<in, firmware::modify_tis_bitmask> bitmask{0x080, "bitmask"};

    /// Context.
    static constexpr wire::mailbox_part<in, firmware::tisc> ctx{0x100, "ctx"};
  };

  /// The answer to MODIFY_TIS.
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
