// Source: InfiniBand specification, chapters 7.8 and 9, and annex A17; RFC 791, 768 and 8200.
#include "engine/network/received_packet.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "engine/pcap/packet_crc.hpp"
#include "engine/wire/packet_sizes.hpp"
#include "engine/wire/transport_headers.hpp"
#include "engine/wire/variant_fields.hpp"
#include "settings/gid_forms.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator {
namespace {

/// The headers that an opcode has behind the BTH, in this order.
struct headers_of {
  bool exist = false;
  bool deth = false;
  bool reth = false;
  bool atomic = false;
  bool aeth = false;
  bool original = false;
  bool word = false;
  bool payload = false;

  std::size_t bytes() const noexcept {
    return (deth ? headers::deth::size : 0) + (reth ? headers::reth::size : 0) +
           (atomic ? headers::atomic_eth::size : 0) + (aeth ? headers::aeth::size : 0) +
           (original ? headers::atomic_ack_eth::size : 0) + (word ? headers::imm_dt::size : 0);
  }
};

/// Returns the headers of an operation of RC; UC has some of them.
headers_of of_operation(std::uint8_t operation) noexcept {
  switch (operation) {
    case bth::send.first:
    case bth::send.middle:
    case bth::send.last:
    case bth::send.only:
    case bth::write.middle:
    case bth::write.last:
      return {.exist = true, .payload = true};
    case bth::send_imm.last:
    case bth::send_imm.only:
    case bth::write_imm.last:
    case bth::send_inval.last:
    case bth::send_inval.only:
      return {.exist = true, .word = true, .payload = true};
    case bth::write.first:
    case bth::write.only:
      return {.exist = true, .reth = true, .payload = true};
    case bth::write_imm.only:
      return {.exist = true, .reth = true, .word = true, .payload = true};
    case bth::read_request:
      return {.exist = true, .reth = true};
    case bth::read_response.first:
    case bth::read_response.last:
    case bth::read_response.only:
      return {.exist = true, .aeth = true, .payload = true};
    case bth::read_response.middle:
      return {.exist = true, .payload = true};
    case bth::acknowledge:
      return {.exist = true, .aeth = true};
    case bth::atomic_acknowledge:
      return {.exist = true, .aeth = true, .original = true};
    case bth::compare_swap:
    case bth::fetch_add:
      return {.exist = true, .atomic = true};
    default:
      return {};
  }
}

headers_of of_opcode(std::uint8_t opcode) noexcept {
  if (opcode == bth::datagram) return {.exist = true, .deth = true, .payload = true};
  if (opcode == bth::datagram_imm) {
    return {.exist = true, .deth = true, .word = true, .payload = true};
  }
  // The payload of a notification is 16 bytes without a meaning.
  if (opcode == bth::congestion) return {.exist = true, .payload = true};
  const std::uint8_t operation = opcode & static_cast<std::uint8_t>(~bth::transport_bits);
  const std::uint8_t transport = opcode & bth::transport_bits;
  if (transport == bth::of_rc) return of_operation(operation);
  if (transport == bth::of_uc && operation <= bth::write_imm.only) return of_operation(operation);
  return {};
}

/// Takes a header from the front of bytes. The caller has checked their number.
template <class Header>
wire::mailbox_view<Header, const std::byte> take(std::span<const std::byte>& from) noexcept {
  const wire::mailbox_view<Header, const std::byte> header(from.first(Header::size));
  from = from.subspan(Header::size);
  return header;
}

void take_headers(received_packet& into, const headers_of& has, std::span<const std::byte> from) {
  if (has.deth) {
    const auto header = take<headers::deth>(from);
    into.qkey = header.get(headers::deth::qkey);
    into.source_qpn = header.get(headers::deth::srcqp);
  }
  if (has.reth) {
    const auto header = take<headers::reth>(from);
    into.raddr = header.get(headers::reth::va);
    into.rkey = header.get(headers::reth::rkey);
    into.length = header.get(headers::reth::dma_len);
  }
  if (has.atomic) {
    const auto header = take<headers::atomic_eth>(from);
    into.raddr = header.get(headers::atomic_eth::va);
    into.rkey = header.get(headers::atomic_eth::rkey);
    into.swap_add = header.get(headers::atomic_eth::swap_add);
    into.compare = header.get(headers::atomic_eth::comp);
  }
  if (has.aeth) {
    const auto header = take<headers::aeth>(from);
    into.syndrome = static_cast<std::uint8_t>(header.get(headers::aeth::syndrome));
  }
  if (has.original) {
    into.original = take<headers::atomic_ack_eth>(from).get(headers::atomic_ack_eth::orig);
  }
  // A key to invalidate is in the same place.
  if (has.word) into.word = take<headers::imm_dt>(from).get(headers::imm_dt::imm);
}

/// Returns true if the ICRC at the end is right. `network` is the IP header as the ICRC covers it.
bool is_intact(std::span<const std::byte> network, std::span<const std::byte> udp) {
  std::array<std::byte, headers::lrh::size> absent_lrh{};
  absent_lrh.fill(covered_as);
  std::array<std::byte, udp_header_bytes + bth_bytes> covered{};
  std::copy_n(udp.begin(), covered.size(), covered.begin());
  cover(wire::mailbox_view<headers::udp>(covered));
  cover(wire::mailbox_view<headers::bth>(std::span(covered).subspan(udp_header_bytes)));
  const auto rest = udp.subspan(covered.size(), udp.size() - covered.size() - icrc_bytes);
  const auto expected = invariant_crc().add(absent_lrh).add(network).add(covered).add(rest).value();
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < icrc_bytes; ++i) {
    found |= std::to_integer<std::uint32_t>(udp[udp.size() - icrc_bytes + i]) << 8 * i;
  }
  return found == expected;
}

/// Reads what follows the IP header. `result` has the fields of the latter.
packet_reading read_behind(packet_reading result, std::span<const std::byte> network,
                           std::span<const std::byte> bytes) {
  const auto refuse = [&result](packet_problem problem) {
    result.problem = problem;
    return result;
  };
  const wire::mailbox_view<headers::udp, const std::byte> udp_header(bytes);
  if (bytes.size() < udp_header_bytes || udp_header.get(headers::udp::dest) != roce_port) {
    return refuse(packet_problem::not_roce);
  }
  const std::size_t length = udp_header.get(headers::udp::len);
  if (length < udp_header_bytes + bth_bytes + icrc_bytes || length > bytes.size() ||
      length % 4 != 0) {
    return refuse(packet_problem::length);
  }
  const auto udp = bytes.first(length);
  received_packet& packet = result.packet;
  packet.udp_source_port = static_cast<std::uint16_t>(udp_header.get(headers::udp::source));
  using transport = headers::bth;
  const wire::mailbox_view<transport, const std::byte> header(udp.subspan(udp_header_bytes));
  packet.opcode = static_cast<std::uint8_t>(header.get(transport::opcode));
  packet.destination_qpn = header.get(transport::destqp);
  if (!is_intact(network, udp)) return refuse(packet_problem::invariant_crc);
  if (header.is_set(transport::tver)) return refuse(packet_problem::version);
  packet.solicited = header.is_set(transport::se);
  const std::size_t padding = header.get(transport::padcnt);
  // Its upper bit distinguishes full members of the partition from limited ones.
  constexpr std::uint32_t default_partition = 0x7fff;
  if ((header.get(transport::pkey) & default_partition) != default_partition) {
    return refuse(packet_problem::partition);
  }
  packet.asks_for_ack = header.is_set(transport::a);
  packet.psn = header.get(transport::psn);
  const headers_of has = of_opcode(packet.opcode);
  if (!has.exist) return refuse(packet_problem::opcode);
  const auto behind =
      udp.subspan(udp_header_bytes + bth_bytes, length - udp_header_bytes - bth_bytes - icrc_bytes);
  if (behind.size() < has.bytes()) return refuse(packet_problem::length);
  take_headers(packet, has, behind);
  const auto rest = behind.subspan(has.bytes());
  if (padding > rest.size()) return refuse(packet_problem::padding);
  packet.payload = rest.first(rest.size() - padding);
  if (!has.payload && !rest.empty()) return refuse(packet_problem::length);
  return result;
}

}  // namespace

std::string_view in_words(packet_problem problem) noexcept {
  switch (problem) {
    case packet_problem::none:
    case packet_problem::not_roce:
      break;
    case packet_problem::length:
      return "its length does not fit its headers";
    case packet_problem::invariant_crc:
      return "its ICRC is wrong";
    case packet_problem::version:
      return "its BTH is of a version that does not exist";
    case packet_problem::opcode:
      return "its opcode is not known";
    case packet_problem::padding:
      return "its padding is longer than its payload";
    case packet_problem::partition:
      return "its partition key is not that of the default partition";
  }
  return "";
}

packet_reading read_ipv4_packet(std::span<const std::byte> bytes) {
  packet_reading result;
  result.problem = packet_problem::not_roce;
  if (bytes.size() < ipv4_header_bytes) return result;
  using headers::ipv4;
  const wire::mailbox_view<ipv4, const std::byte> header(bytes);
  constexpr unsigned ip_version = 4;
  // RoCE has no packets with options and no fragments.
  if (header.get(ipv4::version) != ip_version ||
      header.get(ipv4::ihl) != ipv4::size / sizeof(std::uint32_t) || header.is_set(ipv4::mf) ||
      header.is_set(ipv4::frag_off) || header.get(ipv4::protocol) != ip_protocol_of_udp) {
    return result;
  }
  const std::size_t length = header.get(ipv4::tot_len);
  if (length < ipv4_header_bytes || length > bytes.size()) return result;
  result.problem = packet_problem::none;
  received_packet& packet = result.packet;
  packet.network = network_header::udp_over_ipv4;
  packet.traffic_class = static_cast<std::uint8_t>(header.get(ipv4::tos));
  packet.hop_limit = static_cast<std::uint8_t>(header.get(ipv4::ttl));
  packet.source = mapped_gid(header.get(ipv4::saddr));
  packet.destination = mapped_gid(header.get(ipv4::daddr));
  std::array<std::byte, ipv4_header_bytes> covered{};
  std::copy_n(bytes.begin(), ipv4_header_bytes, covered.begin());
  cover(wire::mailbox_view<ipv4>(covered));
  return read_behind(result, covered, bytes.subspan(ipv4_header_bytes, length - ipv4_header_bytes));
}

packet_reading read_ipv6_packet(const ipv6_fields& header, std::span<const std::byte> bytes) {
  packet_reading result;
  received_packet& packet = result.packet;
  packet.network = network_header::udp_over_ipv6;
  packet.source = header.source;
  packet.destination = header.destination;
  packet.traffic_class = header.traffic_class;
  packet.hop_limit = header.hop_limit;
  using headers::ipv6;
  constexpr unsigned ip_version = 6;
  std::array<std::byte, ipv6::size> covered{};
  const wire::mailbox_view<ipv6> view(covered);
  view.set(ipv6::version, ip_version);
  cover_fields(view, ipv6::tclass, ipv6::flow_lbl, ipv6::hop_limit);
  view.set_low(ipv6::payload_len, bytes.size());
  view.set(ipv6::nexthdr, ip_protocol_of_udp);
  view.set(ipv6::saddr, std::as_bytes(std::span(header.source)));
  view.set(ipv6::daddr, std::as_bytes(std::span(header.destination)));
  return read_behind(result, covered, bytes);
}

}  // namespace verbatim::emulator
