// Generated from specs/records/switch_info_record.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/management/switch_info.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::records {

/// A switch, or what a query asks of it. Source: InfiniBand Architecture Specification vol. 1, 15.2.5.5;
/// opensm ib_types.h, IB_SWIR_COMPMASK_*.
struct switch_info_record {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x14;

  /// Size in bytes.
  static constexpr std::size_t size = 0x18;

  /// LID of the node.
  static constexpr wire::component<wire::mailbox_field<switch_info_record>> lid{{0x000, 16, "lid"},
                                                                                0};

  /// The switch as subnet management has it.
  static constexpr wire::mailbox_part<switch_info_record, management::switch_info> switch_info{
      0x020, "switch_info"};
};

}  // namespace verbatim::records
