// Generated from specs/headers/network/mapped_ipv4.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// IPv4 address in the form of an IPv6 address, which is a GID on RoCE. Source: RFC 4291, 2.5.5.2; Linux
/// include/net/ipv6.h, ipv6_addr_v4mapped.
struct mapped_ipv4 {
  /// Size in bytes.
  static constexpr std::size_t size = 0x10;

  /// Always 0.
  static constexpr wire::mailbox_field<mapped_ipv4, std::uint64_t> prefix{0x000, 64, "prefix"};

  /// Always 0x0000ffff.
  static constexpr wire::mailbox_field<mapped_ipv4> mark{0x040, 32, "mark"};

  /// IPv4 address.
  static constexpr wire::mailbox_field<mapped_ipv4> address{0x060, 32, "address"};
};

}  // namespace verbatim::headers
