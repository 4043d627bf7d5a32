// Generated from specs/management/subnet/vl_arbitration_table.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// Weights with which virtual lanes take turns. Source: InfiniBand Architecture Specification vol. 1,
/// 14.2.5.9.
struct vl_arbitration_table {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x18;

  /// Size in bytes.
  static constexpr std::size_t size = 0x40;

  /// A lane and its weight, eight bits each, 32 times.
  static constexpr wire::mailbox_bytes<vl_arbitration_table, 64> weights{0x000};
};

}  // namespace verbatim::management
