// Generated from specs/records/path_record.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::records {

/// A path between two ports, or the wishes of a query. Source: InfiniBand Architecture Specification vol. 1,
/// 15.2.5.16; Linux include/rdma/ib_sa.h, IB_SA_PATH_REC_*; rdma-core sa.h, struct ibv_path_record.
struct path_record {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x35;

  /// Size in bytes.
  static constexpr std::size_t size = 0x40;

  /// Number of the service. rdma_cm writes the port into it.
  static constexpr wire::component<wire::mailbox_field<path_record, std::uint64_t>> service_id{
      {0x000, 64, "service_id"}, 0};

  /// GID of the port at the end.
  static constexpr wire::component<wire::mailbox_bytes<path_record, 16>> dgid{{0x040}, 2};

  /// GID of the port at the beginning.
  static constexpr wire::component<wire::mailbox_bytes<path_record, 16>> sgid{{0x0c0}, 3};

  /// LID of the port at the end.
  static constexpr wire::component<wire::mailbox_field<path_record>> dlid{{0x140, 16, "dlid"}, 4};

  /// LID of the port at the beginning.
  static constexpr wire::component<wire::mailbox_field<path_record>> slid{{0x150, 16, "slid"}, 5};

  /// 1 for packets that are none of InfiniBand.
  static constexpr wire::component<wire::mailbox_field<path_record>> raw_traffic{
      {0x160, 1, "raw_traffic"}, 6};

  /// Flow label of the GRH.
  static constexpr wire::component<wire::mailbox_field<path_record>> flow_label{
      {0x164, 20, "flow_label"}, 8};

  /// Hop limit of the GRH, or 0 on a path without GRH.
  static constexpr wire::component<wire::mailbox_field<path_record>> hop_limit{
      {0x178, 8, "hop_limit"}, 9};

  /// Traffic class of the GRH.
  static constexpr wire::component<wire::mailbox_field<path_record>> traffic_class{
      {0x180, 8, "traffic_class"}, 10};

  /// 1 if answers may take the same path back.
  static constexpr wire::component<wire::mailbox_field<path_record>> reversible{
      {0x188, 1, "reversible"}, 11};

  /// Most paths in the answer.
  static constexpr wire::component<wire::mailbox_field<path_record>> numb_path{
      {0x189, 7, "numb_path"}, 12};

  /// Partition key.
  static constexpr wire::component<wire::mailbox_field<path_record>> pkey{{0x190, 16, "pkey"}, 13};

  /// Class of the quality of service.
  static constexpr wire::component<wire::mailbox_field<path_record>> qos_class{
      {0x1a0, 12, "qos_class"}, 14};

  /// Service level.
  static constexpr wire::component<wire::mailbox_field<path_record>> sl{{0x1ac, 4, "sl"}, 15};

  /// The way in which the MTU is compared, 2 for exactly.
  static constexpr wire::component<wire::mailbox_field<path_record>> mtu_selector{
      {0x1b0, 2, "mtu_selector"}, 16};

  /// MTU, as in ibv_mtu.
  static constexpr wire::component<wire::mailbox_field<path_record>> mtu{{0x1b2, 6, "mtu"}, 17};

  /// The way in which the rate is compared, likewise.
  static constexpr wire::component<wire::mailbox_field<path_record>> rate_selector{
      {0x1b8, 2, "rate_selector"}, 18};

  /// Rate, as in ibv_rate.
  static constexpr wire::component<wire::mailbox_field<path_record>> rate{{0x1ba, 6, "rate"}, 19};

  /// The way in which the time is compared, likewise.
  static constexpr wire::component<wire::mailbox_field<path_record>> packet_life_time_selector{
      {0x1c0, 2, "packet_life_time_selector"}, 20};

  /// Time that a packet takes at most, as the exponent of a power of two of 4.096 us.
  static constexpr wire::component<wire::mailbox_field<path_record>> packet_life_time{
      {0x1c2, 6, "packet_life_time"}, 21};

  /// Order of the paths, 0 for the best.
  static constexpr wire::component<wire::mailbox_field<path_record>> preference{
      {0x1c8, 8, "preference"}, 22};
};

}  // namespace verbatim::records
