// Generated from specs/headers/network/vxlan.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// VXLAN header, in front of a frame in a tunnel. Source: RFC 7348, 5; Linux include/net/vxlan.h, struct
/// vxlanhdr.
struct vxlan {
  /// Size in bytes.
  static constexpr std::size_t size = 0x08;

  /// Flags, 0x08 if the number counts.
  static constexpr wire::mailbox_field<vxlan> vx_flags{0x000, 8, "vx_flags"};

  /// Number of the VXLAN.
  static constexpr wire::mailbox_field<vxlan> vni{0x020, 24, "vni"};
};

}  // namespace verbatim::headers
