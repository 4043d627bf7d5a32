// Generated from specs/management/subnet/sl_to_vl_table.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// The virtual lane of each service level. Source: InfiniBand Architecture Specification vol. 1, 14.2.5.8.
struct sl_to_vl_table {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x17;

  /// Size in bytes.
  static constexpr std::size_t size = 0x08;

  /// The lanes, four bits each.
  static constexpr wire::mailbox_field<sl_to_vl_table, std::uint64_t> vls{0x000, 64, "vls"};
};

}  // namespace verbatim::management
