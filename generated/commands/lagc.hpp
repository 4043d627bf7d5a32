// Generated from specs/commands/capabilities/lagc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The state of a bond of ports. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_lagc_bits.
struct lagc {
  /// Size in bytes.
  static constexpr std::size_t size = 0x08;

  /// 0 if the ports are no bond.
  static constexpr wire::mailbox_field<lagc> lag_state{0x01d, 3, "lag_state"};

  /// Ports that are up, a bit each.
  static constexpr wire::mailbox_field<lagc> active_port{0x02c, 4, "active_port"};

  /// Port that carries the traffic of port 2.
  static constexpr wire::mailbox_field<lagc> tx_remap_affinity_2{0x034, 4, "tx_remap_affinity_2"};

  /// Port that carries the traffic of port 1.
  static constexpr wire::mailbox_field<lagc> tx_remap_affinity_1{0x03c, 4, "tx_remap_affinity_1"};
};

}  // namespace verbatim::firmware
