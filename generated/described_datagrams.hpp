// Generated from specs/management/ by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::management {

/// A number of a field, and what it means.
struct described_value {
  std::uint32_t number;
  std::string_view meaning;
};

/// A field of a datagram or of an attribute in it, for tools that print them.
struct described_field {
  std::uint32_t bit;
  std::uint32_t width;  ///< in bits
  std::string_view name;
  std::string_view meaning;
  const described_value* values = nullptr;
  std::size_t value_count = 0;
  const described_field* inner = nullptr;  ///< the fields of the datagram that it is
  std::size_t inner_count = 0;
};

/// A datagram of a class, whose field `data` has an attribute; or an attribute.
struct described_datagram {
  std::string_view name;
  std::string_view meaning;
  std::uint16_t attribute;                ///< 0 of a datagram
  std::span<const std::uint8_t> classes;  ///< empty for a datagram of all other classes
  std::span<const described_field> fields;
};

// A library does not read the tables of a program, which may have those of another version.
#pragma GCC visibility push(hidden)

/// The rows of the tables below.
namespace described {

inline constexpr described_field class_port_info[] = {
    {0x000, 8, "base_version", "Version of management datagrams, 1."},
    {0x008, 8, "class_version", "Version of the class."},
    {0x010, 16, "capability_mask", "Capabilities of the class, a bit each."},
    {0x020, 27, "capability_mask2", "More of them."},
    {0x03b, 5, "resp_time_value", "Time in which an answer comes, as an exponent."},
    {0x040, 128, "redirect_gid", "GID to which requests are redirected."},
    {0x0c0, 8, "redirect_tc", "Traffic class there."},
    {0x0c8, 4, "redirect_sl", "Service level there."},
    {0x0cc, 20, "redirect_fl", "Flow label there."},
    {0x0e0, 16, "redirect_lid", "LID there, or 0 for no redirection."},
    {0x0f0, 16, "redirect_pkey", "Partition key there."},
    {0x108, 24, "redirect_qp", "Queue pair there."},
    {0x120, 32, "redirect_qkey", "Q_Key there."},
    {0x140, 128, "trap_gid", "GID to which traps go."},
    {0x1c0, 8, "trap_tc", "Traffic class there."},
    {0x1c8, 4, "trap_sl", "Service level there."},
    {0x1cc, 20, "trap_fl", "Flow label there."},
    {0x1e0, 16, "trap_lid", "LID there."},
    {0x1f0, 16, "trap_pkey", "Partition key there."},
    {0x200, 8, "trap_hl", "Hop limit there."},
    {0x208, 24, "trap_qp", "Queue pair there."},
    {0x220, 32, "trap_qkey", "Q_Key there."},
};

inline constexpr std::uint8_t classes_of_class_port_info[] = {0x03, 0x04, 0x07};

inline constexpr described_value cm_apr_ar_status[] = {
    {0x00, "The path is in use."},
    {0x01, "The communication ID is wrong."},
    {0x02, "Alternate paths are not supported."},
    {0x03, "The program has rejected the path."},
    {0x04, "The request belongs elsewhere."},
    {0x05, "The path is the current one."},
    {0x06, "The queue pair is wrong."},
    {0x07, "The LID is wrong."},
    {0x08, "The GID is wrong."},
    {0x09, "The flow label is wrong."},
    {0x0a, "The traffic class is wrong."},
    {0x0b, "The hop limit is wrong."},
    {0x0c, "The packet rate is wrong."},
    {0x0d, "The service level is wrong."},
};

inline constexpr described_field cm_apr[] = {
    {0x000, 32, "local_comm_id", "The sender's number of the connection."},
    {0x020, 32, "remote_comm_id", "The receiver's number of the connection."},
    {0x040, 8, "additional_information_length", "Bytes of the additional information."},
    {0x048, 8, "ar_status", "Result for the path.", cm_apr_ar_status, std::size(cm_apr_ar_status)},
    {0x060, 576, "additional_information", "Values that would do."},
    {0x2a0, 1184, "private_data", "Bytes of the programs."},
};

inline constexpr std::uint8_t classes_of_cm_apr[] = {0x07};

inline constexpr described_field cm_drep[] = {
    {0x000, 32, "local_comm_id", "The sender's number of the connection."},
    {0x020, 32, "remote_comm_id", "The receiver's number of the connection."},
    {0x040, 1792, "private_data", "Bytes of the programs."},
};

inline constexpr std::uint8_t classes_of_cm_drep[] = {0x07};

inline constexpr described_field cm_dreq[] = {
    {0x000, 32, "local_comm_id", "The sender's number of the connection."},
    {0x020, 32, "remote_comm_id", "The receiver's number of the connection."},
    {0x040, 24, "remote_qpn_eecn", "Queue pair of the receiver."},
    {0x060, 1760, "private_data", "Bytes of the programs."},
};

inline constexpr std::uint8_t classes_of_cm_dreq[] = {0x07};

inline constexpr described_field cm_lap[] = {
    {0x000, 32, "local_comm_id", "The sender's number of the connection."},
    {0x020, 32, "remote_comm_id", "The receiver's number of the connection."},
    {0x060, 24, "remote_qpn_eecn", "Queue pair of the receiver."},
    {0x078, 5, "remote_cm_response_timeout",
     "Time in which the receiver has to answer, as an exponent."},
    {0x0a0, 16, "alternate_local_port_lid", "LID of the sender on the alternate path."},
    {0x0b0, 16, "alternate_remote_port_lid", "LID of the receiver on it."},
    {0x0c0, 128, "alternate_local_port_gid", "GID of the sender on it."},
    {0x140, 128, "alternate_remote_port_gid", "GID of the receiver on it."},
    {0x1c0, 20, "alternate_flow_label", "Flow label of it."},
    {0x1d8, 8, "alternate_traffic_class", "Traffic class of it."},
    {0x1e0, 8, "alternate_hop_limit", "Hop limit of it."},
    {0x1ea, 6, "alternate_packet_rate", "Rate of it, as in ibv_rate."},
    {0x1f0, 4, "alternate_sl", "Service level of it."},
    {0x1f4, 1, "alternate_subnet_local", "1 if it stays in the subnet."},
    {0x1f8, 5, "alternate_local_ack_timeout",
     "Time-out of the receiver's queue pair on it, as an exponent."},
    {0x200, 1344, "private_data", "Bytes of the programs."},
};

inline constexpr std::uint8_t classes_of_cm_lap[] = {0x07};

inline constexpr described_value mad_hdr_mgmt_class[] = {
    {0x01, "Subnet management by LIDs."},
    {0x03, "Subnet administration."},
    {0x04, "Performance management."},
    {0x05, "Baseboard management."},
    {0x06, "Device management."},
    {0x07, "Communication management."},
    {0x08, "SNMP tunneling."},
    {0x81, "Subnet management by directed routes."},
};

inline constexpr described_value mad_hdr_method[] = {
    {0x01, "Get asks for an attribute."},
    {0x02, "Set changes an attribute."},
    {0x03, "Send gives a message."},
    {0x05, "Trap tells of an event."},
    {0x06, "Report passes an event on."},
    {0x07, "TrapRepress stops a trap."},
    {0x12, "GetTable asks for records."},
    {0x13, "GetTraceTable asks for the way of packets."},
    {0x14, "GetMulti asks for paths between many ports."},
    {0x15, "Delete removes a record."},
    {0x81, "GetResp answers a Get or a Set."},
    {0x86, "ReportResp answers a Report."},
    {0x92, "GetTableResp answers a GetTable."},
    {0x94, "GetMultiResp answers a GetMulti."},
    {0x95, "DeleteResp answers a Delete."},
};

inline constexpr described_value mad_hdr_status[] = {
    {0x00, "Nothing was wrong."},
    {0x01, "The receiver is busy, and dropped the request."},
    {0x02, "The request belongs elsewhere, as ClassPortInfo says."},
    {0x04, "The version of the class is not supported."},
    {0x08, "The method is not supported."},
    {0x0c, "The method is not supported for this attribute."},
    {0x1c, "A value of the attribute or of the modifier is wrong."},
    {0x100, "The administrator has no resources left."},
    {0x200, "The request is invalid."},
    {0x300, "No record fits the query."},
    {0x400, "Several records fit, and Get returns one."},
    {0x500, "A GID of the request is wrong."},
    {0x600, "The request leaves out components that it needs."},
    {0x700, "The requester may not do that."},
    {0x800, "The record may be repeated with the priority that is suggested."},
};

inline constexpr described_field mad_hdr[] = {
    {0x000, 8, "base_version", "Version of management datagrams, 1."},
    {0x008, 8, "mgmt_class", "Class of management.", mad_hdr_mgmt_class,
     std::size(mad_hdr_mgmt_class)},
    {0x010, 8, "class_version", "Version of the class."},
    {0x018, 8, "method", "Kind of request, answer or message.", mad_hdr_method,
     std::size(mad_hdr_method)},
    {0x020, 16, "status", "Status of an answer.", mad_hdr_status, std::size(mad_hdr_status)},
    {0x030, 16, "class_specific", "Bits that each class uses in its own way."},
    {0x040, 64, "tid", "Number of the transaction."},
    {0x080, 16, "attr_id", "Number of the attribute."},
    {0x0a0, 32, "attr_mod", "Modifier of the attribute, such as the number of a port."},
};

inline constexpr described_field cm_mad[] = {
    {0x000, 192, "hdr", "The beginning of every datagram.", nullptr, 0, mad_hdr,
     std::size(mad_hdr)},
    {0x0c0, 1856, "data", "The message."},
};

inline constexpr std::uint8_t classes_of_cm_mad[] = {0x07};

inline constexpr described_value cm_mra_message_mraed[] = {
    {0x00, "REQ."},
    {0x01, "REP."},
    {0x02, "LAP."},
};

inline constexpr described_field cm_mra[] = {
    {0x000, 32, "local_comm_id", "The sender's number of the connection."},
    {0x020, 32, "remote_comm_id", "The receiver's number of the connection."},
    {0x040, 2, "message_mraed", "Message that was received.", cm_mra_message_mraed,
     std::size(cm_mra_message_mraed)},
    {0x048, 5, "service_timeout", "Time that the answer takes, as an exponent."},
    {0x050, 1776, "private_data", "Bytes of the programs."},
};

inline constexpr std::uint8_t classes_of_cm_mra[] = {0x07};

inline constexpr described_value cm_rej_message_rejected[] = {
    {0x00, "REQ."},
    {0x01, "REP."},
    {0x02, "LAP, or no message."},
};

inline constexpr described_value cm_rej_reason[] = {
    {0x01, "No queue pair is available."},
    {0x02, "No end-to-end context is available."},
    {0x03, "No resources are available."},
    {0x04, "The answer came too late."},
    {0x05, "The request is not supported."},
    {0x06, "The communication ID is wrong."},
    {0x07, "The instance of the communication is wrong."},
    {0x08, "Nobody offers that service."},
    {0x09, "The transport is not supported."},
    {0x0a, "The queue pair is still connected here, so the connection is stale."},
    {0x0b, "The RDC does not exist."},
    {0x0c, "The primary remote GID is wrong."},
    {0x0d, "The primary remote LID is wrong."},
    {0x0e, "The primary service level is wrong."},
    {0x0f, "The primary traffic class is wrong."},
    {0x10, "The primary hop limit is wrong."},
    {0x11, "The primary packet rate is wrong."},
    {0x12, "The alternate remote GID is wrong."},
    {0x13, "The alternate remote LID is wrong."},
    {0x14, "The alternate service level is wrong."},
    {0x15, "The alternate traffic class is wrong."},
    {0x16, "The alternate hop limit is wrong."},
    {0x17, "The alternate packet rate is wrong."},
    {0x18, "The request belongs to another port and another CM."},
    {0x19, "The request belongs to another port."},
    {0x1a, "The path MTU is wrong."},
    {0x1b, "The responder resources do not suffice."},
    {0x1c, "The program at the other end has rejected the connection."},
    {0x1d, "The number of RNR retries is wrong."},
    {0x1e, "The communication ID is used twice."},
    {0x1f, "The version of the class is wrong."},
    {0x20, "The flow label of the primary path is wrong."},
    {0x21, "The flow label of the alternate path is wrong."},
    {0x23, "The vendor option (ECE) is not supported."},
};

inline constexpr described_field cm_rej[] = {
    {0x000, 32, "local_comm_id", "The sender's number of the connection."},
    {0x020, 32, "remote_comm_id", "The receiver's number of the connection."},
    {0x040, 2, "message_rejected", "Message that is refused.", cm_rej_message_rejected,
     std::size(cm_rej_message_rejected)},
    {0x048, 7, "rejected_info_length", "Bytes of the additional information."},
    {0x050, 16, "reason", "Reason.", cm_rej_reason, std::size(cm_rej_reason)},
    {0x060, 576, "ari", "Additional information, such as the value that would do."},
    {0x2a0, 1184, "private_data", "Bytes of the programs."},
};

inline constexpr std::uint8_t classes_of_cm_rej[] = {0x07};

inline constexpr described_value cm_rep_failover_accepted[] = {
    {0x00, "Accepted."},
    {0x01, "Not supported."},
    {0x02, "Rejected."},
};

inline constexpr described_field cm_rep[] = {
    {0x000, 32, "local_comm_id", "The sender's number of the connection."},
    {0x020, 32, "remote_comm_id", "The receiver's number of the connection."},
    {0x040, 32, "local_q_key", "Q_Key of the sender, of RD."},
    {0x060, 24, "local_qpn", "Queue pair of the sender."},
    {0x078, 8, "vendor_id_h", "Vendor of the ECE: the upper byte."},
    {0x080, 24, "local_ee_context_number", "End-to-end context of the sender, of RD."},
    {0x098, 8, "vendor_id_m", "The byte between."},
    {0x0a0, 24, "starting_psn", "PSN with which the sender begins."},
    {0x0b8, 8, "vendor_id_l", "The lower byte."},
    {0x0c0, 8, "responder_resources", "READs and atomics that the sender can answer at once."},
    {0x0c8, 8, "initiator_depth", "READs and atomics that the sender will have on their way."},
    {0x0d0, 5, "target_ack_delay", "Time that acknowledgements take, as an exponent."},
    {0x0d5, 2, "failover_accepted", "Result for the alternate path.", cm_rep_failover_accepted,
     std::size(cm_rep_failover_accepted)},
    {0x0d7, 1, "end_to_end_flow_control", "1 if the sender has credits."},
    {0x0d8, 3, "rnr_retry_count", "Repetitions after RNR NAKs, 7 for ever."},
    {0x0db, 1, "srq", "1 if the sender's queue pair has a shared receive queue."},
    {0x0e0, 64, "local_ca_guid", "GUID of the sender's node."},
    {0x120, 1568, "private_data", "Bytes of the programs."},
};

inline constexpr std::uint8_t classes_of_cm_rep[] = {0x07};

inline constexpr described_value cm_req_transport_service_type[] = {
    {0x00, "RC."},
    {0x01, "UC."},
    {0x02, "RD."},
    {0x03, "Named by the extended type."},
};

inline constexpr described_value cm_req_path_packet_payload_mtu[] = {
    {0x01, "256 bytes."},  {0x02, "512 bytes."},  {0x03, "1024 bytes."},
    {0x04, "2048 bytes."}, {0x05, "4096 bytes."},
};

inline constexpr described_value cm_req_extended_transport_type[] = {
    {0x00, "None."},
    {0x01, "XRC."},
};

inline constexpr described_field cm_req[] = {
    {0x000, 32, "local_comm_id", "The sender's number of the connection."},
    {0x028, 24, "vendor_id",
     "Vendor of the enhanced connection establishment (ECE), whose options are the attribute's "
     "modifier."},
    {0x040, 64, "service_id",
     "Service that the connection is for, in which rdma_cm writes the port."},
    {0x080, 64, "local_ca_guid", "GUID of the sender's node."},
    {0x0e0, 32, "local_q_key", "Q_Key of the sender, of RD."},
    {0x100, 24, "local_qpn", "Queue pair of the sender."},
    {0x118, 8, "responder_resources", "READs and atomics that the sender can answer at once."},
    {0x120, 24, "local_eecn", "End-to-end context of the sender, of RD."},
    {0x138, 8, "initiator_depth", "READs and atomics that the sender wants to have on their way."},
    {0x140, 24, "remote_eecn", "End-to-end context of the receiver, of RD."},
    {0x158, 5, "remote_cm_response_timeout",
     "Time in which the receiver has to answer, as an exponent."},
    {0x15d, 2, "transport_service_type", "Transport.", cm_req_transport_service_type,
     std::size(cm_req_transport_service_type)},
    {0x15f, 1, "end_to_end_flow_control", "1 if the sender has credits."},
    {0x160, 24, "starting_psn", "PSN with which the sender begins."},
    {0x178, 5, "local_cm_response_timeout", "Time in which the sender answers, as an exponent."},
    {0x17d, 3, "retry_count", "Repetitions of a packet."},
    {0x180, 16, "partition_key", "Partition key."},
    {0x190, 4, "path_packet_payload_mtu", "MTU.", cm_req_path_packet_payload_mtu,
     std::size(cm_req_path_packet_payload_mtu)},
    {0x194, 1, "rdc_exists", "1 if a connection of RD is there already."},
    {0x195, 3, "rnr_retry_count", "Repetitions after RNR NAKs, 7 for ever."},
    {0x198, 4, "max_cm_retries", "Repetitions of a message like this one."},
    {0x19c, 1, "srq", "1 if the sender's queue pair has a shared receive queue."},
    {0x19d, 3, "extended_transport_type", "Transport beyond the four.",
     cm_req_extended_transport_type, std::size(cm_req_extended_transport_type)},
    {0x1a0, 16, "primary_local_port_lid", "LID of the sender on the first path."},
    {0x1b0, 16, "primary_remote_port_lid", "LID of the receiver on it."},
    {0x1c0, 128, "primary_local_port_gid", "GID of the sender on it."},
    {0x240, 128, "primary_remote_port_gid", "GID of the receiver on it."},
    {0x2c0, 20, "primary_flow_label", "Flow label of it."},
    {0x2da, 6, "primary_packet_rate", "Rate of it, as in ibv_rate."},
    {0x2e0, 8, "primary_traffic_class", "Traffic class of it."},
    {0x2e8, 8, "primary_hop_limit", "Hop limit of it."},
    {0x2f0, 4, "primary_sl", "Service level of it."},
    {0x2f4, 1, "primary_subnet_local", "1 if it stays in the subnet."},
    {0x2f8, 5, "primary_local_ack_timeout",
     "Time-out of the receiver's queue pair on it, as an exponent."},
    {0x300, 16, "alternate_local_port_lid", "LID of the sender on the alternate path."},
    {0x310, 16, "alternate_remote_port_lid", "LID of the receiver on it."},
    {0x320, 128, "alternate_local_port_gid", "GID of the sender on it."},
    {0x3a0, 128, "alternate_remote_port_gid", "GID of the receiver on it."},
    {0x420, 20, "alternate_flow_label", "Flow label of it."},
    {0x43a, 6, "alternate_packet_rate", "Rate of it, as in ibv_rate."},
    {0x440, 8, "alternate_traffic_class", "Traffic class of it."},
    {0x448, 8, "alternate_hop_limit", "Hop limit of it."},
    {0x450, 4, "alternate_sl", "Service level of it."},
    {0x454, 1, "alternate_subnet_local", "1 if it stays in the subnet."},
    {0x458, 5, "alternate_local_ack_timeout",
     "Time-out of the receiver's queue pair on it, as an exponent."},
    {0x45d, 1, "sap_supported", "1 if the sender can be asked for another alternate path."},
    {0x460, 736, "private_data", "Bytes of the programs."},
};

inline constexpr std::uint8_t classes_of_cm_req[] = {0x07};

inline constexpr described_field cm_rtu[] = {
    {0x000, 32, "local_comm_id", "The sender's number of the connection."},
    {0x020, 32, "remote_comm_id", "The receiver's number of the connection."},
    {0x040, 1792, "private_data", "Bytes of the programs."},
};

inline constexpr std::uint8_t classes_of_cm_rtu[] = {0x07};

inline constexpr described_value cm_sidr_rep_status[] = {
    {0x00, "The queue pair is valid."},
    {0x01, "Nobody offers that service."},
    {0x02, "The program has rejected the request."},
    {0x03, "No queue pair is available."},
    {0x04, "The request belongs elsewhere."},
    {0x05, "The version of the class is not supported."},
};

inline constexpr described_field cm_sidr_rep[] = {
    {0x000, 32, "requestid", "Number of the request."},
    {0x020, 8, "status", "Result of the request.", cm_sidr_rep_status,
     std::size(cm_sidr_rep_status)},
    {0x028, 8, "additional_information_length", "Bytes of the additional information."},
    {0x030, 16, "vendor_id_h", "Vendor of the ECE: the two upper bytes."},
    {0x040, 24, "qpn", "Queue pair of the service."},
    {0x058, 8, "vendor_id_l", "The lower byte."},
    {0x060, 64, "serviceid", "The service."},
    {0x0a0, 32, "q_key", "Q_Key of the queue pair."},
    {0x0c0, 576, "additional_information", "Place to which the request belongs."},
    {0x300, 1088, "private_data", "Bytes of the programs."},
};

inline constexpr std::uint8_t classes_of_cm_sidr_rep[] = {0x07};

inline constexpr described_field cm_sidr_req[] = {
    {0x000, 32, "requestid", "The sender's number of the request."},
    {0x020, 16, "partition_key", "Partition key."},
    {0x040, 64, "serviceid", "The service."},
    {0x080, 1728, "private_data", "Bytes of the programs."},
};

inline constexpr std::uint8_t classes_of_cm_sidr_req[] = {0x07};

inline constexpr described_field cma_hdr[] = {
    {0x000, 8, "cma_version", "Version, 0."},
    {0x008, 4, "ip_version", "4 or 6."},
    {0x010, 16, "port", "Port of the sender."},
    {0x020, 128, "src_addr", "Address of the sender, that of IPv4 at the end."},
    {0x0a0, 128, "dst_addr", "Address of the receiver, likewise."},
};

inline constexpr described_field gid[] = {
    {0x000, 64, "subnet_prefix", "The subnet."},
    {0x040, 64, "interface_id", "The port in it."},
};

inline constexpr described_field guid_info[] = {
    {0x000, 512, "guid_block", "The GUIDs, 64 bits each."},
};

inline constexpr std::uint8_t classes_of_guid_info[] = {0x01, 0x81};

inline constexpr described_field linear_forwarding_table[] = {
    {0x000, 512, "ports", "The ports, eight bits each."},
};

inline constexpr std::uint8_t classes_of_linear_forwarding_table[] = {0x01, 0x81};

inline constexpr described_field mad[] = {
    {0x000, 192, "hdr", "The beginning of every datagram.", nullptr, 0, mad_hdr,
     std::size(mad_hdr)},
    {0x0c0, 1856, "data", "Data of the class."},
};

inline constexpr described_field mcast_forwarding_table[] = {
    {0x000, 512, "port_masks", "The ports, 16 bits with one for each."},
};

inline constexpr std::uint8_t classes_of_mcast_forwarding_table[] = {0x01, 0x81};

inline constexpr described_field mlnx_ext_port_info[] = {
    {0x018, 8, "state_change_enable", "Mask that the vendor defines."},
    {0x038, 8, "link_speed_supported", "1 if the port supports FDR10."},
    {0x058, 8, "link_speed_enabled", "1 if FDR10 may be used."},
    {0x078, 8, "link_speed_active", "1 if FDR10 is in use."},
};

inline constexpr std::uint8_t classes_of_mlnx_ext_port_info[] = {0x01, 0x81};

inline constexpr described_field node_description[] = {
    {0x000, 512, "node_string", "The name in UTF-8, which zeros fill up."},
};

inline constexpr std::uint8_t classes_of_node_description[] = {0x01, 0x81};

inline constexpr described_value node_info_node_type[] = {
    {0x01, "Channel adapter."},
    {0x02, "Switch."},
    {0x03, "Router."},
};

inline constexpr described_field node_info[] = {
    {0x000, 8, "base_version", "Version of management datagrams, 1."},
    {0x008, 8, "class_version", "Version of subnet management, 1."},
    {0x010, 8, "node_type", "Kind of node.", node_info_node_type, std::size(node_info_node_type)},
    {0x018, 8, "num_ports", "Number of physical ports."},
    {0x020, 64, "sys_guid", "GUID of the system."},
    {0x060, 64, "node_guid", "GUID of the node."},
    {0x0a0, 64, "port_guid", "GUID of the port."},
    {0x0e0, 16, "partition_cap", "Entries of the table of partition keys."},
    {0x0f0, 16, "device_id", "Number of the device, as the vendor counts."},
    {0x100, 32, "revision", "Revision of the device."},
    {0x120, 8, "local_port_num", "Port through which the datagram came."},
    {0x128, 24, "vendor_id", "OUI of the vendor."},
};

inline constexpr std::uint8_t classes_of_node_info[] = {0x01, 0x81};

inline constexpr described_field pkey_table[] = {
    {0x000, 512, "pkey_block", "The keys, 16 bits each."},
};

inline constexpr std::uint8_t classes_of_pkey_table[] = {0x01, 0x81};

inline constexpr described_field pm_mad[] = {
    {0x000, 192, "hdr", "The beginning of every datagram.", nullptr, 0, mad_hdr,
     std::size(mad_hdr)},
    {0x200, 1536, "data", "The attribute."},
};

inline constexpr std::uint8_t classes_of_pm_mad[] = {0x04};

inline constexpr described_field port_counters[] = {
    {0x008, 8, "port_select", "Port, or 0xff for the sum of all."},
    {0x010, 16, "counter_select", "Counters that a Set sets, a bit each."},
    {0x020, 16, "symbol_error_counter", "Errors of symbols."},
    {0x030, 8, "link_error_recovery_counter", "Recoveries of the link."},
    {0x038, 8, "link_downed_counter", "Times that the link went down."},
    {0x040, 16, "port_rcv_errors", "Packets with errors."},
    {0x050, 16, "port_rcv_remote_physical_errors", "Packets that were marked as bad on their way."},
    {0x060, 16, "port_rcv_switch_relay_errors", "Packets that the switch could not forward."},
    {0x070, 16, "port_xmit_discards", "Packets that could not leave."},
    {0x080, 8, "port_xmit_constraint_errors", "Packets that must not leave."},
    {0x088, 8, "port_rcv_constraint_errors", "Packets that must not come in."},
    {0x090, 8, "counter_select2", "More counters that a Set sets."},
    {0x098, 4, "local_link_integrity_errors",
     "Times that errors of the link were above their threshold."},
    {0x09c, 4, "excessive_buffer_overrun_errors", "Times that overruns were above theirs."},
    {0x0b0, 16, "vl15_dropped", "Datagrams of subnet management that found no room."},
    {0x0c0, 32, "port_xmit_data", "Words of four bytes that were sent."},
    {0x0e0, 32, "port_rcv_data", "Words that were received."},
    {0x100, 32, "port_xmit_packets", "Packets that were sent."},
    {0x120, 32, "port_rcv_packets", "Packets that were received."},
    {0x140, 32, "port_xmit_wait", "Ticks in which packets waited for credits."},
};

inline constexpr std::uint8_t classes_of_port_counters[] = {0x04};

inline constexpr described_field port_counters_ext[] = {
    {0x008, 8, "port_select", "Port, or 0xff for the sum of all."},
    {0x010, 16, "counter_select", "Counters that a Set sets, a bit each."},
    {0x040, 64, "port_xmit_data", "Words of four bytes that were sent."},
    {0x080, 64, "port_rcv_data", "Words that were received."},
    {0x0c0, 64, "port_xmit_packets", "Packets that were sent."},
    {0x100, 64, "port_rcv_packets", "Packets that were received."},
    {0x140, 64, "port_unicast_xmit_packets", "Unicast packets that were sent."},
    {0x180, 64, "port_unicast_rcv_packets", "Unicast packets that were received."},
    {0x1c0, 64, "port_multicast_xmit_packets", "Multicast packets that were sent."},
    {0x200, 64, "port_multicast_rcv_packets", "Multicast packets that were received."},
};

inline constexpr std::uint8_t classes_of_port_counters_ext[] = {0x04};

inline constexpr described_value port_info_port_state[] = {
    {0x00, "No change."}, {0x01, "Down."},   {0x02, "Initialize."},
    {0x03, "Armed."},     {0x04, "Active."},
};

inline constexpr described_value port_info_port_phys_state[] = {
    {0x00, "No change."},
    {0x01, "Sleep."},
    {0x02, "Polling."},
    {0x03, "Disabled."},
    {0x04, "Training."},
    {0x05, "Link up."},
    {0x06, "Recovery from errors."},
    {0x07, "Test."},
};

inline constexpr described_field port_info[] = {
    {0x000, 64, "mkey", "M_Key of the port."},
    {0x040, 64, "gid_prefix", "Upper half of the port's GIDs."},
    {0x080, 16, "lid", "LID of the port."},
    {0x090, 16, "sm_lid", "LID of the subnet manager."},
    {0x0a0, 32, "cap_mask", "Capabilities, a bit each. 1 << 1 says that a subnet manager is here."},
    {0x0c0, 16, "diag_code", "Diagnostic code."},
    {0x0d0, 16, "mkey_lease_period", "Seconds for which the M_Key protects, 0 for ever."},
    {0x0e0, 8, "local_port_num", "Port through which the datagram came."},
    {0x0e8, 8, "link_width_enabled", "Widths that may be used."},
    {0x0f0, 8, "link_width_supported", "Widths that the port supports."},
    {0x0f8, 8, "link_width_active", "Width in use."},
    {0x100, 4, "link_speed_supported", "Speeds that the port supports."},
    {0x104, 4, "port_state", "State of the port.", port_info_port_state,
     std::size(port_info_port_state)},
    {0x108, 4, "port_phys_state", "Physical state of the port.", port_info_port_phys_state,
     std::size(port_info_port_phys_state)},
    {0x10c, 4, "link_down_default_state", "State of the port after the link went down."},
    {0x110, 2, "mkey_prot_bits", "Requests for which the M_Key is needed."},
    {0x115, 3, "lmc", "Number of the LID's low bits that are paths."},
    {0x118, 4, "link_speed_active", "Speed in use."},
    {0x11c, 4, "link_speed_enabled", "Speeds that may be used."},
    {0x120, 4, "neighbor_mtu", "MTU of packets that leave."},
    {0x124, 4, "master_sm_sl", "Service level of the subnet manager."},
    {0x128, 4, "vl_cap", "Virtual lanes that the port supports."},
    {0x12c, 4, "init_type", "Values that an initialization should keep."},
    {0x130, 8, "vl_high_limit", "Packets of high priority before one of low."},
    {0x138, 8, "vl_arb_high_cap", "Entries of the table for high priority."},
    {0x140, 8, "vl_arb_low_cap", "Entries of the table for low priority."},
    {0x148, 4, "init_type_reply", "Values that the initialization kept."},
    {0x14c, 4, "mtu_cap", "MTU that the port supports."},
    {0x150, 3, "vl_stall_count", "Packets that are dropped before a lane stalls."},
    {0x153, 5, "hoq_life", "Time that a packet is first in its queue, as an exponent."},
    {0x158, 4, "operational_vls", "Virtual lanes in use."},
    {0x15c, 1, "partition_enforcement_inbound", "1 if partitions are enforced on the way in."},
    {0x15d, 1, "partition_enforcement_outbound", "1 if they are on the way out."},
    {0x15e, 1, "filter_raw_inbound", "1 if raw packets are filtered on the way in."},
    {0x15f, 1, "filter_raw_outbound", "1 if they are on the way out."},
    {0x160, 16, "mkey_violations", "Datagrams with a wrong M_Key."},
    {0x170, 16, "pkey_violations", "Packets with a wrong partition key."},
    {0x180, 16, "qkey_violations", "Packets with a wrong Q_Key."},
    {0x190, 8, "guid_cap", "Number of GUIDs that the port can have."},
    {0x198, 1, "client_reregister", "1 asks programs to register again."},
    {0x199, 2, "mcast_pkey_trap_suppression",
     "1 if multicast with a wrong partition key is no event."},
    {0x19b, 5, "subnet_timeout", "Time between traps, as an exponent."},
    {0x1a3, 5, "resp_time_value", "Time in which the port answers, as an exponent."},
    {0x1a8, 4, "local_phy_errors", "Errors of the link before a trap."},
    {0x1ac, 4, "overrun_errors", "Overruns of buffers before a trap."},
    {0x1b0, 16, "max_credit_hint", "Credits that a link may need."},
    {0x1c8, 24, "link_round_trip_latency", "Round trip of the link."},
    {0x1e0, 16, "cap_mask2", "More capabilities, a bit each."},
    {0x1f0, 4, "link_speed_ext_active", "Extended speed in use."},
    {0x1f4, 4, "link_speed_ext_supported", "Extended speeds that the port supports."},
    {0x1fb, 5, "link_speed_ext_enabled", "Extended speeds that may be used."},
};

inline constexpr std::uint8_t classes_of_port_info[] = {0x01, 0x81};

inline constexpr described_value rmpp_hdr_rmpp_type[] = {
    {0x00, "No segment of RMPP."},
    {0x01, "DATA has a segment."},
    {0x02, "ACK acknowledges segments."},
    {0x03, "STOP ends the transfer."},
    {0x04, "ABORT breaks the transfer off."},
};

inline constexpr described_field rmpp_hdr[] = {
    {0x000, 8, "rmpp_version", "Version of RMPP, 0 for none."},
    {0x008, 8, "rmpp_type", "Kind of segment.", rmpp_hdr_rmpp_type, std::size(rmpp_hdr_rmpp_type)},
    {0x010, 5, "rmpp_rtime", "Time in which an answer comes, as an exponent."},
    {0x015, 3, "rmpp_flags", "1 for active, 2 for the first segment, 4 for the last, added up."},
    {0x018, 8, "rmpp_status", "Status of RMPP."},
    {0x020, 32, "seg_num", "Number of the segment, from 1 on."},
    {0x040, 32, "paylen_newwin", "Bytes of the payload, or the last segment that may be sent."},
};

inline constexpr described_field sa_mad[] = {
    {0x000, 192, "hdr", "The beginning of every datagram.", nullptr, 0, mad_hdr,
     std::size(mad_hdr)},
    {0x0c0, 96, "rmpp", "The header of RMPP.", nullptr, 0, rmpp_hdr, std::size(rmpp_hdr)},
    {0x120, 64, "sm_key", "SM_Key, which proves trust."},
    {0x160, 16, "attr_offset", "Distance of the records of a table, in units of eight bytes."},
    {0x180, 64, "comp_mask", "Components of the record that a query looks at."},
    {0x1c0, 1600, "data", "The record, or the first of a table."},
};

inline constexpr std::uint8_t classes_of_sa_mad[] = {0x03};

inline constexpr described_field sl_to_vl_table[] = {
    {0x000, 64, "vls", "The lanes, four bits each."},
};

inline constexpr std::uint8_t classes_of_sl_to_vl_table[] = {0x01, 0x81};

inline constexpr described_value sm_info_sm_state[] = {
    {0x00, "Not active."},
    {0x01, "Discovering."},
    {0x02, "Standby."},
    {0x03, "Master."},
};

inline constexpr described_field sm_info[] = {
    {0x000, 64, "guid", "GUID of the port of the subnet manager."},
    {0x040, 64, "sm_key", "SM_Key of the subnet manager."},
    {0x080, 32, "act_count", "Number that grows while it is alive."},
    {0x0a0, 4, "priority", "Priority."},
    {0x0a4, 4, "sm_state", "State of the subnet manager.", sm_info_sm_state,
     std::size(sm_info_sm_state)},
};

inline constexpr std::uint8_t classes_of_sm_info[] = {0x01, 0x81};

inline constexpr described_field smp[] = {
    {0x000, 192, "hdr", "The beginning of every datagram.", nullptr, 0, mad_hdr,
     std::size(mad_hdr)},
    {0x0c0, 64, "mkey", "M_Key of the port."},
    {0x200, 512, "data", "The attribute."},
};

inline constexpr std::uint8_t classes_of_smp[] = {0x01};

inline constexpr described_value smp_dr_mgmt_class[] = {
    {0x01, "Subnet management by LIDs."},
    {0x03, "Subnet administration."},
    {0x04, "Performance management."},
    {0x05, "Baseboard management."},
    {0x06, "Device management."},
    {0x07, "Communication management."},
    {0x08, "SNMP tunneling."},
    {0x81, "Subnet management by directed routes."},
};

inline constexpr described_value smp_dr_method[] = {
    {0x01, "Get asks for an attribute."},
    {0x02, "Set changes an attribute."},
    {0x03, "Send gives a message."},
    {0x05, "Trap tells of an event."},
    {0x06, "Report passes an event on."},
    {0x07, "TrapRepress stops a trap."},
    {0x12, "GetTable asks for records."},
    {0x13, "GetTraceTable asks for the way of packets."},
    {0x14, "GetMulti asks for paths between many ports."},
    {0x15, "Delete removes a record."},
    {0x81, "GetResp answers a Get or a Set."},
    {0x86, "ReportResp answers a Report."},
    {0x92, "GetTableResp answers a GetTable."},
    {0x94, "GetMultiResp answers a GetMulti."},
    {0x95, "DeleteResp answers a Delete."},
};

inline constexpr described_value smp_dr_status[] = {
    {0x00, "Nothing was wrong."},
    {0x01, "The receiver is busy, and dropped the request."},
    {0x02, "The request belongs elsewhere, as ClassPortInfo says."},
    {0x04, "The version of the class is not supported."},
    {0x08, "The method is not supported."},
    {0x0c, "The method is not supported for this attribute."},
    {0x1c, "A value of the attribute or of the modifier is wrong."},
    {0x100, "The administrator has no resources left."},
    {0x200, "The request is invalid."},
    {0x300, "No record fits the query."},
    {0x400, "Several records fit, and Get returns one."},
    {0x500, "A GID of the request is wrong."},
    {0x600, "The request leaves out components that it needs."},
    {0x700, "The requester may not do that."},
    {0x800, "The record may be repeated with the priority that is suggested."},
};

inline constexpr described_field smp_dr[] = {
    {0x000, 8, "base_version", "Version of management datagrams, 1."},
    {0x008, 8, "mgmt_class", "Class of management.", smp_dr_mgmt_class,
     std::size(smp_dr_mgmt_class)},
    {0x010, 8, "class_version", "Version of the class."},
    {0x018, 8, "method", "Kind of request, answer or message.", smp_dr_method,
     std::size(smp_dr_method)},
    {0x020, 1, "d", "1 if the datagram is on its way back."},
    {0x021, 15, "status", "Status of an answer.", smp_dr_status, std::size(smp_dr_status)},
    {0x030, 8, "hop_ptr", "The hop that is the next."},
    {0x038, 8, "hop_cnt", "Hops of the path."},
    {0x040, 64, "tid", "Number of the transaction."},
    {0x080, 16, "attr_id", "Number of the attribute."},
    {0x0a0, 32, "attr_mod", "Modifier of the attribute, such as the number of a port."},
    {0x0c0, 64, "mkey", "M_Key of the port."},
    {0x100, 16, "dr_slid", "LID where the directed route begins, 0xffff for the sender."},
    {0x110, 16, "dr_dlid",
     "LID to which the datagram goes behind the directed route, 0xffff for none."},
    {0x200, 512, "data", "The attribute."},
    {0x400, 512, "initial_path", "Port of each hop on the way there, from element 1 on."},
    {0x600, 512, "return_path", "Port of each hop on the way back."},
};

inline constexpr std::uint8_t classes_of_smp_dr[] = {0x81};

inline constexpr described_field switch_info[] = {
    {0x000, 16, "linear_fdb_cap", "Entries of the linear table."},
    {0x010, 16, "random_fdb_cap", "Entries of the random table."},
    {0x020, 16, "mcast_fdb_cap", "Entries of the multicast table."},
    {0x030, 16, "linear_fdb_top", "Last entry of the linear table that counts."},
    {0x040, 8, "default_port", "Port for LIDs without an entry."},
    {0x048, 8, "default_mcast_primary_port", "Port for multicast without an entry."},
    {0x050, 8, "default_mcast_not_primary_port",
     "Port for such multicast that came through the primary one."},
    {0x058, 5, "life_time_value", "Time that a packet may wait, as an exponent."},
    {0x05d, 1, "port_state_change", "1 after the state of a port changed, until 1 is written."},
    {0x05e, 2, "opt_sl_to_vl_mapping", "Kind of shortened programming of lanes."},
    {0x060, 16, "lids_per_port", "LIDs that a port of the random table has at most."},
    {0x070, 16, "partition_enforcement_cap", "Partition keys that each port can enforce."},
    {0x080, 1, "inbound_enforcement_cap", "1 if partitions can be enforced on the way in."},
    {0x081, 1, "outbound_enforcement_cap", "1 if they can on the way out."},
    {0x082, 1, "filter_raw_inbound_cap", "1 if raw packets can be filtered on the way in."},
    {0x083, 1, "filter_raw_outbound_cap", "1 if they can on the way out."},
    {0x084, 1, "enhanced_port_0", "1 if port 0 is that of a channel adapter."},
    {0x090, 16, "mcast_fdb_top", "Last entry of the multicast table that counts."},
};

inline constexpr std::uint8_t classes_of_switch_info[] = {0x01, 0x81};

inline constexpr described_field vendor_mad[] = {
    {0x000, 192, "hdr", "The beginning of every datagram.", nullptr, 0, mad_hdr,
     std::size(mad_hdr)},
    {0x0c0, 96, "rmpp", "The header of RMPP.", nullptr, 0, rmpp_hdr, std::size(rmpp_hdr)},
    {0x128, 24, "oui", "Number of the vendor."},
    {0x140, 1728, "data", "Data of the vendor."},
};

inline constexpr std::uint8_t classes_of_vendor_mad[] = {
    0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f,
    0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x4b, 0x4c, 0x4d, 0x4e, 0x4f};

inline constexpr described_field vl_arbitration_table[] = {
    {0x000, 512, "weights", "A lane and its weight, eight bits each, 32 times."},
};

inline constexpr std::uint8_t classes_of_vl_arbitration_table[] = {0x01, 0x81};

inline constexpr described_field link_record[] = {
    {0x000, 16, "from_lid", "LID of one end."},
    {0x010, 8, "from_port", "Port of that end."},
    {0x018, 8, "to_port", "Port of the other end."},
    {0x020, 16, "to_lid", "LID of the other end."},
};

inline constexpr std::uint8_t classes_of_link_record[] = {0x03};

inline constexpr described_field mcmember_record[] = {
    {0x000, 128, "mgid", "GID of the group."},
    {0x080, 128, "port_gid", "GID of the port."},
    {0x100, 32, "qkey", "Q_Key of the group."},
    {0x120, 16, "mlid", "LID of the group."},
    {0x130, 2, "mtu_selector", "The way in which the MTU is compared, 2 for exactly."},
    {0x132, 6, "mtu", "MTU, as in ibv_mtu."},
    {0x138, 8, "traffic_class", "Traffic class of the GRH."},
    {0x140, 16, "pkey", "Partition key."},
    {0x150, 2, "rate_selector", "The way in which the rate is compared, likewise."},
    {0x152, 6, "rate", "Rate, as in ibv_rate."},
    {0x158, 2, "packet_life_time_selector", "The way in which the time is compared, likewise."},
    {0x15a, 6, "packet_life_time",
     "Time that a packet takes at most, as the exponent of a power of two of 4.096 us."},
    {0x160, 4, "sl", "Service level."},
    {0x164, 20, "flow_label", "Flow label of the GRH."},
    {0x178, 8, "hop_limit", "Hop limit of the GRH."},
    {0x180, 4, "scope", "Scope of the group, as in its GID."},
    {0x184, 4, "join_state", "Roles of the port, a bit each."},
    {0x188, 1, "proxy_join", "1 if another port joined for this one."},
};

inline constexpr std::uint8_t classes_of_mcmember_record[] = {0x03};

inline constexpr described_field node_record[] = {
    {0x000, 16, "lid", "LID of the node."},
    {0x020, 8, "base_version", "Version of management datagrams, 1."},
    {0x028, 8, "class_version", "Version of subnet management, 1."},
    {0x030, 8, "node_type", "Kind of node."},
    {0x038, 8, "num_ports", "Number of physical ports."},
    {0x040, 64, "sys_guid", "GUID of the system."},
    {0x080, 64, "node_guid", "GUID of the node."},
    {0x0c0, 64, "port_guid", "GUID of the port."},
    {0x100, 16, "partition_cap", "Entries of the table of partition keys."},
    {0x110, 16, "device_id", "Number of the device, as the vendor counts."},
    {0x120, 32, "revision", "Revision of the device."},
    {0x140, 8, "local_port_num", "Port through which the datagram came."},
    {0x148, 24, "vendor_id", "OUI of the vendor."},
    {0x160, 512, "node_desc", "Name of the node in UTF-8."},
};

inline constexpr std::uint8_t classes_of_node_record[] = {0x03};

inline constexpr described_field path_record[] = {
    {0x000, 64, "service_id", "Number of the service. rdma_cm writes the port into it."},
    {0x040, 128, "dgid", "GID of the port at the end."},
    {0x0c0, 128, "sgid", "GID of the port at the beginning."},
    {0x140, 16, "dlid", "LID of the port at the end."},
    {0x150, 16, "slid", "LID of the port at the beginning."},
    {0x160, 1, "raw_traffic", "1 for packets that are none of InfiniBand."},
    {0x164, 20, "flow_label", "Flow label of the GRH."},
    {0x178, 8, "hop_limit", "Hop limit of the GRH, or 0 on a path without GRH."},
    {0x180, 8, "traffic_class", "Traffic class of the GRH."},
    {0x188, 1, "reversible", "1 if answers may take the same path back."},
    {0x189, 7, "numb_path", "Most paths in the answer."},
    {0x190, 16, "pkey", "Partition key."},
    {0x1a0, 12, "qos_class", "Class of the quality of service."},
    {0x1ac, 4, "sl", "Service level."},
    {0x1b0, 2, "mtu_selector", "The way in which the MTU is compared, 2 for exactly."},
    {0x1b2, 6, "mtu", "MTU, as in ibv_mtu."},
    {0x1b8, 2, "rate_selector", "The way in which the rate is compared, likewise."},
    {0x1ba, 6, "rate", "Rate, as in ibv_rate."},
    {0x1c0, 2, "packet_life_time_selector", "The way in which the time is compared, likewise."},
    {0x1c2, 6, "packet_life_time",
     "Time that a packet takes at most, as the exponent of a power of two of 4.096 us."},
    {0x1c8, 8, "preference", "Order of the paths, 0 for the best."},
};

inline constexpr std::uint8_t classes_of_path_record[] = {0x03};

inline constexpr described_field portinfo_record[] = {
    {0x000, 16, "lid", "LID of the node."},
    {0x010, 8, "port_num", "Number of the port."},
    {0x018, 8, "options", "Options of the query."},
    {0x020, 512, "port_info", "The port as subnet management has it.", nullptr, 0, port_info,
     std::size(port_info)},
};

inline constexpr std::uint8_t classes_of_portinfo_record[] = {0x03};

inline constexpr described_field service_record[] = {
    {0x000, 64, "service_id", "Number of the service."},
    {0x040, 128, "service_gid", "GID of the port."},
    {0x0c0, 16, "service_pkey", "Partition key."},
    {0x0e0, 32, "service_lease", "Seconds for which it is registered, or all ones for ever."},
    {0x100, 128, "service_key", "Key that its removal needs."},
    {0x180, 512, "service_name", "Name in UTF-8, which zeros fill up."},
    {0x380, 128, "service_data8",
     "16 numbers of 8 bits, each with a component of its own from this one on."},
    {0x400, 128, "service_data16", "8 numbers of 16 bits, likewise."},
    {0x480, 128, "service_data32", "4 numbers of 32 bits, likewise."},
    {0x500, 128, "service_data64", "2 numbers of 64 bits, likewise."},
};

inline constexpr std::uint8_t classes_of_service_record[] = {0x03};

inline constexpr described_field sminfo_record[] = {
    {0x000, 16, "lid", "LID of the node."},
    {0x020, 192, "sm_info", "The subnet manager as subnet management has it.", nullptr, 0, sm_info,
     std::size(sm_info)},
};

inline constexpr std::uint8_t classes_of_sminfo_record[] = {0x03};

inline constexpr described_field switch_info_record[] = {
    {0x000, 16, "lid", "LID of the node."},
    {0x020, 160, "switch_info", "The switch as subnet management has it.", nullptr, 0, switch_info,
     std::size(switch_info)},
};

inline constexpr std::uint8_t classes_of_switch_info_record[] = {0x03};

}  // namespace described

#pragma GCC visibility pop

/// All of them: first datagrams, the one without classes at the end, and then the attributes of their data.
inline constexpr described_datagram described_datagrams[] = {
    {"cm_mad", "A datagram of communication management.", 0x00, described::classes_of_cm_mad,
     described::cm_mad},
    {"pm_mad", "A datagram of performance management.", 0x00, described::classes_of_pm_mad,
     described::pm_mad},
    {"sa_mad", "A datagram of subnet administration, with the header of RMPP.", 0x00,
     described::classes_of_sa_mad, described::sa_mad},
    {"smp", "A datagram of subnet management that LIDs route.", 0x00, described::classes_of_smp,
     described::smp},
    {"smp_dr", "A datagram of subnet management that names its way.", 0x00,
     described::classes_of_smp_dr, described::smp_dr},
    {"vendor_mad", "A datagram of a vendor's class of the second range.", 0x00,
     described::classes_of_vendor_mad, described::vendor_mad},
    {"mad", "A management datagram of any class.", 0x00, {}, described::mad},
    {"class_port_info", "The way in which a class is managed at a port.", 0x01,
     described::classes_of_class_port_info, described::class_port_info},
    {"cm_apr", "APR: the answer to a LAP.", 0x1a, described::classes_of_cm_apr, described::cm_apr},
    {"cm_drep", "DREP: the connection has ended.", 0x16, described::classes_of_cm_drep,
     described::cm_drep},
    {"cm_dreq", "DREQ: asks for the end of a connection.", 0x15, described::classes_of_cm_dreq,
     described::cm_dreq},
    {"cm_lap", "LAP: gives a connection an alternate path.", 0x19, described::classes_of_cm_lap,
     described::cm_lap},
    {"cm_mra", "MRA: the answer to a message takes longer.", 0x11, described::classes_of_cm_mra,
     described::cm_mra},
    {"cm_rej", "REJ: refuses a connection.", 0x12, described::classes_of_cm_rej, described::cm_rej},
    {"cm_rep", "REP: accepts a connection.", 0x13, described::classes_of_cm_rep, described::cm_rep},
    {"cm_req", "REQ: asks for a connection.", 0x10, described::classes_of_cm_req,
     described::cm_req},
    {"cm_rtu", "RTU: the connection is ready to use.", 0x14, described::classes_of_cm_rtu,
     described::cm_rtu},
    {"cm_sidr_rep", "SIDR_REP: the queue pair of a service of datagrams.", 0x18,
     described::classes_of_cm_sidr_rep, described::cm_sidr_rep},
    {"cm_sidr_req", "SIDR_REQ: asks for the queue pair of a service of datagrams.", 0x17,
     described::classes_of_cm_sidr_req, described::cm_sidr_req},
    {"guid_info", "Eight of the GUIDs of a port.", 0x14, described::classes_of_guid_info,
     described::guid_info},
    {"linear_forwarding_table", "The ports to which 64 LIDs lead.", 0x19,
     described::classes_of_linear_forwarding_table, described::linear_forwarding_table},
    {"mcast_forwarding_table", "The ports to which 32 multicast LIDs lead.", 0x1b,
     described::classes_of_mcast_forwarding_table, described::mcast_forwarding_table},
    {"mlnx_ext_port_info", "The vendor's extension of PortInfo: the speed FDR10.", 0xff90,
     described::classes_of_mlnx_ext_port_info, described::mlnx_ext_port_info},
    {"node_description", "Name of a node, as people have given it.", 0x10,
     described::classes_of_node_description, described::node_description},
    {"node_info", "Kind and numbers of a node.", 0x11, described::classes_of_node_info,
     described::node_info},
    {"pkey_table", "32 of the partition keys of a port.", 0x16, described::classes_of_pkey_table,
     described::pkey_table},
    {"port_counters", "Counters of a port, which stop at their largest values.", 0x12,
     described::classes_of_port_counters, described::port_counters},
    {"port_counters_ext", "Counters of a port with 64 bits.", 0x1d,
     described::classes_of_port_counters_ext, described::port_counters_ext},
    {"port_info", "A port, and what a subnet manager has set.", 0x15,
     described::classes_of_port_info, described::port_info},
    {"sl_to_vl_table", "The virtual lane of each service level.", 0x17,
     described::classes_of_sl_to_vl_table, described::sl_to_vl_table},
    {"sm_info", "A subnet manager.", 0x20, described::classes_of_sm_info, described::sm_info},
    {"switch_info", "Tables and ports of a switch.", 0x12, described::classes_of_switch_info,
     described::switch_info},
    {"vl_arbitration_table", "Weights with which virtual lanes take turns.", 0x18,
     described::classes_of_vl_arbitration_table, described::vl_arbitration_table},
    {"link_record", "A link, or what a query asks of it.", 0x20, described::classes_of_link_record,
     described::link_record},
    {"mcmember_record", "A port in a multicast group, or the group itself.", 0x38,
     described::classes_of_mcmember_record, described::mcmember_record},
    {"node_record", "A node, or what a query asks of it.", 0x11, described::classes_of_node_record,
     described::node_record},
    {"path_record", "A path between two ports, or the wishes of a query.", 0x35,
     described::classes_of_path_record, described::path_record},
    {"portinfo_record", "A port, or what a query asks of it.", 0x12,
     described::classes_of_portinfo_record, described::portinfo_record},
    {"service_record", "A service that a port offers, or the wishes of a query.", 0x31,
     described::classes_of_service_record, described::service_record},
    {"sminfo_record", "A subnet manager, or what a query asks of it.", 0x18,
     described::classes_of_sminfo_record, described::sminfo_record},
    {"switch_info_record", "A switch, or what a query asks of it.", 0x14,
     described::classes_of_switch_info_record, described::switch_info_record},
};

}  // namespace verbatim::management
