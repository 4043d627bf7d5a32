// Generated from specs/records/portinfo_record.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/management/port_info.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::records {

/// A port, or what a query asks of it. Source: InfiniBand Architecture Specification vol. 1, 15.2.5.3; opensm
/// ib_types.h, IB_PIR_COMPMASK_*.
struct portinfo_record {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x12;

  /// Size in bytes.
  static constexpr std::size_t size = 0x44;

  /// LID of the node.
  static constexpr wire::component<wire::mailbox_field<portinfo_record>> lid{{0x000, 16, "lid"}, 0};

  /// Number of the port.
  static constexpr wire::component<wire::mailbox_field<portinfo_record>> port_num{
      {0x010, 8, "port_num"}, 1};

  /// Options of the query.
  static constexpr wire::component<wire::mailbox_field<portinfo_record>> options{
      {0x018, 8, "options"}, 2};

  /// The port as subnet management has it.
  static constexpr wire::mailbox_part<portinfo_record, management::port_info> port_info{
      0x020, "port_info"};
};

}  // namespace verbatim::records
