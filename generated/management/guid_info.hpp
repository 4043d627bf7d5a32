// Generated from specs/management/subnet/guid_info.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// Eight of the GUIDs of a port. Source: InfiniBand Architecture Specification vol. 1, 14.2.5.5.
struct guid_info {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x14;

  /// Size in bytes.
  static constexpr std::size_t size = 0x40;

  /// The GUIDs, 64 bits each.
  static constexpr wire::mailbox_bytes<guid_info, 64> guid_block{0x000};
};

}  // namespace verbatim::management
