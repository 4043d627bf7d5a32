// Generated from specs/management/subnet/linear_forwarding_table.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// The ports to which 64 LIDs lead. Source: InfiniBand Architecture Specification vol. 1, 14.2.5.10.
struct linear_forwarding_table {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x19;

  /// Size in bytes.
  static constexpr std::size_t size = 0x40;

  /// The ports, eight bits each.
  static constexpr wire::mailbox_bytes<linear_forwarding_table, 64> ports{0x000};
};

}  // namespace verbatim::management
