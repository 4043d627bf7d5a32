// Generated from specs/commands/objects/sched_elem.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/commands/sched_context.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// A scheduling element, which is a node or a leaf of the scheduler. Source: rdma-core
/// providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_sched_elem_bits.
struct sched_elem {
  /// Size in bytes.
  static constexpr std::size_t size = 0x80;

  /// Fields of the context that are given, a bit each; 1 for bw_share, 2 for max_average_bw.
  static constexpr wire::mailbox_field<sched_elem, std::uint64_t> modify_field_select{
      0x000, 64, "modify_field_select"};

  /// Scheduler, 3 for that of the NIC.
  static constexpr wire::mailbox_field<sched_elem> scheduling_hierarchy{0x040, 8,
                                                                        "scheduling_hierarchy"};

  /// Context.
  static constexpr wire::mailbox_part<sched_elem, firmware::sched_context> sched_context{
      0x100, "sched_context"};
};

}  // namespace verbatim::firmware
