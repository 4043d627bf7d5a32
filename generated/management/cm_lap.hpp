// Generated from specs/management/connections/cm_lap.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// LAP: gives a connection an alternate path. Source: InfiniBand Architecture Specification vol. 1, 12.8.1;
/// Linux include/rdma/ibta_vol1_c12.h, CM_LAP_*.
struct cm_lap {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x19;

  /// Size in bytes.
  static constexpr std::size_t size = 0xe8;

  /// The sender's number of the connection.
  static constexpr wire::mailbox_field<cm_lap> local_comm_id{0x000, 32, "local_comm_id"};

  /// The receiver's number of the connection.
  static constexpr wire::mailbox_field<cm_lap> remote_comm_id{0x020, 32, "remote_comm_id"};

  /// Queue pair of the receiver.
  static constexpr wire::mailbox_field<cm_lap> remote_qpn_eecn{0x060, 24, "remote_qpn_eecn"};

  /// Time in which the receiver has to answer, as an exponent.
  static constexpr wire::mailbox_field<cm_lap> remote_cm_response_timeout{
      0x078, 5, "remote_cm_response_timeout"};

  /// LID of the sender on the alternate path.
  static constexpr wire::mailbox_field<cm_lap> alternate_local_port_lid{0x0a0, 16,
                                                                        "alternate_local_port_lid"};

  /// LID of the receiver on it.
  static constexpr wire::mailbox_field<cm_lap> alternate_remote_port_lid{
      0x0b0, 16, "alternate_remote_port_lid"};

  /// GID of the sender on it.
  static constexpr wire::mailbox_bytes<cm_lap, 16> alternate_local_port_gid{0x0c0};

  /// GID of the receiver on it.
  static constexpr wire::mailbox_bytes<cm_lap, 16> alternate_remote_port_gid{0x140};

  /// Flow label of it.
  static constexpr wire::mailbox_field<cm_lap> alternate_flow_label{0x1c0, 20,
                                                                    "alternate_flow_label"};

  /// Traffic class of it.
  static constexpr wire::mailbox_field<cm_lap> alternate_traffic_class{0x1d8, 8,
                                                                       "alternate_traffic_class"};

  /// Hop limit of it.
  static constexpr wire::mailbox_field<cm_lap> alternate_hop_limit{0x1e0, 8, "alternate_hop_limit"};

  /// Rate of it, as in ibv_rate.
  static constexpr wire::mailbox_field<cm_lap> alternate_packet_rate{0x1ea, 6,
                                                                     "alternate_packet_rate"};

  /// Service level of it.
  static constexpr wire::mailbox_field<cm_lap> alternate_sl{0x1f0, 4, "alternate_sl"};

  /// 1 if it stays in the subnet.
  static constexpr wire::mailbox_field<cm_lap> alternate_subnet_local{0x1f4, 1,
                                                                      "alternate_subnet_local"};

  /// Time-out of the receiver's queue pair on it, as an exponent.
  static constexpr wire::mailbox_field<cm_lap> alternate_local_ack_timeout{
      0x1f8, 5, "alternate_local_ack_timeout"};

  /// Bytes of the programs.
  static constexpr wire::mailbox_bytes<cm_lap, 168> private_data{0x200};
};

}  // namespace verbatim::management
