// Generated from specs/management/classes/sa_mad.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/management/mad_hdr.hpp"
#include "verbatim/generated/management/rmpp_hdr.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// A datagram of subnet administration, with the header of RMPP. Source: InfiniBand Architecture
/// Specification vol. 1, 15.2.1.1 and 13.6.2; rdma-core umad_sa.h, struct umad_sa_packet.
struct sa_mad {
  /// Size in bytes.
  static constexpr std::size_t size = 0x100;

  /// The beginning of every datagram.
  static constexpr wire::mailbox_part<sa_mad, management::mad_hdr> hdr{0x000, "hdr"};

  /// The header of RMPP.
  static constexpr wire::mailbox_part<sa_mad, management::rmpp_hdr> rmpp{0x0c0, "rmpp"};

  /// SM_Key, which proves trust.
  static constexpr wire::mailbox_field<sa_mad, std::uint64_t> sm_key{0x120, 64, "sm_key"};

  /// Distance of the records of a table, in units of eight bytes.
  static constexpr wire::mailbox_field<sa_mad> attr_offset{0x160, 16, "attr_offset"};

  /// Components of the record that a query looks at.
  static constexpr wire::mailbox_field<sa_mad, std::uint64_t> comp_mask{0x180, 64, "comp_mask"};

  /// The record, or the first of a table.
  static constexpr wire::mailbox_bytes<sa_mad, 200> data{0x1c0};
};

}  // namespace verbatim::management
