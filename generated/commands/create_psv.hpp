// Generated from specs/commands/memory_keys/create_psv.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Makes protection signature values (PSVs). Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_create_psv_in_bits and mlx5_ifc_create_psv_out_bits.
struct create_psv {
  static constexpr std::uint16_t opcode = 0x600;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "CREATE_PSV";

  /// The command CREATE_PSV.
  struct in {
    static constexpr std::uint16_t command = 0x600;

    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// Always 0x600.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// Number of values.
    static constexpr wire::mailbox_field<in> num_psv{0x040, 4, "num_psv"};

    /// Protection domain.
    static constexpr wire::mailbox_field<in> pd{0x048, 24, "pd"};
  };

  /// The answer to CREATE_PSV.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x20;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// Number of the first value.
    static constexpr wire::mailbox_field<out> psv0_index{0x088, 24, "psv0_index"};

    /// Number of the second value, if asked for.
    static constexpr wire::mailbox_field<out> psv1_index{0x0a8, 24, "psv1_index"};

    /// Number of the third value, if asked for.
    static constexpr wire::mailbox_field<out> psv2_index{0x0c8, 24, "psv2_index"};

    /// Number of the fourth value, if asked for.
    static constexpr wire::mailbox_field<out> psv3_index{0x0e8, 24, "psv3_index"};
  };
};

}  // namespace verbatim::firmware
