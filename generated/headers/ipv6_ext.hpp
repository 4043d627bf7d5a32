// Generated from specs/headers/network/ipv6_ext.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// The first bytes of an IPv6 extension header of options or of routing. Source: RFC 8200, 4.3 and 4.4; Linux
/// include/uapi/linux/ipv6.h, struct ipv6_opt_hdr.
struct ipv6_ext {
  /// Size in bytes.
  static constexpr std::size_t size = 0x08;

  /// Next header.
  static constexpr wire::mailbox_field<ipv6_ext> nexthdr{0x000, 8, "nexthdr"};

  /// Length in units of eight bytes, without the first eight.
  static constexpr wire::mailbox_field<ipv6_ext> hdrlen{0x008, 8, "hdrlen"};

  /// The first options, or how to route.
  static constexpr wire::mailbox_bytes<ipv6_ext, 6> data{0x010};
};

}  // namespace verbatim::headers
