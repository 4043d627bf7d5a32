// Generated from specs/commands/transports/query_tis.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/tisc.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Queries a TIS. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_tis_in_bits and
/// mlx5_ifc_query_tis_out_bits.
struct query_tis {
  static constexpr std::uint16_t opcode = 0x915;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "QUERY_TIS";

  /// The command QUERY_TIS.
  struct in {
    static constexpr std::uint16_t command = 0x915;

    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// Always 0x915.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// The TIS.
    static constexpr wire::mailbox_field<in> tisn{0x048, 24, "tisn"};
  };

  /// The answer to QUERY_TIS.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0xb0;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// Context.
    static constexpr wire::mailbox_part<out, firmware::tisc> tis_context{0x080, "tis_context"};
  };
};

}  // namespace verbatim::firmware
