// Generated from specs/commands/queue_pairs/qpc_ext.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The extension of a queue pair's context. Source: rdma-core providers/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_qpc_ext_bits.
struct qpc_ext {
  /// Size in bytes.
  static constexpr std::size_t size = 0xc0;

  /// 1 if the queue pair may copy memory.
  static constexpr wire::mailbox_field<qpc_ext> mmo{0x002, 1, "mmo"};

  /// Stream that is restarted.
  static constexpr wire::mailbox_field<qpc_ext> dci_stream_channel_id{0x010, 16,
                                                                      "dci_stream_channel_id"};

  /// Leaf of the scheduler for requests, or 0.
  static constexpr wire::mailbox_field<qpc_ext> qos_queue_group_id_requester{
      0x020, 32, "qos_queue_group_id_requester"};

  /// Leaf of the scheduler for responses, or 0.
  static constexpr wire::mailbox_field<qpc_ext> qos_queue_group_id_responder{
      0x040, 32, "qos_queue_group_id_responder"};
};

}  // namespace verbatim::firmware
