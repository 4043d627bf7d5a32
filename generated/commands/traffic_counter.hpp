// Generated from specs/commands/flows/traffic_counter.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The value of a flow counter. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_traffic_counter_bits.
struct traffic_counter {
  /// Size in bytes.
  static constexpr std::size_t size = 0x10;

  /// Number of frames.
  static constexpr wire::mailbox_field<traffic_counter, std::uint64_t> packets{0x000, 64,
                                                                               "packets"};

  /// Number of their bytes.
  static constexpr wire::mailbox_field<traffic_counter, std::uint64_t> octets{0x040, 64, "octets"};
};

}  // namespace verbatim::firmware
