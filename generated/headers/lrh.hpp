// Generated from specs/headers/network/lrh.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// Local routing header: the way of a packet within an InfiniBand subnet. Source: InfiniBand Architecture
/// Specification vol. 1, 7.7; Linux include/rdma/ib_pack.h, struct ib_unpacked_lrh.
struct lrh {
  /// Size in bytes.
  static constexpr std::size_t size = 0x08;

  /// Virtual lane.
  static constexpr wire::mailbox_field<lrh> vl{0x000, 4, "vl"};

  /// Version of the link, 0.
  static constexpr wire::mailbox_field<lrh> lver{0x004, 4, "lver"};

  /// Service level.
  static constexpr wire::mailbox_field<lrh> sl{0x008, 4, "sl"};

  /// Next header, 2 for a BTH and 3 for a GRH.
  static constexpr wire::mailbox_field<lrh> lnh{0x00e, 2, "lnh"};

  /// LID of the destination.
  static constexpr wire::mailbox_field<lrh> dlid{0x010, 16, "dlid"};

  /// Words of four bytes from here to the VCRC, which does not count.
  static constexpr wire::mailbox_field<lrh> pktlen{0x025, 11, "pktlen"};

  /// LID of the source.
  static constexpr wire::mailbox_field<lrh> slid{0x030, 16, "slid"};
};

}  // namespace verbatim::headers
