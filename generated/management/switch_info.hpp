// Generated from specs/management/subnet/switch_info.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// Tables and ports of a switch. Source: InfiniBand Architecture Specification vol. 1, 14.2.5.4.
struct switch_info {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x12;

  /// Size in bytes.
  static constexpr std::size_t size = 0x14;

  /// Entries of the linear table.
  static constexpr wire::mailbox_field<switch_info> linear_fdb_cap{0x000, 16, "linear_fdb_cap"};

  /// Entries of the random table.
  static constexpr wire::mailbox_field<switch_info> random_fdb_cap{0x010, 16, "random_fdb_cap"};

  /// Entries of the multicast table.
  static constexpr wire::mailbox_field<switch_info> mcast_fdb_cap{0x020, 16, "mcast_fdb_cap"};

  /// Last entry of the linear table that counts.
  static constexpr wire::mailbox_field<switch_info> linear_fdb_top{0x030, 16, "linear_fdb_top"};

  /// Port for LIDs without an entry.
  static constexpr wire::mailbox_field<switch_info> default_port{0x040, 8, "default_port"};

  /// Port for multicast without an entry.
  static constexpr wire::mailbox_field<switch_info> default_mcast_primary_port{
      0x048, 8, "default_mcast_primary_port"};

  /// Port for such multicast that came through the primary one.
  static constexpr wire::mailbox_field<switch_info> default_mcast_not_primary_port{
      0x050, 8, "default_mcast_not_primary_port"};

  /// Time that a packet may wait, as an exponent.
  static constexpr wire::mailbox_field<switch_info> life_time_value{0x058, 5, "life_time_value"};

  /// 1 after the state of a port changed, until 1 is written.
  static constexpr wire::mailbox_field<switch_info> port_state_change{0x05d, 1,
                                                                      "port_state_change"};

  /// Kind of shortened programming of lanes.
  static constexpr wire::mailbox_field<switch_info> opt_sl_to_vl_mapping{0x05e, 2,
                                                                         "opt_sl_to_vl_mapping"};

  /// LIDs that a port of the random table has at most.
  static constexpr wire::mailbox_field<switch_info> lids_per_port{0x060, 16, "lids_per_port"};

  /// Partition keys that each port can enforce.
  static constexpr wire::mailbox_field<switch_info> partition_enforcement_cap{
      0x070, 16, "partition_enforcement_cap"};

  /// 1 if partitions can be enforced on the way in.
  static constexpr wire::mailbox_field<switch_info> inbound_enforcement_cap{
      0x080, 1, "inbound_enforcement_cap"};

  /// 1 if they can on the way out.
  static constexpr wire::mailbox_field<switch_info> outbound_enforcement_cap{
      0x081, 1, "outbound_enforcement_cap"};

  /// 1 if raw packets can be filtered on the way in.
  static constexpr wire::mailbox_field<switch_info> filter_raw_inbound_cap{
      0x082, 1, "filter_raw_inbound_cap"};

  /// 1 if they can on the way out.
  static constexpr wire::mailbox_field<switch_info> filter_raw_outbound_cap{
      0x083, 1, "filter_raw_outbound_cap"};

  /// 1 if port 0 is that of a channel adapter.
  static constexpr wire::mailbox_field<switch_info> enhanced_port_0{0x084, 1, "enhanced_port_0"};

  /// Last entry of the multicast table that counts.
  static constexpr wire::mailbox_field<switch_info> mcast_fdb_top{0x090, 16, "mcast_fdb_top"};
};

}  // namespace verbatim::management
