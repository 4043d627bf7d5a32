// Generated from specs/commands/capabilities/odp_per_transport_service_cap.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The operations of a transport for which pages need not be present. Source: Linux
/// include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_odp_per_transport_service_cap_bits.
struct odp_per_transport_service_cap {
  /// Size in bytes.
  static constexpr std::size_t size = 0x04;

  /// 1 for sends.
  static constexpr wire::mailbox_field<odp_per_transport_service_cap> send{0x000, 1, "send"};

  /// 1 for receives.
  static constexpr wire::mailbox_field<odp_per_transport_service_cap> receive{0x001, 1, "receive"};

  /// 1 for WRITEs.
  static constexpr wire::mailbox_field<odp_per_transport_service_cap> write{0x002, 1, "write"};

  /// 1 for READs.
  static constexpr wire::mailbox_field<odp_per_transport_service_cap> read{0x003, 1, "read"};

  /// 1 for atomics.
  static constexpr wire::mailbox_field<odp_per_transport_service_cap> atomic{0x004, 1, "atomic"};

  /// 1 for receives of an SRQ.
  static constexpr wire::mailbox_field<odp_per_transport_service_cap> srq_receive{0x005, 1,
                                                                                  "srq_receive"};
};

}  // namespace verbatim::firmware
