// Generated from specs/commands/queue_pairs/create_dct.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/dctc.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Makes a DCT, the end of DC that receives. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_create_dct_in_bits.
struct create_dct {
  static constexpr std::uint16_t opcode = 0x710;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "CREATE_DCT";

  /// The command CREATE_DCT.
  struct in {
    static constexpr std::uint16_t command = 0x710;

    /// Size in bytes.
    static constexpr std::size_t size = 0x80;

    /// Always 0x710.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// Context.
    static constexpr wire::mailbox_part<in, firmware::dctc> dct_context_entry{0x080,
                                                                              "dct_context_entry"};
  };

  /// The answer to CREATE_DCT.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// Number of the DCT.
    static constexpr wire::mailbox_field<out> dctn{0x048, 24, "dctn"};
  };
};

}  // namespace verbatim::firmware
