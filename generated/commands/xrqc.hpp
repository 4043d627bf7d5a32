// Generated from specs/commands/receive_queues/xrqc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/commands/tag_matching_topology_context.hpp"
#include "verbatim/generated/commands/wq.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The context of an XRQ, a shared receive queue with offloads. Source: Linux include/linux/mlx5/mlx5_ifc.h,
/// struct mlx5_ifc_xrqc_bits; UCX src/uct/ib/mlx5/dv/ib_mlx5_ifc.h has dc.
struct xrqc {
  /// Size in bytes.
  static constexpr std::size_t size = 0x140;

  /// Kind of offload, 1 for tag matching.
  static constexpr wire::mailbox_field<xrqc> topology{0x014, 4, "topology"};

  /// More kinds of offload, 1 for rendezvous.
  static constexpr wire::mailbox_field<xrqc> offload{0x01c, 4, "offload"};

  /// Number that CQEs carry.
  static constexpr wire::mailbox_field<xrqc> user_index{0x028, 24, "user_index"};

  /// CQ of all received messages.
  static constexpr wire::mailbox_field<xrqc> cqn{0x048, 24, "cqn"};

  /// 1 if DC queue pairs receive from it.
  static constexpr wire::mailbox_field<xrqc> dc{0x07f, 1, "dc"};

  /// The list of tags.
  static constexpr wire::mailbox_part<xrqc, firmware::tag_matching_topology_context>
      tag_matching_topology_context{0x100, "tag_matching_topology_context"};

  /// Ring.
  static constexpr wire::mailbox_part<xrqc, firmware::wq> wq{0x400, "wq"};
};

}  // namespace verbatim::firmware
