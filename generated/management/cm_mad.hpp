// Generated from specs/management/classes/cm_mad.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/management/mad_hdr.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// A datagram of communication management. Source: InfiniBand Architecture Specification vol. 1, 12.6.1;
/// Linux include/rdma/ibta_vol1_c12.h.
struct cm_mad {
  /// Size in bytes.
  static constexpr std::size_t size = 0x100;

  /// The beginning of every datagram.
  static constexpr wire::mailbox_part<cm_mad, management::mad_hdr> hdr{0x000, "hdr"};

  /// The message.
  static constexpr wire::mailbox_bytes<cm_mad, 232> data{0x0c0};
};

}  // namespace verbatim::management
