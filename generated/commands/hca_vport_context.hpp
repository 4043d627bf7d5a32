// Generated from specs/commands/capabilities/hca_vport_context.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The state of a port on InfiniBand. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_hca_vport_context_bits.
struct hca_vport_context {
  /// Size in bytes.
  static constexpr std::size_t size = 0x200;

  /// Physical state, 5 for a link that is up.
  static constexpr wire::mailbox_field<hca_vport_context> port_physical_state{
      0x110, 4, "port_physical_state"};

  /// State of the port, 4 for active.
  static constexpr wire::mailbox_field<hca_vport_context> port_state{0x118, 4, "port_state"};

  /// State of the virtual port, likewise.
  static constexpr wire::mailbox_field<hca_vport_context> vport_state{0x11c, 4, "vport_state"};

  /// GUID of the system.
  static constexpr wire::mailbox_field<hca_vport_context, std::uint64_t> system_image_guid{
      0x140, 64, "system_image_guid"};

  /// GUID of the port.
  static constexpr wire::mailbox_field<hca_vport_context, std::uint64_t> port_guid{0x180, 64,
                                                                                   "port_guid"};

  /// GUID of the device.
  static constexpr wire::mailbox_field<hca_vport_context, std::uint64_t> node_guid{0x1c0, 64,
                                                                                   "node_guid"};

  /// LID of the port.
  static constexpr wire::mailbox_field<hca_vport_context> lid{0x300, 16, "lid"};
};

}  // namespace verbatim::firmware
