// Generated from specs/records/link_record.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::records {

/// A link, or what a query asks of it. Source: InfiniBand Architecture Specification vol. 1, 15.2.5.13;
/// opensm ib_types.h, IB_LR_COMPMASK_*.
struct link_record {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x20;

  /// Size in bytes.
  static constexpr std::size_t size = 0x08;

  /// LID of one end.
  static constexpr wire::component<wire::mailbox_field<link_record>> from_lid{
      {0x000, 16, "from_lid"}, 0};

  /// Port of that end.
  static constexpr wire::component<wire::mailbox_field<link_record>> from_port{
      {0x010, 8, "from_port"}, 1};

  /// Port of the other end.
  static constexpr wire::component<wire::mailbox_field<link_record>> to_port{{0x018, 8, "to_port"},
                                                                             2};

  /// LID of the other end.
  static constexpr wire::component<wire::mailbox_field<link_record>> to_lid{{0x020, 16, "to_lid"},
                                                                            3};
};

}  // namespace verbatim::records
