// Generated from specs/management/subnet/node_info.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// Kind and numbers of a node. Source: InfiniBand Architecture Specification vol. 1, 14.2.5.3; Linux
/// include/rdma/ib_smi.h, struct ib_node_info.
struct node_info {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x11;

  /// Size in bytes.
  static constexpr std::size_t size = 0x28;

  /// Version of management datagrams, 1.
  static constexpr wire::mailbox_field<node_info> base_version{0x000, 8, "base_version"};

  /// Version of subnet management, 1.
  static constexpr wire::mailbox_field<node_info> class_version{0x008, 8, "class_version"};

  /// Kind of node.
  static constexpr wire::mailbox_field<node_info> node_type{0x010, 8, "node_type"};

  /// Number of physical ports.
  static constexpr wire::mailbox_field<node_info> num_ports{0x018, 8, "num_ports"};

  /// GUID of the system.
  static constexpr wire::mailbox_field<node_info, std::uint64_t> sys_guid{0x020, 64, "sys_guid"};

  /// GUID of the node.
  static constexpr wire::mailbox_field<node_info, std::uint64_t> node_guid{0x060, 64, "node_guid"};

  /// GUID of the port.
  static constexpr wire::mailbox_field<node_info, std::uint64_t> port_guid{0x0a0, 64, "port_guid"};

  /// Entries of the table of partition keys.
  static constexpr wire::mailbox_field<node_info> partition_cap{0x0e0, 16, "partition_cap"};

  /// Number of the device, as the vendor counts.
  static constexpr wire::mailbox_field<node_info> device_id{0x0f0, 16, "device_id"};

  /// Revision of the device.
  static constexpr wire::mailbox_field<node_info> revision{0x100, 32, "revision"};

  /// Port through which the datagram came.
  static constexpr wire::mailbox_field<node_info> local_port_num{0x120, 8, "local_port_num"};

  /// OUI of the vendor.
  static constexpr wire::mailbox_field<node_info> vendor_id{0x128, 24, "vendor_id"};
};

}  // namespace verbatim::management
