// Generated from specs/commands/objects/sched_elem_attr_tsar.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The attributes of a node of the scheduler (TSAR). Source: rdma-core providers/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_sched_elem_attr_tsar_bits.
struct sched_elem_attr_tsar {
  /// Size in bytes.
  static constexpr std::size_t size = 0x04;

  /// The way in which it shares its bandwidth, 0 for weighted round robin.
  static constexpr wire::mailbox_field<sched_elem_attr_tsar> tsar_type{0x008, 8, "tsar_type"};
};

}  // namespace verbatim::firmware
