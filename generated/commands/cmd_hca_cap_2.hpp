// Generated from specs/commands/capabilities/cmd_hca_cap_2.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// More general capabilities, group 0x20. Source: UCX src/uct/ib/mlx5/dv/ib_mlx5_ifc.h, struct
/// uct_ib_mlx5_cmd_hca_cap_2_bits.
struct cmd_hca_cap_2 {
  /// Size in bytes.
  static constexpr std::size_t size = 0x100;

  /// Fewest queue pair numbers that are reserved at once, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap_2> log_reserved_qpn_granularity{
      0x093, 5, "log_reserved_qpn_granularity"};
};

}  // namespace verbatim::firmware
