#include "engine/pcap/packet_bytes.hpp"

#include <array>

#include "engine/pcap/packet_crc.hpp"
#include "engine/wire/network_headers.hpp"
#include "engine/wire/packet_sizes.hpp"
#include "engine/wire/variant_fields.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::uint16_t default_pkey = 0xffff;

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

bool is_udp(network_header kind) noexcept {
  return kind == network_header::udp_over_ipv4 || kind == network_header::udp_over_ipv6;
}

void append_ethernet(packet& to, const datagram_addresses& way) {
  constexpr std::uint32_t ipv4 = 0x0800, ipv6 = 0x86dd, roce_v1 = 0x8915;
  using headers::ethernet;
  std::array<std::byte, ethernet::size> header{};
  const wire::mailbox_view<ethernet> view(header);
  view.set(ethernet::h_dest, std::as_bytes(std::span(way.dmac)));
  view.set(ethernet::h_source, std::as_bytes(std::span(way.smac)));
  view.set(ethernet::h_proto, way.network == network_header::udp_over_ipv4   ? ipv4
                              : way.network == network_header::udp_over_ipv6 ? ipv6
                                                                             : roce_v1);
  to.append_uncovered(header);
  // In the place of the LRH, which Ethernet lacks.
  std::array<std::byte, lrh_bytes> absent{};
  absent.fill(covered_as);
  to.cover(absent);
}

/// Appends the LRH of a packet with so many bytes behind it, up to the ICRC.
void append_lrh(packet& to, const datagram_addresses& way, std::size_t bytes_behind) {
  constexpr std::uint32_t bth_follows = 2, grh_follows = 3;
  const auto next = way.network == network_header::none ? bth_follows : grh_follows;
  using headers::lrh;
  std::array<std::byte, lrh::size> header{};
  const wire::mailbox_view<lrh> view(header);
  view.set_low(lrh::sl, way.sl);
  view.set(lrh::lnh, next);
  view.set(lrh::dlid, way.dlid);
  view.set_low(lrh::pktlen, (lrh::size + bytes_behind) / sizeof(std::uint32_t));
  view.set(lrh::slid, way.slid);
  auto covered = header;
  cover(wire::mailbox_view<lrh>(covered));
  to.append_as(header, covered);
}

void append_network(packet& to, const datagram_addresses& way, std::size_t payload,
                    std::size_t extensions) {
  const auto whole = network_header_bytes(way, payload, extensions);
  auto covered = whole;
  if (way.network == network_header::udp_over_ipv4) {
    const auto begin = whole.size() - ipv4_header_bytes;
    const auto ipv4 = std::span(covered).subspan(begin);
    cover(wire::mailbox_view<headers::ipv4>(ipv4));
    to.append_as(std::span(whole).subspan(begin), ipv4);
    return;
  }
  cover(wire::mailbox_view<headers::grh>(covered));
  to.append_as(whole, covered);
}

void append_udp(packet& to, const datagram_addresses& way, std::size_t bytes_behind) {
  using headers::udp;
  std::array<std::byte, udp::size> header{};
  const wire::mailbox_view<udp> view(header);
  view.set(udp::source, way.udp_source_port);
  view.set(udp::dest, roce_port);
  view.set_low(udp::len, udp::size + bytes_behind);
  auto covered = header;
  cover(wire::mailbox_view<udp>(covered));
  to.append_as(header, covered);
}

void append_bth(packet& to, const base_transport_header& with, std::size_t padding) {
  using headers::bth;
  std::array<std::byte, bth::size> header{};
  const wire::mailbox_view<bth> view(header);
  view.set(bth::opcode, with.opcode);
  view.set(bth::se, with.solicited);
  view.set(bth::m, 1);  // migrated
  view.set(bth::padcnt, padding);
  view.set(bth::pkey, default_pkey);
  view.set_low(bth::destqp, with.destination_qpn);
  view.set(bth::a, with.asks_for_ack);
  view.set_low(bth::psn, with.psn);
  auto covered = header;
  cover(wire::mailbox_view<bth>(covered));
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
