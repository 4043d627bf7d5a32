// Generated from specs/commands/transports/modify_tis_bitmask.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The fields of a TIS that a command changes. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_modify_tis_bitmask_bits.
struct modify_tis_bitmask {
  /// Size in bytes.
  static constexpr std::size_t size = 0x08;

  /// 1 for lag_tx_port_affinity.
  static constexpr wire::mailbox_field<modify_tis_bitmask> lag_tx_port_affinity{
      0x03d, 1, "lag_tx_port_affinity"};
};

}  // namespace verbatim::firmware
