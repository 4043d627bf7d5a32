// Generated from specs/management/classes/pm_mad.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/management/mad_hdr.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// A datagram of performance management. Source: InfiniBand Architecture Specification vol. 1, 16.1.1; Linux
/// include/rdma/ib_pma.h, struct ib_pma_mad.
struct pm_mad {
  /// Size in bytes.
  static constexpr std::size_t size = 0x100;

  /// The beginning of every datagram.
  static constexpr wire::mailbox_part<pm_mad, management::mad_hdr> hdr{0x000, "hdr"};

  /// The attribute.
  static constexpr wire::mailbox_bytes<pm_mad, 192> data{0x200};
};

}  // namespace verbatim::management
