// Generated from specs/management/connections/cm_req.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// REQ: asks for a connection. Source: InfiniBand Architecture Specification vol. 1, 12.6.5; Linux
/// include/rdma/ibta_vol1_c12.h, CM_REQ_*.
struct cm_req {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x10;

  /// Size in bytes.
  static constexpr std::size_t size = 0xe8;

  /// The sender's number of the connection.
  static constexpr wire::mailbox_field<cm_req> local_comm_id{0x000, 32, "local_comm_id"};

  /// Vendor of the enhanced connection establishment (ECE), whose options are the attribute's modifier.
  static constexpr wire::mailbox_field<cm_req> vendor_id{0x028, 24, "vendor_id"};

  /// Service that the connection is for, in which rdma_cm writes the port.
  static constexpr wire::mailbox_field<cm_req, std::uint64_t> service_id{0x040, 64, "service_id"};

  /// GUID of the sender's node.
  static constexpr wire::mailbox_field<cm_req, std::uint64_t> local_ca_guid{0x080, 64,
                                                                            "local_ca_guid"};

  /// Q_Key of the sender, of RD.
  static constexpr wire::mailbox_field<cm_req> local_q_key{0x0e0, 32, "local_q_key"};

  /// Queue pair of the sender.
  static constexpr wire::mailbox_field<cm_req> local_qpn{0x100, 24, "local_qpn"};

  /// READs and atomics that the sender can answer at once.
  static constexpr wire::mailbox_field<cm_req> responder_resources{0x118, 8, "responder_resources"};

  /// End-to-end context of the sender, of RD.
  static constexpr wire::mailbox_field<cm_req> local_eecn{0x120, 24, "local_eecn"};

  /// READs and atomics that the sender wants to have on their way.
  static constexpr wire::mailbox_field<cm_req> initiator_depth{0x138, 8, "initiator_depth"};

  /// End-to-end context of the receiver, of RD.
  static constexpr wire::mailbox_field<cm_req> remote_eecn{0x140, 24, "remote_eecn"};

  /// Time in which the receiver has to answer, as an exponent.
  static constexpr wire::mailbox_field<cm_req> remote_cm_response_timeout{
      0x158, 5, "remote_cm_response_timeout"};

  /// Transport.
  static constexpr wire::mailbox_field<cm_req> transport_service_type{0x15d, 2,
                                                                      "transport_service_type"};

  /// 1 if the sender has credits.
  static constexpr wire::mailbox_field<cm_req> end_to_end_flow_control{0x15f, 1,
                                                                       "end_to_end_flow_control"};

  /// PSN with which the sender begins.
  static constexpr wire::mailbox_field<cm_req> starting_psn{0x160, 24, "starting_psn"};

  /// Time in which the sender answers, as an exponent.
  static constexpr wire::mailbox_field<cm_req> local_cm_response_timeout{
      0x178, 5, "local_cm_response_timeout"};

  /// Repetitions of a packet.
  static constexpr wire::mailbox_field<cm_req> retry_count{0x17d, 3, "retry_count"};

  /// Partition key.
  static constexpr wire::mailbox_field<cm_req> partition_key{0x180, 16, "partition_key"};

  /// MTU.
  static constexpr wire::mailbox_field<cm_req> path_packet_payload_mtu{0x190, 4,
                                                                       "path_packet_payload_mtu"};

  /// 1 if a connection of RD is there already.
  static constexpr wire::mailbox_field<cm_req> rdc_exists{0x194, 1, "rdc_exists"};

  /// Repetitions after RNR NAKs, 7 for ever.
  static constexpr wire::mailbox_field<cm_req> rnr_retry_count{0x195, 3, "rnr_retry_count"};

  /// Repetitions of a message like this one.
  static constexpr wire::mailbox_field<cm_req> max_cm_retries{0x198, 4, "max_cm_retries"};

  /// 1 if the sender's queue pair has a shared receive queue.
  static constexpr wire::mailbox_field<cm_req> srq{0x19c, 1, "srq"};

  /// Transport beyond the four.
  static constexpr wire::mailbox_field<cm_req> extended_transport_type{0x19d, 3,
                                                                       "extended_transport_type"};

  /// LID of the sender on the first path.
  static constexpr wire::mailbox_field<cm_req> primary_local_port_lid{0x1a0, 16,
                                                                      "primary_local_port_lid"};

  /// LID of the receiver on it.
  static constexpr wire::mailbox_field<cm_req> primary_remote_port_lid{0x1b0, 16,
                                                                       "primary_remote_port_lid"};

  /// GID of the sender on it.
  static constexpr wire::mailbox_bytes<cm_req, 16> primary_local_port_gid{0x1c0};

  /// GID of the receiver on it.
  static constexpr wire::mailbox_bytes<cm_req, 16> primary_remote_port_gid{0x240};

  /// Flow label of it.
  static constexpr wire::mailbox_field<cm_req> primary_flow_label{0x2c0, 20, "primary_flow_label"};

  /// Rate of it, as in ibv_rate.
  static constexpr wire::mailbox_field<cm_req> primary_packet_rate{0x2da, 6, "primary_packet_rate"};

  /// Traffic class of it.
  static constexpr wire::mailbox_field<cm_req> primary_traffic_class{0x2e0, 8,
                                                                     "primary_traffic_class"};

  /// Hop limit of it.
  static constexpr wire::mailbox_field<cm_req> primary_hop_limit{0x2e8, 8, "primary_hop_limit"};

  /// Service level of it.
  static constexpr wire::mailbox_field<cm_req> primary_sl{0x2f0, 4, "primary_sl"};

  /// 1 if it stays in the subnet.
  static constexpr wire::mailbox_field<cm_req> primary_subnet_local{0x2f4, 1,
                                                                    "primary_subnet_local"};

  /// Time-out of the receiver's queue pair on it, as an exponent.
  static constexpr wire::mailbox_field<cm_req> primary_local_ack_timeout{
      0x2f8, 5, "primary_local_ack_timeout"};

  /// LID of the sender on the alternate path.
  static constexpr wire::mailbox_field<cm_req> alternate_local_port_lid{0x300, 16,
                                                                        "alternate_local_port_lid"};

  /// LID of the receiver on it.
  static constexpr wire::mailbox_field<cm_req> alternate_remote_port_lid{
      0x310, 16, "alternate_remote_port_lid"};

  /// GID of the sender on it.
  static constexpr wire::mailbox_bytes<cm_req, 16> alternate_local_port_gid{0x320};

  /// GID of the receiver on it.
  static constexpr wire::mailbox_bytes<cm_req, 16> alternate_remote_port_gid{0x3a0};

  /// Flow label of it.
  static constexpr wire::mailbox_field<cm_req> alternate_flow_label{0x420, 20,
                                                                    "alternate_flow_label"};

  /// Rate of it, as in ibv_rate.
  static constexpr wire::mailbox_field<cm_req> alternate_packet_rate{0x43a, 6,
                                                                     "alternate_packet_rate"};

  /// Traffic class of it.
  static constexpr wire::mailbox_field<cm_req> alternate_traffic_class{0x440, 8,
                                                                       "alternate_traffic_class"};

  /// Hop limit of it.
  static constexpr wire::mailbox_field<cm_req> alternate_hop_limit{0x448, 8, "alternate_hop_limit"};

  /// Service level of it.
  static constexpr wire::mailbox_field<cm_req> alternate_sl{0x450, 4, "alternate_sl"};

  /// 1 if it stays in the subnet.
  static constexpr wire::mailbox_field<cm_req> alternate_subnet_local{0x454, 1,
                                                                      "alternate_subnet_local"};

  /// Time-out of the receiver's queue pair on it, as an exponent.
  static constexpr wire::mailbox_field<cm_req> alternate_local_ack_timeout{
      0x458, 5, "alternate_local_ack_timeout"};

  /// 1 if the sender can be asked for another alternate path.
  static constexpr wire::mailbox_field<cm_req> sap_supported{0x45d, 1, "sap_supported"};

  /// Bytes of the programs.
  static constexpr wire::mailbox_bytes<cm_req, 92> private_data{0x460};
};

}  // namespace verbatim::management
