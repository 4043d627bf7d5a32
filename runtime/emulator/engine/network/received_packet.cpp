// Source: InfiniBand specification, chapters 7.8 and 9, and annex A17; RFC 791, 768 and 8200.
#include "engine/network/received_packet.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/pcap/packet_crc.hpp"
#include "engine/wire/packet_sizes.hpp"
#include "engine/wire/transport_headers.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::byte covered_as{0xff};  // for the ICRC, in fields that may change

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
    return (deth ? 8u : 0u) + (reth ? 16u : 0u) + (atomic ? 28u : 0u) + (aeth ? 4u : 0u) +
           (original ? 8u : 0u) + (word ? 4u : 0u);
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

/// Takes words from the front of bytes. The caller has checked their number.
class word_taker {
 public:
  explicit word_taker(std::span<const std::byte> bytes) noexcept : at_(bytes.data()) {}
  std::uint32_t take32() noexcept { return wire::load32(std::exchange(at_, at_ + 4)); }
  std::uint64_t take64() noexcept { return wire::load64(std::exchange(at_, at_ + 8)); }

 private:
  const std::byte* at_;
};

void take_headers(received_packet& into, const headers_of& has, std::span<const std::byte> bytes) {
  word_taker from(bytes);
  if (has.deth) {
    into.qkey = from.take32();
    into.source_qpn = from.take32() & 0xffffff;
  }
  if (has.reth || has.atomic) {
    into.raddr = from.take64();
    into.rkey = from.take32();
  }
  if (has.reth) into.length = from.take32();
  if (has.atomic) {
    into.swap_add = from.take64();
    into.compare = from.take64();
  }
  if (has.aeth) into.aeth = from.take32();
  if (has.original) into.original = from.take64();
  if (has.word) into.word = from.take32();
}

/// Returns true if the ICRC at the end is right. `network` is the IP header as the ICRC covers it.
bool is_intact(std::span<const std::byte> network, std::span<const std::byte> udp) {
  constexpr std::array<std::byte, 8> absent_lrh = {covered_as, covered_as, covered_as, covered_as,
                                                   covered_as, covered_as, covered_as, covered_as};
  std::array<std::byte, udp_header_bytes + bth_bytes> headers{};
  std::copy_n(udp.begin(), headers.size(), headers.begin());
  headers[6] = headers[7] = covered_as;
  headers[udp_header_bytes + 4] = covered_as;
  const auto rest = udp.subspan(headers.size(), udp.size() - headers.size() - icrc_bytes);
  const auto expected = invariant_crc().add(absent_lrh).add(network).add(headers).add(rest).value();
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
  if (bytes.size() < udp_header_bytes || wire::load16(bytes.data() + 2) != roce_port) {
    return refuse(packet_problem::not_roce);
  }
  const std::size_t length = wire::load16(bytes.data() + 4);
  if (length < udp_header_bytes + bth_bytes + icrc_bytes || length > bytes.size() ||
      length % 4 != 0) {
    return refuse(packet_problem::length);
  }
  const auto udp = bytes.first(length);
  received_packet& packet = result.packet;
  packet.udp_source_port = wire::load16(udp.data());
  const std::byte* const at = udp.data() + udp_header_bytes;
  packet.opcode = wire::load8(at);
  packet.destination_qpn = wire::load32(at + 4) & 0xffffff;
  if (!is_intact(network, udp)) return refuse(packet_problem::invariant_crc);
  const std::uint8_t flags = wire::load8(at + 1);
  if ((flags & 0xf) != 0) return refuse(packet_problem::version);
  packet.solicited = (flags & 0x80) != 0;
  const std::size_t padding = flags >> 4 & 3;
  // Its upper bit distinguishes full members of the partition from limited ones.
  if ((wire::load16(at + 2) & 0x7fff) != 0x7fff) return refuse(packet_problem::partition);
  packet.asks_for_ack = (wire::load8(at + 8) & 0x80) != 0;
  packet.psn = wire::load32(at + 8) & 0xffffff;
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
  const std::byte* const at = bytes.data();
  // RoCE has no packets with options and no fragments.
  constexpr std::uint16_t fragment_bits = 0x3fff;
  if (wire::load8(at) != 0x45 || (wire::load16(at + 6) & fragment_bits) != 0 ||
      wire::load8(at + 9) != ip_protocol_of_udp) {
    return result;
  }
  const std::size_t length = wire::load16(at + 2);
  if (length < ipv4_header_bytes || length > bytes.size()) return result;
  result.problem = packet_problem::none;
  received_packet& packet = result.packet;
  packet.network = network_header::udp_over_ipv4;
  packet.traffic_class = wire::load8(at + 1);
  packet.hop_limit = wire::load8(at + 8);
  for (auto* const one : {&packet.source, &packet.destination}) (*one)[10] = (*one)[11] = 0xff;
  std::memcpy(packet.source.data() + 12, at + 12, 4);
  std::memcpy(packet.destination.data() + 12, at + 16, 4);
  std::array<std::byte, ipv4_header_bytes> covered{};
  std::copy_n(bytes.begin(), ipv4_header_bytes, covered.begin());
  for (const std::size_t i : {1u, 8u, 10u, 11u}) covered[i] = covered_as;  // TOS, TTL, checksum
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
  std::array<std::byte, ipv6_header_bytes> covered{};
  covered[0] = std::byte{0x6f};
  covered[1] = covered[2] = covered[3] = covered[7] = covered_as;
  wire::store16(covered.data() + 4, static_cast<std::uint16_t>(bytes.size()));
  covered[6] = std::byte{ip_protocol_of_udp};
  std::memcpy(covered.data() + 8, header.source.data(), header.source.size());
  std::memcpy(covered.data() + 24, header.destination.data(), header.destination.size());
  return read_behind(result, covered, bytes);
}

}  // namespace verbatim::emulator
