// Generated from specs/records/mcmember_record.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::records {

/// A port in a multicast group, or the group itself. Source: InfiniBand Architecture Specification vol. 1,
/// 15.2.5.17; Linux include/rdma/ib_sa.h, IB_SA_MCMEMBER_REC_*; rdma-core umad_sa_mcm.h, struct
/// umad_sa_mcmember_record.
struct mcmember_record {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x38;

  /// Size in bytes.
  static constexpr std::size_t size = 0x34;

  /// GID of the group.
  static constexpr wire::component<wire::mailbox_bytes<mcmember_record, 16>> mgid{{0x000}, 0};

  /// GID of the port.
  static constexpr wire::component<wire::mailbox_bytes<mcmember_record, 16>> port_gid{{0x080}, 1};

  /// Q_Key of the group.
  static constexpr wire::component<wire::mailbox_field<mcmember_record>> qkey{{0x100, 32, "qkey"},
                                                                              2};

  /// LID of the group.
  static constexpr wire::component<wire::mailbox_field<mcmember_record>> mlid{{0x120, 16, "mlid"},
                                                                              3};

  /// The way in which the MTU is compared, 2 for exactly.
  static constexpr wire::component<wire::mailbox_field<mcmember_record>> mtu_selector{
      {0x130, 2, "mtu_selector"}, 4};

  /// MTU, as in ibv_mtu.
  static constexpr wire::component<wire::mailbox_field<mcmember_record>> mtu{{0x132, 6, "mtu"}, 5};

  /// Traffic class of the GRH.
  static constexpr wire::component<wire::mailbox_field<mcmember_record>> traffic_class{
      {0x138, 8, "traffic_class"}, 6};

  /// Partition key.
  static constexpr wire::component<wire::mailbox_field<mcmember_record>> pkey{{0x140, 16, "pkey"},
                                                                              7};

  /// The way in which the rate is compared, likewise.
  static constexpr wire::component<wire::mailbox_field<mcmember_record>> rate_selector{
      {0x150, 2, "rate_selector"}, 8};

  /// Rate, as in ibv_rate.
  static constexpr wire::component<wire::mailbox_field<mcmember_record>> rate{{0x152, 6, "rate"},
                                                                              9};

  /// The way in which the time is compared, likewise.
  static constexpr wire::component<wire::mailbox_field<mcmember_record>> packet_life_time_selector{
      {0x158, 2, "packet_life_time_selector"}, 10};

  /// Time that a packet takes at most, as the exponent of a power of two of 4.096 us.
  static constexpr wire::component<wire::mailbox_field<mcmember_record>> packet_life_time{
      {0x15a, 6, "packet_life_time"}, 11};

  /// Service level.
  static constexpr wire::component<wire::mailbox_field<mcmember_record>> sl{{0x160, 4, "sl"}, 12};

  /// Flow label of the GRH.
  static constexpr wire::component<wire::mailbox_field<mcmember_record>> flow_label{
      {0x164, 20, "flow_label"}, 13};

  /// Hop limit of the GRH.
  static constexpr wire::component<wire::mailbox_field<mcmember_record>> hop_limit{
      {0x178, 8, "hop_limit"}, 14};

  /// Scope of the group, as in its GID.
  static constexpr wire::component<wire::mailbox_field<mcmember_record>> scope{{0x180, 4, "scope"},
                                                                               15};

  /// Roles of the port, a bit each.
  static constexpr wire::component<wire::mailbox_field<mcmember_record>> join_state{
      {0x184, 4, "join_state"}, 16};

  /// 1 if another port joined for this one.
  static constexpr wire::component<wire::mailbox_field<mcmember_record>> proxy_join{
      {0x188, 1, "proxy_join"}, 17};
};

}  // namespace verbatim::records
