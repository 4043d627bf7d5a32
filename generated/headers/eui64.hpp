// Generated from specs/headers/network/eui64.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// Interface of a link-local address that was made of a MAC address. Source: RFC 4291, appendix A; Linux
/// include/net/addrconf.h, addrconf_addr_eui48_base.
struct eui64 {
  /// Size in bytes.
  static constexpr std::size_t size = 0x08;

  /// First half of the MAC address, with its bit for local assignment inverted.
  static constexpr wire::mailbox_field<eui64> oui{0x000, 24, "oui"};

  /// Always 0xff.
  static constexpr wire::mailbox_field<eui64> ff{0x018, 8, "ff"};

  /// Always 0xfe.
  static constexpr wire::mailbox_field<eui64> fe{0x020, 8, "fe"};

  /// Second half of the MAC address.
  static constexpr wire::mailbox_field<eui64> card{0x028, 24, "card"};
};

}  // namespace verbatim::headers
