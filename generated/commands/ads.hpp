// Generated from specs/commands/queue_pairs/ads.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The path of a queue pair to its peer. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_ads_bits.
struct ads {
  /// Size in bytes.
  static constexpr std::size_t size = 0x2c;

  /// Index into the port's table of partition keys.
  static constexpr wire::mailbox_field<ads> pkey_index{0x010, 16, "pkey_index"};

  /// 1 if packets have a global route header; 0 on RoCE.
  static constexpr wire::mailbox_field<ads> grh{0x028, 1, "grh"};

  /// The lowest bits of the own LID.
  static constexpr wire::mailbox_field<ads> mlid{0x029, 7, "mlid"};

  /// LID of the peer.
  static constexpr wire::mailbox_field<ads> rlid{0x030, 16, "rlid"};

  /// Time until a packet is sent again, as in ibv_qp_attr.
  static constexpr wire::mailbox_field<ads> ack_timeout{0x040, 5, "ack_timeout"};

  /// Index into the port's table of GIDs.
  static constexpr wire::mailbox_field<ads> src_addr_index{0x048, 8, "src_addr_index"};

  /// Hop limit of the global route header.
  static constexpr wire::mailbox_field<ads> hop_limit{0x058, 8, "hop_limit"};

  /// Traffic class of the global route header.
  static constexpr wire::mailbox_field<ads> tclass{0x064, 8, "tclass"};

  /// Flow label of the global route header.
  static constexpr wire::mailbox_field<ads> flow_label{0x06c, 20, "flow_label"};

  /// GID of the peer, or its IP address.
  static constexpr wire::mailbox_bytes<ads, 16> rgid_rip{0x080};

  /// DSCP of the IP header, on RoCE.
  static constexpr wire::mailbox_field<ads> dscp{0x10a, 6, "dscp"};

  /// UDP source port, on RoCE v2.
  static constexpr wire::mailbox_field<ads> udp_sport{0x110, 16, "udp_sport"};

  /// Ethernet priority, on RoCE.
  static constexpr wire::mailbox_field<ads> eth_prio{0x121, 3, "eth_prio"};

  /// Service level, on InfiniBand.
  static constexpr wire::mailbox_field<ads> sl{0x124, 4, "sl"};

  /// The port.
  static constexpr wire::mailbox_field<ads> vhca_port_num{0x128, 8, "vhca_port_num"};

  /// The first two bytes of the peer's MAC address, on RoCE.
  static constexpr wire::mailbox_field<ads> rmac_47_32{0x130, 16, "rmac_47_32"};

  /// The last four bytes of the peer's MAC address, on RoCE.
  static constexpr wire::mailbox_field<ads> rmac_31_0{0x140, 32, "rmac_31_0"};
};

}  // namespace verbatim::firmware
