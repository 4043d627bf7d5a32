// Generated from specs/commands/capabilities/flow_table_prop_layout.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The capabilities of one kind of flow table. Source: rdma-core providers/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_flow_table_prop_layout_bits.
struct flow_table_prop_layout {
  /// Size in bytes.
  static constexpr std::size_t size = 0x40;

  /// 1 if there are such tables.
  static constexpr wire::mailbox_field<flow_table_prop_layout> ft_support{0x000, 1, "ft_support"};

  /// 1 if flows write their tag into CQEs.
  static constexpr wire::mailbox_field<flow_table_prop_layout> flow_tag{0x001, 1, "flow_tag"};

  /// 1 if flows count.
  static constexpr wire::mailbox_field<flow_table_prop_layout> flow_counter{0x002, 1,
                                                                            "flow_counter"};

  /// 1 if flows put an outer header in front of a frame.
  static constexpr wire::mailbox_field<flow_table_prop_layout> reformat{0x007, 1, "reformat"};

  /// 1 if flows remove an outer header.
  static constexpr wire::mailbox_field<flow_table_prop_layout> decap{0x008, 1, "decap"};
};

}  // namespace verbatim::firmware
