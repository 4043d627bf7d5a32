// Generated from specs/headers/network/grh.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// Global routing header: the GIDs of a packet, in the form of an IPv6 header. Source: InfiniBand
/// Architecture Specification vol. 1, 8.3; Linux include/rdma/ib_verbs.h, struct ib_grh.
struct grh {
  /// Size in bytes.
  static constexpr std::size_t size = 0x28;

  /// Version of IP, 6.
  static constexpr wire::mailbox_field<grh> ipver{0x000, 4, "ipver"};

  /// Traffic class.
  static constexpr wire::mailbox_field<grh> tclass{0x004, 8, "tclass"};

  /// Flow label.
  static constexpr wire::mailbox_field<grh> flow_label{0x00c, 20, "flow_label"};

  /// Bytes behind this header, up to the ICRC, which counts.
  static constexpr wire::mailbox_field<grh> paylen{0x020, 16, "paylen"};

  /// Next header, 0x1b for a BTH.
  static constexpr wire::mailbox_field<grh> nxthdr{0x030, 8, "nxthdr"};

  /// Hop limit.
  static constexpr wire::mailbox_field<grh> hoplmt{0x038, 8, "hoplmt"};

  /// GID of the source.
  static constexpr wire::mailbox_bytes<grh, 16> sgid{0x040};

  /// GID of the destination.
  static constexpr wire::mailbox_bytes<grh, 16> dgid{0x0c0};
};

}  // namespace verbatim::headers
