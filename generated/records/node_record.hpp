// Generated from specs/records/node_record.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::records {

/// A node, or what a query asks of it. Source: InfiniBand Architecture Specification vol. 1, 15.2.5.2; opensm
/// ib_types.h, IB_NR_COMPMASK_*.
struct node_record {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x11;

  /// Size in bytes.
  static constexpr std::size_t size = 0x6c;

  /// LID of the node.
  static constexpr wire::component<wire::mailbox_field<node_record>> lid{{0x000, 16, "lid"}, 0};

  /// Version of management datagrams, 1.
  static constexpr wire::component<wire::mailbox_field<node_record>> base_version{
      {0x020, 8, "base_version"}, 2};

  /// Version of subnet management, 1.
  static constexpr wire::component<wire::mailbox_field<node_record>> class_version{
      {0x028, 8, "class_version"}, 3};

  /// Kind of node.
  static constexpr wire::component<wire::mailbox_field<node_record>> node_type{
      {0x030, 8, "node_type"}, 4};

  /// Number of physical ports.
  static constexpr wire::component<wire::mailbox_field<node_record>> num_ports{
      {0x038, 8, "num_ports"}, 5};

  /// GUID of the system.
  static constexpr wire::component<wire::mailbox_field<node_record, std::uint64_t>> sys_guid{
      {0x040, 64, "sys_guid"}, 6};

  /// GUID of the node.
  static constexpr wire::component<wire::mailbox_field<node_record, std::uint64_t>> node_guid{
      {0x080, 64, "node_guid"}, 7};

  /// GUID of the port.
  static constexpr wire::component<wire::mailbox_field<node_record, std::uint64_t>> port_guid{
      {0x0c0, 64, "port_guid"}, 8};

  /// Entries of the table of partition keys.
  static constexpr wire::component<wire::mailbox_field<node_record>> partition_cap{
      {0x100, 16, "partition_cap"}, 9};

  /// Number of the device, as the vendor counts.
  static constexpr wire::component<wire::mailbox_field<node_record>> device_id{
      {0x110, 16, "device_id"}, 10};

  /// Revision of the device.
  static constexpr wire::component<wire::mailbox_field<node_record>> revision{
      {0x120, 32, "revision"}, 11};

  /// Port through which the datagram came.
  static constexpr wire::component<wire::mailbox_field<node_record>> local_port_num{
      {0x140, 8, "local_port_num"}, 12};

  /// OUI of the vendor.
  static constexpr wire::component<wire::mailbox_field<node_record>> vendor_id{
      {0x148, 24, "vendor_id"}, 13};

  /// Name of the node in UTF-8.
  static constexpr wire::component<wire::mailbox_bytes<node_record, 64>> node_desc{{0x160}, 14};
};

}  // namespace verbatim::records
