// Generated from specs/commands/queue_pairs/query_dct.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/dctc.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Queries a DCT. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_dct_in_bits and
/// mlx5_ifc_query_dct_out_bits.
struct query_dct {
  static constexpr std::uint16_t opcode = 0x713;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "QUERY_DCT";

  /// The command QUERY_DCT.
  struct in {
    static constexpr std::uint16_t command = 0x713;

    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// Always 0x713.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// The DCT.
    static constexpr wire::mailbox_field<in> dctn{0x048, 24, "dctn"};
  };

  /// The answer to QUERY_DCT.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x80;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// Context.
    static constexpr wire::mailbox_part<out, firmware::dctc> dct_context_entry{0x080,
                                                                               "dct_context_entry"};
  };
};

}  // namespace verbatim::firmware
