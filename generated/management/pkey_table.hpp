// Generated from specs/management/subnet/pkey_table.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// 32 of the partition keys of a port. Source: InfiniBand Architecture Specification vol. 1, 14.2.5.7.
struct pkey_table {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x16;

  /// Size in bytes.
  static constexpr std::size_t size = 0x40;

  /// The keys, 16 bits each.
  static constexpr wire::mailbox_bytes<pkey_table, 64> pkey_block{0x000};
};

}  // namespace verbatim::management
