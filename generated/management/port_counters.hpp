// Generated from specs/management/performance/port_counters.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// Counters of a port, which stop at their largest values. Source: InfiniBand Architecture Specification vol.
/// 1, 16.1.3.5; Linux include/rdma/ib_pma.h, struct ib_pma_portcounters.
struct port_counters {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x12;

  /// Size in bytes.
  static constexpr std::size_t size = 0x2c;

  /// Port, or 0xff for the sum of all.
  static constexpr wire::mailbox_field<port_counters> port_select{0x008, 8, "port_select"};

  /// Counters that a Set sets, a bit each.
  static constexpr wire::mailbox_field<port_counters> counter_select{0x010, 16, "counter_select"};

  /// Errors of symbols.
  static constexpr wire::mailbox_field<port_counters> symbol_error_counter{0x020, 16,
                                                                           "symbol_error_counter"};

  /// Recoveries of the link.
  static constexpr wire::mailbox_field<port_counters> link_error_recovery_counter{
      0x030, 8, "link_error_recovery_counter"};

  /// Times that the link went down.
  static constexpr wire::mailbox_field<port_counters> link_downed_counter{0x038, 8,
                                                                          "link_downed_counter"};

  /// Packets with errors.
  static constexpr wire::mailbox_field<port_counters> port_rcv_errors{0x040, 16, "port_rcv_errors"};

  /// Packets that were marked as bad on their way.
  static constexpr wire::mailbox_field<port_counters> port_rcv_remote_physical_errors{
      0x050, 16, "port_rcv_remote_physical_errors"};

  /// Packets that the switch could not forward.
  static constexpr wire::mailbox_field<port_counters> port_rcv_switch_relay_errors{
      0x060, 16, "port_rcv_switch_relay_errors"};

  /// Packets that could not leave.
  static constexpr wire::mailbox_field<port_counters> port_xmit_discards{0x070, 16,
                                                                         "port_xmit_discards"};

  /// Packets that must not leave.
  static constexpr wire::mailbox_field<port_counters> port_xmit_constraint_errors{
      0x080, 8, "port_xmit_constraint_errors"};

  /// Packets that must not come in.
  static constexpr wire::mailbox_field<port_counters> port_rcv_constraint_errors{
      0x088, 8, "port_rcv_constraint_errors"};

  /// More counters that a Set sets.
  static constexpr wire::mailbox_field<port_counters> counter_select2{0x090, 8, "counter_select2"};

  /// Times that errors of the link were above their threshold.
  static constexpr wire::mailbox_field<port_counters> local_link_integrity_errors{
      0x098, 4, "local_link_integrity_errors"};

  /// Times that overruns were above theirs.
  static constexpr wire::mailbox_field<port_counters> excessive_buffer_overrun_errors{
      0x09c, 4, "excessive_buffer_overrun_errors"};

  /// Datagrams of subnet management that found no room.
  static constexpr wire::mailbox_field<port_counters> vl15_dropped{0x0b0, 16, "vl15_dropped"};

  /// Words of four bytes that were sent.
  static constexpr wire::mailbox_field<port_counters> port_xmit_data{0x0c0, 32, "port_xmit_data"};

  /// Words that were received.
  static constexpr wire::mailbox_field<port_counters> port_rcv_data{0x0e0, 32, "port_rcv_data"};

  /// Packets that were sent.
  static constexpr wire::mailbox_field<port_counters> port_xmit_packets{0x100, 32,
                                                                        "port_xmit_packets"};

  /// Packets that were received.
  static constexpr wire::mailbox_field<port_counters> port_rcv_packets{0x120, 32,
                                                                       "port_rcv_packets"};

  /// Ticks in which packets waited for credits.
  static constexpr wire::mailbox_field<port_counters> port_xmit_wait{0x140, 32, "port_xmit_wait"};
};

}  // namespace verbatim::management
