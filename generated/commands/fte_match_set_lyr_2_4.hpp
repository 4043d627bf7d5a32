// Generated from specs/commands/flows/fte_match_set_lyr_2_4.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The headers of Ethernet, IP, TCP and UDP that a flow has, or a mask of them. Source: Linux
/// include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_fte_match_set_lyr_2_4_bits.
struct fte_match_set_lyr_2_4 {
  /// Size in bytes.
  static constexpr std::size_t size = 0x40;

  /// Highest 32 bits of the source MAC.
  static constexpr wire::mailbox_field<fte_match_set_lyr_2_4> smac_47_16{0x000, 32, "smac_47_16"};

  /// Lowest 16 bits of the source MAC.
  static constexpr wire::mailbox_field<fte_match_set_lyr_2_4> smac_15_0{0x020, 16, "smac_15_0"};

  /// EtherType.
  static constexpr wire::mailbox_field<fte_match_set_lyr_2_4> ethertype{0x030, 16, "ethertype"};

  /// Highest 32 bits of the destination MAC.
  static constexpr wire::mailbox_field<fte_match_set_lyr_2_4> dmac_47_16{0x040, 32, "dmac_47_16"};

  /// Lowest 16 bits of the destination MAC.
  static constexpr wire::mailbox_field<fte_match_set_lyr_2_4> dmac_15_0{0x060, 16, "dmac_15_0"};

  /// Protocol above IP.
  static constexpr wire::mailbox_field<fte_match_set_lyr_2_4> ip_protocol{0x080, 8, "ip_protocol"};

  /// DSCP.
  static constexpr wire::mailbox_field<fte_match_set_lyr_2_4> ip_dscp{0x088, 6, "ip_dscp"};

  /// ECN.
  static constexpr wire::mailbox_field<fte_match_set_lyr_2_4> ip_ecn{0x08e, 2, "ip_ecn"};

  /// Version of IP.
  static constexpr wire::mailbox_field<fte_match_set_lyr_2_4> ip_version{0x093, 4, "ip_version"};

  /// Source port of TCP.
  static constexpr wire::mailbox_field<fte_match_set_lyr_2_4> tcp_sport{0x0a0, 16, "tcp_sport"};

  /// Destination port of TCP.
  static constexpr wire::mailbox_field<fte_match_set_lyr_2_4> tcp_dport{0x0b0, 16, "tcp_dport"};

  /// TTL of IPv4, or hop limit of IPv6.
  static constexpr wire::mailbox_field<fte_match_set_lyr_2_4> ttl_hoplimit{0x0d8, 8,
                                                                           "ttl_hoplimit"};

  /// Source port of UDP.
  static constexpr wire::mailbox_field<fte_match_set_lyr_2_4> udp_sport{0x0e0, 16, "udp_sport"};

  /// Destination port of UDP.
  static constexpr wire::mailbox_field<fte_match_set_lyr_2_4> udp_dport{0x0f0, 16, "udp_dport"};

  /// Source address, whose last 4 bytes are that of IPv4.
  static constexpr wire::mailbox_bytes<fte_match_set_lyr_2_4, 16> src_ipv4_src_ipv6{0x100};

  /// Destination address, whose last 4 bytes are that of IPv4.
  static constexpr wire::mailbox_bytes<fte_match_set_lyr_2_4, 16> dst_ipv4_dst_ipv6{0x180};
};

}  // namespace verbatim::firmware
