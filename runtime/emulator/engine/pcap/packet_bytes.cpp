#include "engine/pcap/packet_bytes.hpp"

#include <array>
#include <cstring>

#include "engine/pcap/packet_crc.hpp"
#include "engine/wire/network_headers.hpp"
#include "engine/wire/packet_sizes.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::uint16_t default_pkey = 0xffff;
constexpr std::byte ones{0xff};

/// A packet under construction, and what its ICRC covers: the fields that may change are all ones there.
class packet {
 public:
  void append(std::span<const std::byte> bytes) { append_as(bytes, bytes); }

  /// Appends bytes that the ICRC sees otherwise.
  void append_as(std::span<const std::byte> bytes, std::span<const std::byte> covered) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    crc_.add(covered);
  }

  /// Appends bytes that the ICRC does not cover, or lets it cover bytes that are not sent.
  void append_uncovered(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  void cover(std::span<const std::byte> bytes) { crc_.add(bytes); }

  std::vector<std::byte> finish(bool has_variant_crc) {
    append_little(crc_.value(), icrc_bytes);
    if (has_variant_crc) append_little(variant_crc().add(bytes_).value(), 2);
    return std::move(bytes_);
  }

 private:
  void append_little(std::uint32_t value, std::size_t length) {
    for (std::size_t i = 0; i < length; ++i) {
      bytes_.push_back(static_cast<std::byte>(value >> 8 * i & 0xff));
    }
  }

  std::vector<std::byte> bytes_;
  invariant_crc crc_;
};

void store16(std::byte* at, std::uint32_t value) noexcept {
  at[0] = static_cast<std::byte>(value >> 8 & 0xff);
  at[1] = static_cast<std::byte>(value & 0xff);
}

bool is_udp(network_header kind) noexcept {
  return kind == network_header::udp_over_ipv4 || kind == network_header::udp_over_ipv6;
}

void append_ethernet(packet& to, const datagram_addresses& way) {
  constexpr std::uint32_t ipv4 = 0x0800, ipv6 = 0x86dd, roce_v1 = 0x8915;
  std::array<std::byte, ethernet_header_bytes> header{};
  std::memcpy(header.data(), way.dmac.data(), way.dmac.size());
  std::memcpy(header.data() + 6, way.smac.data(), way.smac.size());
  store16(header.data() + 12, way.network == network_header::udp_over_ipv4   ? ipv4
                              : way.network == network_header::udp_over_ipv6 ? ipv6
                                                                             : roce_v1);
  to.append_uncovered(header);
  // In the place of the LRH, which Ethernet lacks.
  std::array<std::byte, lrh_bytes> absent{};
  absent.fill(ones);
  to.cover(absent);
}

/// Appends the LRH of a packet with so many bytes behind it, up to the ICRC.
void append_lrh(packet& to, const datagram_addresses& way, std::size_t bytes_behind) {
  constexpr std::uint32_t bth_follows = 2, grh_follows = 3;
  const auto next = way.network == network_header::none ? bth_follows : grh_follows;
  std::array<std::byte, lrh_bytes> header{};
  header[1] = static_cast<std::byte>(std::uint32_t{way.sl} << 4 | next);
  store16(header.data() + 2, way.dlid);
  store16(header.data() + 4, static_cast<std::uint32_t>((lrh_bytes + bytes_behind) / 4));
  store16(header.data() + 6, way.slid);
  auto covered = header;
  covered[0] |= std::byte{0xf0};  // the virtual lane
  to.append_as(header, covered);
}

void append_network(packet& to, const datagram_addresses& way, std::size_t payload,
                    std::size_t extensions) {
  const auto whole = network_header_bytes(way, payload, extensions);
  auto covered = whole;
  if (way.network == network_header::udp_over_ipv4) {
    const auto begin = whole.size() - ipv4_header_bytes;
    for (const std::size_t at : {1u, 8u, 10u, 11u})
      covered[begin + at] = ones;  // TOS, TTL, checksum
    to.append_as(std::span(whole).subspan(begin), std::span(covered).subspan(begin));
    return;
  }
  covered[0] |= std::byte{0x0f};  // traffic class, flow label and hop limit
  for (const std::size_t at : {1u, 2u, 3u, 7u}) covered[at] = ones;
  to.append_as(whole, covered);
}

void append_udp(packet& to, const datagram_addresses& way, std::size_t bytes_behind) {
  std::array<std::byte, udp_header_bytes> header{};
  store16(header.data(), way.udp_source_port);
  store16(header.data() + 2, roce_port);
  store16(header.data() + 4, static_cast<std::uint32_t>(udp_header_bytes + bytes_behind));
  auto covered = header;
  covered[6] = covered[7] = ones;
  to.append_as(header, covered);
}

void append_bth(packet& to, const base_transport_header& bth, std::size_t padding) {
  std::array<std::byte, bth_bytes> header{};
  constexpr std::uint32_t migrated = 0x40;
  header[0] = std::byte{bth.opcode};
  header[1] = static_cast<std::byte>((bth.solicited ? 0x80u : 0u) | migrated |
                                     static_cast<std::uint32_t>(padding) << 4);
  store16(header.data() + 2, default_pkey);
  wire::store32(header.data() + 4, bth.destination_qpn & 0xffffff);
  wire::store32(header.data() + 8, (bth.asks_for_ack ? 0x80000000u : 0u) | (bth.psn & 0xffffff));
  auto covered = header;
  covered[4] = ones;  // reserved, and on RoCE the marks of congestion
  to.append_as(header, covered);
}

}  // namespace

std::vector<std::byte> packet_bytes(const datagram_addresses& way, const base_transport_header& bth,
                                    std::span<const std::byte> extensions,
                                    std::span<const std::byte> payload) {
  const std::size_t padding = (4 - payload.size() % 4) % 4;
  const std::size_t behind_network =
      bth_bytes + extensions.size() + payload.size() + padding + icrc_bytes;
  packet made;
  if (way.ethernet) {
    append_ethernet(made, way);
  } else {
    append_lrh(made, way, behind_network + (way.network == network_header::none ? 0 : grh_size));
  }
  if (way.network != network_header::none) {
    append_network(made, way, payload.size(), extensions.size());
  }
  if (is_udp(way.network)) append_udp(made, way, behind_network);
  append_bth(made, bth, padding);
  made.append(extensions);
  made.append(payload);
  constexpr std::array<std::byte, 3> zeros{};
  made.append(std::span(zeros).first(padding));
  return made.finish(!way.ethernet);
}

}  // namespace verbatim::emulator
