// Generated from specs/headers/network/udp.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// UDP header. Source: RFC 768; Linux include/uapi/linux/udp.h, struct udphdr.
struct udp {
  /// Size in bytes.
  static constexpr std::size_t size = 0x08;

  /// Port of the source.
  static constexpr wire::mailbox_field<udp> source{0x000, 16, "source"};

  /// Port of the destination, 4791 for RoCE v2 and 4789 for VXLAN.
  static constexpr wire::mailbox_field<udp> dest{0x010, 16, "dest"};

  /// Bytes of the datagram, with this header.
  static constexpr wire::mailbox_field<udp> len{0x020, 16, "len"};

  /// Checksum, or 0 for none.
  static constexpr wire::mailbox_field<udp> check{0x030, 16, "check"};
};

}  // namespace verbatim::headers
