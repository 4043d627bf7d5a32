// Generated from specs/headers/network/multicast_address.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// IPv6 address or GID of a multicast group. Source: RFC 4291, 2.7; InfiniBand Architecture Specification
/// vol. 1, 4.1.1.
struct multicast_address {
  /// Size in bytes.
  static constexpr std::size_t size = 0x10;

  /// Always 0xff.
  static constexpr wire::mailbox_field<multicast_address> prefix{0x000, 8, "prefix"};

  /// Flags. The lowest is 1 if the address is not assigned for good.
  static constexpr wire::mailbox_field<multicast_address> flags{0x008, 4, "flags"};

  /// Scope, 2 for the link and 5 for the site.
  static constexpr wire::mailbox_field<multicast_address> scope{0x00c, 4, "scope"};

  /// Number of the group.
  static constexpr wire::mailbox_bytes<multicast_address, 10> group{0x010};

  /// Rest of the number, which the group's MAC address contains.
  static constexpr wire::mailbox_field<multicast_address> group_low{0x060, 32, "group_low"};
};

}  // namespace verbatim::headers
