// Generated from specs/headers/network/ipv6.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// IPv6 header. Source: RFC 8200, 3; Linux include/uapi/linux/ipv6.h, struct ipv6hdr.
struct ipv6 {
  /// Size in bytes.
  static constexpr std::size_t size = 0x28;

  /// Version of IP, 6.
  static constexpr wire::mailbox_field<ipv6> version{0x000, 4, "version"};

  /// Traffic class.
  static constexpr wire::mailbox_field<ipv6> tclass{0x004, 8, "tclass"};

  /// Flow label.
  static constexpr wire::mailbox_field<ipv6> flow_lbl{0x00c, 20, "flow_lbl"};

  /// Bytes behind this header.
  static constexpr wire::mailbox_field<ipv6> payload_len{0x020, 16, "payload_len"};

  /// Next header, 6 for TCP and 17 for UDP.
  static constexpr wire::mailbox_field<ipv6> nexthdr{0x030, 8, "nexthdr"};

  /// Hop limit.
  static constexpr wire::mailbox_field<ipv6> hop_limit{0x038, 8, "hop_limit"};

  /// Address of the source.
  static constexpr wire::mailbox_bytes<ipv6, 16> saddr{0x040};

  /// Address of the destination.
  static constexpr wire::mailbox_bytes<ipv6, 16> daddr{0x0c0};
};

}  // namespace verbatim::headers
