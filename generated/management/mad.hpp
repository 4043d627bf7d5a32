// Generated from specs/management/classes/mad.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/management/mad_hdr.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// A management datagram of any class. Source: InfiniBand Architecture Specification vol. 1, 13.4.3;
/// rdma-core umad_types.h, struct umad_packet.
struct mad {
  /// Size in bytes.
  static constexpr std::size_t size = 0x100;

  /// The beginning of every datagram.
  static constexpr wire::mailbox_part<mad, management::mad_hdr> hdr{0x000, "hdr"};

  /// Data of the class.
  static constexpr wire::mailbox_bytes<mad, 232> data{0x0c0};
};

}  // namespace verbatim::management
