// Generated from specs/commands/capabilities/device_mem_cap.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The capabilities of the device's own memory, group 15. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_device_mem_cap_bits.
struct device_mem_cap {
  /// Size in bytes.
  static constexpr std::size_t size = 0x100;

  /// 1 if programs may allocate memory of the device.
  static constexpr wire::mailbox_field<device_mem_cap> memic{0x000, 1, "memic"};
};

}  // namespace verbatim::firmware
