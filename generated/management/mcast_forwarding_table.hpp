// Generated from specs/management/subnet/mcast_forwarding_table.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// The ports to which 32 multicast LIDs lead. Source: InfiniBand Architecture Specification vol. 1,
/// 14.2.5.12.
struct mcast_forwarding_table {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x1b;

  /// Size in bytes.
  static constexpr std::size_t size = 0x40;

  /// The ports, 16 bits with one for each.
  static constexpr wire::mailbox_bytes<mcast_forwarding_table, 64> port_masks{0x000};
};

}  // namespace verbatim::management
