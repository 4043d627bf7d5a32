// Writes and reads the messages of connection managers, by their specs.
#include "cm/wire/management_datagram.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "cm/id.hpp"
#include "cm/limits.hpp"
#include "subnet/fields.hpp"
#include "verbatim/generated/management/cm_drep.hpp"
#include "verbatim/generated/management/cm_dreq.hpp"
#include "verbatim/generated/management/cm_mra.hpp"
#include "verbatim/generated/management/cm_rtu.hpp"

namespace verbatim::emulator::cm {
namespace management_datagrams {
namespace {

using management::cm_drep, management::cm_dreq, management::cm_mad, management::cm_mra,
    management::cm_rej, management::cm_rep, management::cm_req, management::cm_rtu,
    management::cm_sidr_rep, management::cm_sidr_req, management::cma_hdr, management::mad_hdr;

template <class Message>
using writer = wire::mailbox_view<Message>;
template <class Message>
using reader = wire::mailbox_view<Message, const std::byte>;

// Values of the header (IBTA volume 1, 13.4.3 and 16.7.1).
constexpr std::uint32_t version_1 = 1, communication_management = 0x07, class_version_2 = 2,
                        send_method = 0x03;

/// The attributes of the messages, in the order of packet_kind.
constexpr std::array<std::uint16_t, 9> attributes = {
    cm_req::attribute,  cm_mra::attribute,      cm_rep::attribute,
    cm_rtu::attribute,  cm_rej::attribute,      cm_dreq::attribute,
    cm_drep::attribute, cm_sidr_req::attribute, cm_sidr_rep::attribute};

// Values of the transport in REQ: the type of service, and the extended one for XRC.
constexpr std::uint32_t of_rc = 0, of_uc = 1, of_others = 3, extended_xrc = 1;

// Exponents of times, 4.096 us * 2^n: what Linux's rdma_cm sends (drivers/infiniband/core/cma.c and cm.c).
constexpr std::uint32_t response_timeout = 20, mra_timeout = 24, acknowledgement_delay = 15;
constexpr std::uint32_t most_retries = 15, longest_ack_timeout = 31;
constexpr std::uint32_t permissive_lid = 0xffff, rate_200_gbps = 16;

// REP and SIDR_REP have the vendor of ECE in pieces. A service ID has the port at its end.
constexpr unsigned byte_bits = 8, port_bits = 16;

template <class Message>
using long_field = wire::mailbox_field<Message, std::uint64_t>;

template <class Message>
std::uint8_t get8(const reader<Message>& from,
                  const wire::mailbox_number<Message>& field) noexcept {
  return static_cast<std::uint8_t>(from.value(field));
}

/// Writes the private data of a message. The program's begins `offset` bytes behind.
template <class Message, std::size_t Size>
void put_private(const writer<Message>& to, wire::mailbox_bytes<Message, Size> field,
                 const packet& from, std::size_t offset = 0) noexcept {
  std::array<std::byte, Size> bytes{};
  const auto room = std::span(bytes).subspan(offset);
  std::memcpy(room.data(), from.private_data.data(),
              std::min<std::size_t>(from.private_bytes, room.size()));
  to.set(field, std::span<const std::byte, Size>(bytes));
}

template <class Message, std::size_t Size>
void get_private(const reader<Message>& from, wire::mailbox_bytes<Message, Size> field, packet& to,
                 std::size_t offset = 0) noexcept {
  const auto bytes = from.get(field);
  const auto behind = std::span(bytes).subspan(offset);
  to.private_bytes = static_cast<std::uint32_t>(behind.size());
  std::memcpy(to.private_data.data(), behind.data(), behind.size());
}

using ip_field = decltype(cma_hdr::src_addr);

void put_ip(const writer<cma_hdr>& to, ip_field field, const address& from) noexcept {
  std::array<std::byte, ip_field::size> bytes{};
  const auto ip = std::as_bytes(from.host_bytes());
  std::copy_backward(ip.begin(), ip.end(), bytes.end());
  to.set(field, std::span<const std::byte, ip_field::size>(bytes));
}

address get_ip(const reader<cma_hdr>& from, ip_field field, std::uint16_t family,
               std::uint32_t port) noexcept {
  address result = any_address(family);
  result.port = static_cast<std::uint16_t>(port);
  const auto bytes = from.get(field);
  const auto ip = std::as_writable_bytes(result.host_bytes());
  std::copy(bytes.end() - static_cast<std::ptrdiff_t>(ip.size()), bytes.end(), ip.begin());
  return result;
}

/// Returns the service ID of a destination.
std::uint64_t service_of(const packet& from) noexcept {
  return std::uint64_t{from.port_space} << port_bits | from.destination.port;
}

/// Writes the service ID and the IP addresses of a request, and the private data behind them.
template <class Message, std::size_t Size>
void put_service(const writer<Message>& to, const packet& from, const long_field<Message>& service,
                 wire::mailbox_bytes<Message, Size> private_data) noexcept {
  to.set(service, service_of(from));
  put_private(to, private_data, from, cma_hdr::size);
  const auto addresses = to.template part<cma_hdr>(private_data);
  addresses.set(cma_hdr::ip_version, from.destination.family == AF_INET ? 4 : 6);
  addresses.set(cma_hdr::port, from.source.port);
  put_ip(addresses, cma_hdr::src_addr, from.source);
  put_ip(addresses, cma_hdr::dst_addr, from.destination);
}

template <class Message, std::size_t Size>
void get_service(const reader<Message>& from, packet& to, const long_field<Message>& service_id,
                 wire::mailbox_bytes<Message, Size> private_data) noexcept {
  const std::uint64_t service = from.get(service_id);
  to.port_space = static_cast<std::uint16_t>(service >> port_bits);
  const auto addresses = from.template part<cma_hdr>(private_data);
  const auto version = addresses.get(cma_hdr::ip_version);
  const bool usual = addresses.get(cma_hdr::cma_version) == 0 && service >> (2 * port_bits) == 0;
  if (!usual || (version != 4 && version != 6)) return get_private(from, private_data, to);
  const std::uint16_t family = version == 4 ? AF_INET : AF_INET6;
  to.source = get_ip(addresses, cma_hdr::src_addr, family, addresses.get(cma_hdr::port));
  to.destination = get_ip(addresses, cma_hdr::dst_addr, family, service & 0xffff);
  get_private(from, private_data, to, cma_hdr::size);
}

void put(const writer<cm_req>& to, const packet& from) noexcept {
  to.set(cm_req::local_comm_id, from.from);
  to.set_low(cm_req::vendor_id, from.ece_vendor);
  to.set(cm_req::local_ca_guid, from.node_guid);
  to.set_low(cm_req::local_qpn, from.qpn);
  to.set(cm_req::responder_resources, from.responder_resources);
  to.set(cm_req::initiator_depth, from.initiator_depth);
  to.set(cm_req::remote_cm_response_timeout, response_timeout);
  const bool xrc = from.qp_type == qp_kind::xrc_send;
  to.set(cm_req::transport_service_type, xrc                           ? of_others
                                         : from.qp_type == qp_kind::uc ? of_uc
                                                                       : of_rc);
  to.set(cm_req::extended_transport_type, xrc ? extended_xrc : 0);
  to.set_low(cm_req::end_to_end_flow_control, from.flow_control);
  to.set_low(cm_req::starting_psn, from.psn);
  to.set(cm_req::local_cm_response_timeout, response_timeout);
  to.set_low(cm_req::retry_count, from.retry_count);
  to.set(cm_req::partition_key, full_pkey);
  to.set_low(cm_req::path_packet_payload_mtu, from.mtu);
  to.set_low(cm_req::rnr_retry_count, from.rnr_retry_count);
  to.set(cm_req::max_cm_retries, most_retries);
  to.set_low(cm_req::srq, from.srq);
  // RoCE has no LIDs.
  to.set(cm_req::primary_local_port_lid, permissive_lid);
  to.set(cm_req::primary_remote_port_lid, permissive_lid);
  to.set(cm_req::primary_local_port_gid, std::as_bytes(std::span(from.source_gid)));
  to.set(cm_req::primary_remote_port_gid, std::as_bytes(std::span(from.destination.bytes)));
  to.set_low(cm_req::primary_flow_label, from.flow_label);
  to.set(cm_req::primary_packet_rate, rate_200_gbps);
  to.set(cm_req::primary_traffic_class, from.traffic_class);
  to.set(cm_req::primary_hop_limit, usual_hop_limit);
  to.set(cm_req::primary_local_ack_timeout,
         std::min(from.packet_life_time + 1u, longest_ack_timeout));
  put_service(to, from, cm_req::service_id, cm_req::private_data);
}

void get(const reader<cm_req>& from, packet& to) noexcept {
  to.from = from.get(cm_req::local_comm_id);
  to.ece_vendor = from.get(cm_req::vendor_id);
  to.node_guid = from.get(cm_req::local_ca_guid);
  to.qpn = from.get(cm_req::local_qpn);
  to.responder_resources = get8(from, cm_req::responder_resources);
  to.initiator_depth = get8(from, cm_req::initiator_depth);
  const auto transport = from.get(cm_req::transport_service_type);
  const auto extended = from.get(cm_req::extended_transport_type);
  to.qp_type = transport == of_rc         ? qp_kind::rc
               : transport == of_uc       ? qp_kind::uc
               : extended == extended_xrc ? qp_kind::xrc_send
                                          : std::uint8_t{0};
  to.flow_control = get8(from, cm_req::end_to_end_flow_control);
  to.psn = from.get(cm_req::starting_psn);
  to.retry_count = get8(from, cm_req::retry_count);
  to.mtu = get8(from, cm_req::path_packet_payload_mtu);
  to.rnr_retry_count = get8(from, cm_req::rnr_retry_count);
  to.srq = get8(from, cm_req::srq);
  const auto source = from.get(cm_req::primary_local_port_gid);
  std::memcpy(to.source_gid.data(), source.data(), source.size());
  to.flow_label = from.get(cm_req::primary_flow_label);
  to.traffic_class = get8(from, cm_req::primary_traffic_class);
  const auto timeout = get8(from, cm_req::primary_local_ack_timeout);
  to.packet_life_time = timeout == 0 ? timeout : static_cast<std::uint8_t>(timeout - 1);
  get_service(from, to, cm_req::service_id, cm_req::private_data);
}

void put(const writer<cm_rep>& to, const packet& from) noexcept {
  to.set_low(cm_rep::local_qpn, from.qpn);
  to.set_low(cm_rep::vendor_id_h, from.ece_vendor >> (2 * byte_bits));
  to.set_low(cm_rep::vendor_id_m, from.ece_vendor >> byte_bits);
  to.set_low(cm_rep::vendor_id_l, from.ece_vendor);
  to.set_low(cm_rep::starting_psn, from.psn);
  to.set(cm_rep::responder_resources, from.responder_resources);
  to.set(cm_rep::initiator_depth, from.initiator_depth);
  to.set(cm_rep::target_ack_delay, acknowledgement_delay);
  to.set_low(cm_rep::end_to_end_flow_control, from.flow_control);
  to.set_low(cm_rep::rnr_retry_count, from.rnr_retry_count);
  to.set_low(cm_rep::srq, from.srq);
  to.set(cm_rep::local_ca_guid, from.node_guid);
  put_private(to, cm_rep::private_data, from);
}

void get(const reader<cm_rep>& from, packet& to) noexcept {
  to.qpn = from.get(cm_rep::local_qpn);
  to.ece_vendor = from.get(cm_rep::vendor_id_h) << (2 * byte_bits) |
                  from.get(cm_rep::vendor_id_m) << byte_bits | from.get(cm_rep::vendor_id_l);
  to.psn = from.get(cm_rep::starting_psn);
  to.responder_resources = get8(from, cm_rep::responder_resources);
  to.initiator_depth = get8(from, cm_rep::initiator_depth);
  to.flow_control = get8(from, cm_rep::end_to_end_flow_control);
  to.rnr_retry_count = get8(from, cm_rep::rnr_retry_count);
  to.srq = get8(from, cm_rep::srq);
  to.node_guid = from.get(cm_rep::local_ca_guid);
  get_private(from, cm_rep::private_data, to);
}

void put(const writer<cm_rej>& to, const packet& from) noexcept {
  to.set_low(cm_rej::message_rejected, from.answers);
  to.set(cm_rej::reason, from.reason);
  if (from.reason == reject_reason::timeout) {
    // The peer finds the connection by it, because the sender knows no ID of the peer's.
    const auto guid = subnet::element(cm_rej::ari, byte_bits * sizeof from.node_guid, 0);
    to.set(cm_rej::rejected_info_length, sizeof from.node_guid);
    to.set(guid, from.node_guid);
  }
  put_private(to, cm_rej::private_data, from);
}

void put(const writer<cm_mra>& to, const packet& from) noexcept {
  to.set_low(cm_mra::message_mraed, from.answers);
  to.set(cm_mra::service_timeout, mra_timeout);
}

void put(const writer<cm_sidr_req>& to, const packet& from) noexcept {
  to.set(cm_sidr_req::requestid, from.from);
  to.set(cm_sidr_req::partition_key, full_pkey);
  put_service(to, from, cm_sidr_req::serviceid, cm_sidr_req::private_data);
}

void put(const writer<cm_sidr_rep>& to, const packet& from) noexcept {
  to.set(cm_sidr_rep::requestid, from.to);
  to.set(cm_sidr_rep::status, from.reason);
  to.set_low(cm_sidr_rep::vendor_id_h, from.ece_vendor >> byte_bits);
  to.set_low(cm_sidr_rep::vendor_id_l, from.ece_vendor);
  to.set_low(cm_sidr_rep::qpn, from.qpn);
  to.set(cm_sidr_rep::serviceid, service_of(from));
  to.set(cm_sidr_rep::q_key, from.qkey);
  put_private(to, cm_sidr_rep::private_data, from);
}

void get(const reader<cm_sidr_rep>& from, packet& to) noexcept {
  to.to = from.get(cm_sidr_rep::requestid);
  to.reason = get8(from, cm_sidr_rep::status);
  to.ece_vendor =
      from.get(cm_sidr_rep::vendor_id_h) << byte_bits | from.get(cm_sidr_rep::vendor_id_l);
  to.qpn = from.get(cm_sidr_rep::qpn);
  to.qkey = from.get(cm_sidr_rep::q_key);
  get_private(from, cm_sidr_rep::private_data, to);
}

/// Returns the message in a datagram.
template <class Message, class Byte>
wire::mailbox_view<Message, Byte> message(const wire::mailbox_view<cm_mad, Byte>& in) noexcept {
  return in.template part<Message>(cm_mad::data);
}

/// Returns a message of a connection that both sides know, with their numbers of it.
template <class Message>
writer<Message> numbered(const writer<cm_mad>& in, const packet& from) noexcept {
  const auto to = message<Message>(in);
  to.set(Message::local_comm_id, from.from);
  to.set(Message::remote_comm_id, from.to);
  return to;
}
template <class Message>
reader<Message> numbered(const reader<cm_mad>& in, packet& to) noexcept {
  const auto from = message<Message>(in);
  to.from = from.get(Message::local_comm_id);
  to.to = from.get(Message::remote_comm_id);
  return from;
}

management_datagram write(const packet& from) noexcept {
  wire::mailbox<cm_mad> made;
  const auto to = made.view();
  const auto header = to.part(cm_mad::hdr);
  header.set(mad_hdr::base_version, version_1);
  header.set(mad_hdr::mgmt_class, communication_management);
  header.set(mad_hdr::class_version, class_version_2);
  header.set(mad_hdr::method, send_method);
  header.set(mad_hdr::tid, from.transaction);
  header.set(mad_hdr::attr_id, attributes[static_cast<std::size_t>(from.kind)]);
  if (from.ece_vendor != 0) header.set(mad_hdr::attr_mod, from.ece_options);
  switch (from.kind) {
    case packet_kind::request:
      put(message<cm_req>(to), from);
      break;
    case packet_kind::request_seen:
      put(numbered<cm_mra>(to, from), from);
      break;
    case packet_kind::reply:
      put(numbered<cm_rep>(to, from), from);
      break;
    case packet_kind::ready_to_use:
      numbered<cm_rtu>(to, from);
      break;
    case packet_kind::reject:
      put(numbered<cm_rej>(to, from), from);
      break;
    case packet_kind::disconnect_request:
      numbered<cm_dreq>(to, from).set_low(cm_dreq::remote_qpn_eecn, from.qpn);
      break;
    case packet_kind::disconnect_reply:
      numbered<cm_drep>(to, from);
      break;
    case packet_kind::sidr_request:
      put(message<cm_sidr_req>(to), from);
      break;
    case packet_kind::sidr_reply:
      put(message<cm_sidr_rep>(to), from);
      break;
  }
  return made.bytes;
}

std::optional<packet> read(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() != cm_mad::size) return std::nullopt;
  const reader<cm_mad> from(bytes);
  const auto header = from.part(cm_mad::hdr);
  if (header.get(mad_hdr::base_version) != version_1 ||
      header.get(mad_hdr::mgmt_class) != communication_management ||
      header.get(mad_hdr::class_version) != class_version_2 ||
      header.get(mad_hdr::method) != send_method) {
    return std::nullopt;
  }
  const auto* const known =
      std::find(attributes.begin(), attributes.end(), header.get(mad_hdr::attr_id));
  if (known == attributes.end()) return std::nullopt;
  packet to;
  to.kind = static_cast<packet_kind>(std::distance(attributes.begin(), known));
  to.transaction = header.get(mad_hdr::tid);
  switch (to.kind) {
    case packet_kind::request:
      get(message<cm_req>(from), to);
      break;
    case packet_kind::request_seen:
      numbered<cm_mra>(from, to);
      break;
    case packet_kind::reply:
      get(numbered<cm_rep>(from, to), to);
      break;
    case packet_kind::ready_to_use:
      numbered<cm_rtu>(from, to);
      break;
    case packet_kind::reject:
      to.reason = get8(numbered<cm_rej>(from, to), cm_rej::reason);
      get_private(message<cm_rej>(from), cm_rej::private_data, to);
      break;
    case packet_kind::disconnect_request:
      to.qpn = numbered<cm_dreq>(from, to).get(cm_dreq::remote_qpn_eecn);
      break;
    case packet_kind::disconnect_reply:
      numbered<cm_drep>(from, to);
      break;
    case packet_kind::sidr_request:
      to.from = message<cm_sidr_req>(from).get(cm_sidr_req::requestid);
      get_service(message<cm_sidr_req>(from), to, cm_sidr_req::serviceid,
                  cm_sidr_req::private_data);
      break;
    case packet_kind::sidr_reply:
      get(message<cm_sidr_rep>(from), to);
      break;
  }
  if (to.ece_vendor != 0) to.ece_options = header.get(mad_hdr::attr_mod);
  return to;
}

}  // namespace
}  // namespace management_datagrams

management_datagram datagram_of(const packet& from) { return management_datagrams::write(from); }

std::optional<packet> read_datagram(std::span<const std::byte> from) {
  return management_datagrams::read(from);
}

}  // namespace verbatim::emulator::cm
