// Generated from specs/headers/network/ipv4.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// IPv4 header without options. Source: RFC 791, 3.1, and RFC 2474; Linux include/uapi/linux/ip.h, struct
/// iphdr.
struct ipv4 {
  /// Size in bytes.
  static constexpr std::size_t size = 0x14;

  /// Version of IP, 4.
  static constexpr wire::mailbox_field<ipv4> version{0x000, 4, "version"};

  /// Length of the header in words of four bytes.
  static constexpr wire::mailbox_field<ipv4> ihl{0x004, 4, "ihl"};

  /// Type of service, the traffic class of RoCE.
  static constexpr wire::mailbox_field<ipv4> tos{0x008, 8, "tos"};

  /// Bytes of the packet, with this header.
  static constexpr wire::mailbox_field<ipv4> tot_len{0x010, 16, "tot_len"};

  /// Number of the packet, for its fragments.
  static constexpr wire::mailbox_field<ipv4> id{0x020, 16, "id"};

  /// 1 if the packet must not be fragmented.
  static constexpr wire::mailbox_field<ipv4> df{0x031, 1, "df"};

  /// 1 if more fragments follow.
  static constexpr wire::mailbox_field<ipv4> mf{0x032, 1, "mf"};

  /// Place of a fragment, in units of eight bytes.
  static constexpr wire::mailbox_field<ipv4> frag_off{0x033, 13, "frag_off"};

  /// Time to live, the hop limit of RoCE.
  static constexpr wire::mailbox_field<ipv4> ttl{0x040, 8, "ttl"};

  /// Protocol, 6 for TCP and 17 for UDP.
  static constexpr wire::mailbox_field<ipv4> protocol{0x048, 8, "protocol"};

  /// Checksum of the header.
  static constexpr wire::mailbox_field<ipv4> check{0x050, 16, "check"};

  /// Address of the source.
  static constexpr wire::mailbox_field<ipv4> saddr{0x060, 32, "saddr"};

  /// Address of the destination.
  static constexpr wire::mailbox_field<ipv4> daddr{0x080, 32, "daddr"};
};

}  // namespace verbatim::headers
