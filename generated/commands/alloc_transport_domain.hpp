// Generated from specs/commands/transports/alloc_transport_domain.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Makes a transport domain. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_alloc_transport_domain_out_bits.
struct alloc_transport_domain {
  static constexpr std::uint16_t opcode = 0x816;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "ALLOC_TRANSPORT_DOMAIN";

  /// The command ALLOC_TRANSPORT_DOMAIN.
  struct in {
    static constexpr std::uint16_t command = 0x816;

    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// Always 0x816.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};
  };

  /// The answer to ALLOC_TRANSPORT_DOMAIN.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// Number of the domain.
    static constexpr wire::mailbox_field<out> transport_domain{0x048, 24, "transport_domain"};
  };
};

}  // namespace verbatim::firmware
