// Generated from specs/commands/transports/tisc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The context of a transport interface for sends (TIS). Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_tisc_bits.
struct tisc {
  /// Size in bytes.
  static constexpr std::size_t size = 0xa0;

  /// Port of a bond that frames leave by, or 0.
  static constexpr wire::mailbox_field<tisc> lag_tx_port_affinity{0x004, 4, "lag_tx_port_affinity"};

  /// Transport domain.
  static constexpr wire::mailbox_field<tisc> transport_domain{0x128, 24, "transport_domain"};
};

}  // namespace verbatim::firmware
