// Generated from specs/commands/objects/query_general_object.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Queries a general object. Source: rdma-core providers/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_general_obj_in_cmd_hdr_bits, which begins the command.
struct query_general_object {
  static constexpr std::uint16_t opcode = 0xa02;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "QUERY_GENERAL_OBJECT";

  /// The command QUERY_GENERAL_OBJECT.
  struct in {
    static constexpr std::uint16_t command = 0xa02;

    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// Always 0xa02.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};
  };

  /// The answer to QUERY_GENERAL_OBJECT.
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
