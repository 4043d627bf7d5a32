// Generated from specs/commands/objects/sched_context.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/commands/sched_elem_attr_tsar.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The context of a scheduling element. Source: rdma-core providers/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_sched_context_bits.
struct sched_context {
  /// Size in bytes.
  static constexpr std::size_t size = 0x40;

  /// Type of the element, 0 for a node (TSAR), 4 for a leaf (queue group).
  static constexpr wire::mailbox_field<sched_context> element_type{0x000, 8, "element_type"};

  /// Attributes of a node.
  static constexpr wire::mailbox_part<sched_context, firmware::sched_elem_attr_tsar>
      sched_elem_attr{0x020, "sched_elem_attr"};

  /// Element above this one, or 0.
  static constexpr wire::mailbox_field<sched_context> parent_element_id{0x040, 32,
                                                                        "parent_element_id"};

  /// Share of the parent's bandwidth.
  static constexpr wire::mailbox_field<sched_context> bw_share{0x0a0, 32, "bw_share"};

  /// Limit of the bandwidth in Mbit/s, or 0 for none.
  static constexpr wire::mailbox_field<sched_context> max_average_bw{0x0c0, 32, "max_average_bw"};
};

}  // namespace verbatim::firmware
