// Generated from specs/headers/network/vlan_tag.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// A VLAN's tag, between the MAC addresses and the EtherType. Source: IEEE 802.1Q, 9.6; Linux
/// include/linux/if_vlan.h.
struct vlan_tag {
  /// Size in bytes.
  static constexpr std::size_t size = 0x04;

  /// EtherType of the tag, 0x8100 for a customer's and 0x88a8 for a service's.
  static constexpr wire::mailbox_field<vlan_tag> tpid{0x000, 16, "tpid"};

  /// Priority.
  static constexpr wire::mailbox_field<vlan_tag> pcp{0x010, 3, "pcp"};

  /// 1 if the frame may be dropped first.
  static constexpr wire::mailbox_field<vlan_tag> dei{0x013, 1, "dei"};

  /// Number of the VLAN.
  static constexpr wire::mailbox_field<vlan_tag> vid{0x014, 12, "vid"};
};

}  // namespace verbatim::headers
