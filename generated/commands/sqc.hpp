// Generated from specs/commands/queue_pairs/sqc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The context of a send queue of raw packets. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_sqc_bits.
struct sqc {
  /// Size in bytes.
  static constexpr std::size_t size = 0xf0;

  /// Leaf of the scheduler that the queue is on.
  static constexpr wire::mailbox_field<sqc> qos_queue_group_id{0x110, 16, "qos_queue_group_id"};
};

}  // namespace verbatim::firmware
