// Generated from specs/management/classes/vendor_mad.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/management/mad_hdr.hpp"
#include "verbatim/generated/management/rmpp_hdr.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// A datagram of a vendor's class of the second range. Source: InfiniBand Architecture Specification vol. 1,
/// 16.5; rdma-core umad_types.h, struct umad_vendor_packet.
struct vendor_mad {
  /// Size in bytes.
  static constexpr std::size_t size = 0x100;

  /// The beginning of every datagram.
  static constexpr wire::mailbox_part<vendor_mad, management::mad_hdr> hdr{0x000, "hdr"};

  /// The header of RMPP.
  static constexpr wire::mailbox_part<vendor_mad, management::rmpp_hdr> rmpp{0x0c0, "rmpp"};

  /// Number of the vendor.
  static constexpr wire::mailbox_field<vendor_mad> oui{0x128, 24, "oui"};

  /// Data of the vendor.
  static constexpr wire::mailbox_bytes<vendor_mad, 216> data{0x140};
};

}  // namespace verbatim::management
