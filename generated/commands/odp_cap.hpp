// Generated from specs/commands/capabilities/odp_cap.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/commands/odp_per_transport_service_cap.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The capabilities of on-demand paging, group 2. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_odp_cap_bits.
struct odp_cap {
  /// Size in bytes.
  static constexpr std::size_t size = 0x100;

  /// Operations of RC.
  static constexpr wire::mailbox_part<odp_cap, firmware::odp_per_transport_service_cap> rc_odp_caps{
      0x080, "rc_odp_caps"};

  /// Operations of UD.
  static constexpr wire::mailbox_part<odp_cap, firmware::odp_per_transport_service_cap> ud_odp_caps{
      0x0c0, "ud_odp_caps"};

  /// Operations of XRC.
  static constexpr wire::mailbox_part<odp_cap, firmware::odp_per_transport_service_cap>
      xrc_odp_caps{0x0e0, "xrc_odp_caps"};

  /// Operations of DC.
  static constexpr wire::mailbox_part<odp_cap, firmware::odp_per_transport_service_cap> dc_odp_caps{
      0x100, "dc_odp_caps"};
};

}  // namespace verbatim::firmware
