// Generated from specs/management/performance/port_counters_ext.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// Counters of a port with 64 bits. Source: InfiniBand Architecture Specification vol. 1, 16.1.4.11; Linux
/// include/rdma/ib_pma.h, struct ib_pma_portcounters_ext.
struct port_counters_ext {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x1d;

  /// Size in bytes.
  static constexpr std::size_t size = 0x48;

  /// Port, or 0xff for the sum of all.
  static constexpr wire::mailbox_field<port_counters_ext> port_select{0x008, 8, "port_select"};

  /// Counters that a Set sets, a bit each.
  static constexpr wire::mailbox_field<port_counters_ext> counter_select{0x010, 16,
                                                                         "counter_select"};

  /// Words of four bytes that were sent.
  static constexpr wire::mailbox_field<port_counters_ext, std::uint64_t> port_xmit_data{
      0x040, 64, "port_xmit_data"};

  /// Words that were received.
  static constexpr wire::mailbox_field<port_counters_ext, std::uint64_t> port_rcv_data{
      0x080, 64, "port_rcv_data"};

  /// Packets that were sent.
  static constexpr wire::mailbox_field<port_counters_ext, std::uint64_t> port_xmit_packets{
      0x0c0, 64, "port_xmit_packets"};

  /// Packets that were received.
  static constexpr wire::mailbox_field<port_counters_ext, std::uint64_t> port_rcv_packets{
      0x100, 64, "port_rcv_packets"};

  /// Unicast packets that were sent.
  static constexpr wire::mailbox_field<port_counters_ext, std::uint64_t> port_unicast_xmit_packets{
      0x140, 64, "port_unicast_xmit_packets"};

  /// Unicast packets that were received.
  static constexpr wire::mailbox_field<port_counters_ext, std::uint64_t> port_unicast_rcv_packets{
      0x180, 64, "port_unicast_rcv_packets"};

  /// Multicast packets that were sent.
  static constexpr wire::mailbox_field<port_counters_ext, std::uint64_t>
      port_multicast_xmit_packets{0x1c0, 64, "port_multicast_xmit_packets"};

  /// Multicast packets that were received.
  static constexpr wire::mailbox_field<port_counters_ext, std::uint64_t> port_multicast_rcv_packets{
      0x200, 64, "port_multicast_rcv_packets"};
};

}  // namespace verbatim::management
