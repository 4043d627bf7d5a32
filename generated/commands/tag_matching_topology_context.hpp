// Generated from specs/commands/receive_queues/tag_matching_topology_context.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The part of an XRQ's context for tags. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_tag_matching_topology_context_bits.
struct tag_matching_topology_context {
  /// Size in bytes.
  static constexpr std::size_t size = 0x10;

  /// Length of the list of tags, as the exponent of a power of two.
  static constexpr wire::mailbox_field<tag_matching_topology_context> log_matching_list_sz{
      0x000, 4, "log_matching_list_sz"};

  /// Entry of the list that the next append takes.
  static constexpr wire::mailbox_field<tag_matching_topology_context> append_next_index{
      0x010, 16, "append_next_index"};

  /// Unexpected messages that the program has reported.
  static constexpr wire::mailbox_field<tag_matching_topology_context> sw_phase_cnt{0x020, 16,
                                                                                   "sw_phase_cnt"};

  /// Unexpected messages that the device has counted.
  static constexpr wire::mailbox_field<tag_matching_topology_context> hw_phase_cnt{0x030, 16,
                                                                                   "hw_phase_cnt"};
};

}  // namespace verbatim::firmware
