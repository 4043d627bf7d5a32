// Generated from specs/headers/network/ethernet.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// Ethernet header, in front of everything on RoCE. Source: IEEE 802.3, 3.1.1; Linux
/// include/uapi/linux/if_ether.h, struct ethhdr.
struct ethernet {
  /// Size in bytes.
  static constexpr std::size_t size = 0x0e;

  /// MAC address of the destination.
  static constexpr wire::mailbox_bytes<ethernet, 6> h_dest{0x000};

  /// MAC address of the source.
  static constexpr wire::mailbox_bytes<ethernet, 6> h_source{0x030};

  /// EtherType, 0x0800 for IPv4, 0x86dd for IPv6, 0x8915 for RoCE v1.
  static constexpr wire::mailbox_field<ethernet> h_proto{0x060, 16, "h_proto"};
};

}  // namespace verbatim::headers
