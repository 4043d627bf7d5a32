// Writes and reads the messages of connection managers.
#include "cm/wire/management_datagram.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "cm/id.hpp"
#include "cm/limits.hpp"
#include "cm/wire/management_fields.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::emulator::cm {
namespace datagram_fields {
namespace {

class writer {
 public:
  void put(field into, std::uint32_t value) noexcept {
    std::byte* const at = bytes.data() + into.at;
    const std::uint32_t mask = into.mask() << into.low;
    wire::store32(at, (wire::load32(at) & ~mask) | (value << into.low & mask));
  }
  void put64(std::size_t at, std::uint64_t value) noexcept {
    wire::store64(bytes.data() + header_bytes + at, value);
  }
  void put_gid(std::size_t at, const gid& value) noexcept {
    std::memcpy(bytes.data() + header_bytes + at, value.data(), value.size());
  }
  void put_private(std::size_t at, const packet& from, std::size_t offset = 0) noexcept {
    const std::size_t room = private_data_limit(from.kind) - offset;
    std::memcpy(bytes.data() + header_bytes + at + offset, from.private_data.data(),
                std::min<std::size_t>(from.private_bytes, room));
  }

  management_datagram bytes{};
};

class reader {
 public:
  explicit reader(std::span<const std::byte> from) noexcept : bytes_(from.data()) {}

  std::uint32_t get(field from) const noexcept {
    return wire::load32(bytes_ + from.at) >> from.low & from.mask();
  }
  std::uint8_t get8(field from) const noexcept { return static_cast<std::uint8_t>(get(from)); }
  std::uint64_t get64(std::size_t at) const noexcept {
    return wire::load64(bytes_ + header_bytes + at);
  }
  gid get_gid(std::size_t at) const noexcept {
    gid result;
    std::memcpy(result.data(), bytes_ + header_bytes + at, result.size());
    return result;
  }
  const std::byte* behind_header(std::size_t at) const noexcept {
    return bytes_ + header_bytes + at;
  }
  void get_private(std::size_t at, packet& into, std::size_t offset = 0) const noexcept {
    into.private_bytes = static_cast<std::uint32_t>(private_data_limit(into.kind) - offset);
    std::memcpy(into.private_data.data(), behind_header(at + offset), into.private_bytes);
  }
  std::uint64_t transaction() const noexcept { return wire::load64(bytes_ + transaction_at); }

 private:
  const std::byte* bytes_;
};

void put_ip(std::byte* at, const address& from) noexcept {
  if (from.family == AF_INET) {
    std::memcpy(at + ipv4_at, from.bytes.data() + ipv4_at, from.bytes.size() - ipv4_at);
  } else {
    std::memcpy(at, from.bytes.data(), from.bytes.size());
  }
}

address get_ip(const std::byte* at, std::uint16_t family, std::uint16_t port) noexcept {
  address result = any_address(family);
  result.port = port;
  if (family == AF_INET) {
    std::memcpy(result.bytes.data() + ipv4_at, at + ipv4_at, result.bytes.size() - ipv4_at);
  } else {
    std::memcpy(result.bytes.data(), at, result.bytes.size());
  }
  return result;
}

/// Returns the service ID of a destination.
std::uint64_t service_of(const packet& from) noexcept {
  return std::uint64_t{from.port_space} << 16 | from.destination.port;
}

/// Writes the service ID and the IP addresses of a request, and the private data behind them.
void put_service(writer& to, const packet& from, std::size_t service_at, std::size_t private_at) {
  to.put64(service_at, service_of(from));
  std::byte* const at = to.bytes.data() + header_bytes + private_at;
  at[ip_version_at] = static_cast<std::byte>((from.destination.family == AF_INET ? 4 : 6) << 4);
  wire::store16(at + source_port_at, from.source.port);
  put_ip(at + source_at, from.source);
  put_ip(at + destination_at, from.destination);
  to.put_private(private_at, from, ip_header_bytes);
}

void get_service(const reader& from, packet& to, std::size_t service_at, std::size_t private_at) {
  constexpr unsigned port_bits = 16;
  const std::uint64_t service = from.get64(service_at);
  to.port_space = static_cast<std::uint16_t>(service >> port_bits);
  const std::byte* const at = from.behind_header(private_at);
  const auto version = std::to_integer<unsigned>(at[ip_version_at]) >> 4;
  const bool usual = at[0] == std::byte{0} && service >> (2 * port_bits) == 0;
  if (!usual || (version != 4 && version != 6)) return from.get_private(private_at, to);
  const std::uint16_t family = version == 4 ? AF_INET : AF_INET6;
  to.source = get_ip(at + source_at, family, wire::load16(at + source_port_at));
  to.destination =
      get_ip(at + destination_at, family, static_cast<std::uint16_t>(service & 0xffff));
  from.get_private(private_at, to, ip_header_bytes);
}

void put_request(writer& to, const packet& from) {
  to.put(req::ece_vendor, from.ece_vendor);
  to.put64(req::guid_at, from.node_guid);
  to.put(req::qpn, from.qpn);
  to.put(req::responder_resources, from.responder_resources);
  to.put(req::initiator_depth, from.initiator_depth);
  to.put(req::remote_response_timeout, response_timeout);
  const bool xrc = from.qp_type == qp_kind::xrc_send;
  to.put(req::transport, xrc ? of_others : from.qp_type == qp_kind::uc ? of_uc : of_rc);
  to.put(req::extended_transport, xrc ? extended_xrc : 0);
  to.put(req::flow_control, from.flow_control);
  to.put(req::psn, from.psn);
  to.put(req::local_response_timeout, response_timeout);
  to.put(req::retry_count, from.retry_count);
  to.put(req::pkey, full_pkey);
  to.put(req::mtu, from.mtu);
  to.put(req::rnr_retry_count, from.rnr_retry_count);
  to.put(req::most_retries, most_retries);
  to.put(req::srq, from.srq);
  // RoCE has no LIDs.
  to.put(req::local_lid, permissive_lid);
  to.put(req::remote_lid, permissive_lid);
  to.put_gid(req::local_gid_at, from.source_gid);
  to.put_gid(req::remote_gid_at, from.destination.bytes);
  to.put(req::flow_label, from.flow_label);
  to.put(req::rate, rate_200_gbps);
  to.put(req::traffic_class, from.traffic_class);
  to.put(req::hop_limit, usual_hop_limit);
  to.put(req::ack_timeout, std::min(from.packet_life_time + 1u, longest_ack_timeout));
  put_service(to, from, req::service_at, req::private_at);
}

void get_request(const reader& from, packet& to) {
  to.ece_vendor = from.get(req::ece_vendor);
  to.node_guid = from.get64(req::guid_at);
  to.qpn = from.get(req::qpn);
  to.responder_resources = from.get8(req::responder_resources);
  to.initiator_depth = from.get8(req::initiator_depth);
  const std::uint32_t transport = from.get(req::transport);
  to.qp_type = transport == of_rc                                  ? qp_kind::rc
               : transport == of_uc                                ? qp_kind::uc
               : from.get(req::extended_transport) == extended_xrc ? qp_kind::xrc_send
                                                                   : std::uint8_t{0};
  to.flow_control = from.get8(req::flow_control);
  to.psn = from.get(req::psn);
  to.retry_count = from.get8(req::retry_count);
  to.mtu = from.get8(req::mtu);
  to.rnr_retry_count = from.get8(req::rnr_retry_count);
  to.srq = from.get8(req::srq);
  to.source_gid = from.get_gid(req::local_gid_at);
  to.flow_label = from.get(req::flow_label);
  to.traffic_class = from.get8(req::traffic_class);
  const auto timeout = from.get8(req::ack_timeout);
  to.packet_life_time = timeout == 0 ? timeout : static_cast<std::uint8_t>(timeout - 1);
  get_service(from, to, req::service_at, req::private_at);
}

void put_reply(writer& to, const packet& from) {
  to.put(rep::qpn, from.qpn);
  to.put(rep::ece_vendor_high, from.ece_vendor >> 16);
  to.put(rep::ece_vendor_middle, from.ece_vendor >> 8);
  to.put(rep::ece_vendor_low, from.ece_vendor);
  to.put(rep::psn, from.psn);
  to.put(rep::responder_resources, from.responder_resources);
  to.put(rep::initiator_depth, from.initiator_depth);
  to.put(rep::ack_delay, acknowledgement_delay);
  to.put(rep::flow_control, from.flow_control);
  to.put(rep::rnr_retry_count, from.rnr_retry_count);
  to.put(rep::srq, from.srq);
  to.put64(rep::guid_at, from.node_guid);
  to.put_private(rep::private_at, from);
}

void get_reply(const reader& from, packet& to) {
  to.qpn = from.get(rep::qpn);
  to.ece_vendor = from.get(rep::ece_vendor_high) << 16 | from.get(rep::ece_vendor_middle) << 8 |
                  from.get(rep::ece_vendor_low);
  to.psn = from.get(rep::psn);
  to.responder_resources = from.get8(rep::responder_resources);
  to.initiator_depth = from.get8(rep::initiator_depth);
  to.flow_control = from.get8(rep::flow_control);
  to.rnr_retry_count = from.get8(rep::rnr_retry_count);
  to.srq = from.get8(rep::srq);
  to.node_guid = from.get64(rep::guid_at);
  from.get_private(rep::private_at, to);
}

void put_datagram_reply(writer& to, const packet& from) {
  to.put(sidr_rep::status, from.reason);
  to.put(sidr_rep::ece_vendor_high, from.ece_vendor >> 8);
  to.put(sidr_rep::ece_vendor_low, from.ece_vendor);
  to.put(sidr_rep::qpn, from.qpn);
  to.put64(sidr_rep::service_at, service_of(from));
  to.put(sidr_rep::qkey, from.qkey);
  to.put_private(sidr_rep::private_at, from);
}

void get_datagram_reply(const reader& from, packet& to) {
  to.reason = from.get8(sidr_rep::status);
  to.ece_vendor = from.get(sidr_rep::ece_vendor_high) << 8 | from.get(sidr_rep::ece_vendor_low);
  to.qpn = from.get(sidr_rep::qpn);
  to.qkey = from.get(sidr_rep::qkey);
  from.get_private(sidr_rep::private_at, to);
}

void put_reject(writer& to, const packet& from) {
  to.put(rej::message, from.answers);
  to.put(rej::reason, from.reason);
  if (from.reason == reject_reason::timeout) {
    // The peer finds the connection by it, because the sender knows no ID of the peer's.
    to.put(rej::information_bytes, sizeof from.node_guid);
    to.put64(rej::information_at, from.node_guid);
  }
  to.put_private(rej::private_at, from);
}

management_datagram write(const packet& from) {
  writer to;
  to.put(base_version, version_1);
  to.put(management_class, communication_management);
  to.put(class_version, class_version_2);
  to.put(method, send_method);
  wire::store64(to.bytes.data() + transaction_at, from.transaction);
  to.put(attribute, attributes[static_cast<std::size_t>(from.kind)]);
  if (from.ece_vendor != 0) to.put(attribute_modifier, from.ece_options);
  const bool answers_datagram = from.kind == packet_kind::sidr_reply;
  to.put(local_id, answers_datagram ? from.to : from.from);
  const bool asks = from.kind == packet_kind::request || from.kind == packet_kind::sidr_request;
  if (!asks && !answers_datagram) to.put(remote_id, from.to);
  switch (from.kind) {
    case packet_kind::request:
      put_request(to, from);
      break;
    case packet_kind::request_seen:
      to.put(mra::message, from.answers);
      to.put(mra::service_timeout, mra_timeout);
      break;
    case packet_kind::reply:
      put_reply(to, from);
      break;
    case packet_kind::reject:
      put_reject(to, from);
      break;
    case packet_kind::disconnect_request:
      to.put(dreq::remote_qpn, from.qpn);
      break;
    case packet_kind::sidr_request:
      to.put(sidr_req::pkey, full_pkey);
      put_service(to, from, sidr_req::service_at, sidr_req::private_at);
      break;
    case packet_kind::sidr_reply:
      put_datagram_reply(to, from);
      break;
    default:
      break;
  }
  return to.bytes;
}

std::optional<packet> read(std::span<const std::byte> bytes) {
  if (bytes.size() != management_datagram_bytes) return std::nullopt;
  const reader from(bytes);
  if (from.get(base_version) != version_1 ||
      from.get(management_class) != communication_management ||
      from.get(class_version) != class_version_2 || from.get(method) != send_method) {
    return std::nullopt;
  }
  const auto* const known = std::find(attributes.begin(), attributes.end(), from.get(attribute));
  if (known == attributes.end()) return std::nullopt;
  packet to;
  to.kind = static_cast<packet_kind>(std::distance(attributes.begin(), known));
  to.transaction = from.transaction();
  const bool asks = to.kind == packet_kind::request || to.kind == packet_kind::sidr_request;
  to.from = to.kind == packet_kind::sidr_reply ? 0 : from.get(local_id);
  to.to = to.kind == packet_kind::sidr_reply ? from.get(local_id) : asks ? 0 : from.get(remote_id);
  switch (to.kind) {
    case packet_kind::request:
      get_request(from, to);
      break;
    case packet_kind::reply:
      get_reply(from, to);
      break;
    case packet_kind::reject:
      to.reason = from.get8(rej::reason);
      from.get_private(rej::private_at, to);
      break;
    case packet_kind::disconnect_request:
      to.qpn = from.get(dreq::remote_qpn);
      break;
    case packet_kind::sidr_request:
      get_service(from, to, sidr_req::service_at, sidr_req::private_at);
      break;
    case packet_kind::sidr_reply:
      get_datagram_reply(from, to);
      break;
    default:
      break;
  }
  if (to.ece_vendor != 0) to.ece_options = from.get(attribute_modifier);
  return to;
}

}  // namespace
}  // namespace datagram_fields

management_datagram datagram_of(const packet& from) { return datagram_fields::write(from); }

std::optional<packet> read_datagram(std::span<const std::byte> from) {
  return datagram_fields::read(from);
}

}  // namespace verbatim::emulator::cm
