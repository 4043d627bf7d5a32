// Builds network headers according to IBTA, chapter 8 (GRH) and annexes A16 and A17 (RoCE); RFC
// 8200, RFC 791.
#include "engine/wire/network_headers.hpp"

#include <span>

#include "engine/wire/internet_checksum.hpp"
#include "engine/wire/packet_sizes.hpp"
#include "settings/gid_forms.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::uint32_t next_is_bth = 0x1b;
constexpr unsigned version_4 = 4;
constexpr unsigned version_6 = 6;

void write_ipv4(const datagram_addresses& from, std::size_t bytes_behind, std::span<std::byte> to) {
  using headers::ipv4;
  const wire::mailbox_view<ipv4> view(to);
  view.set(ipv4::version, version_4);
  view.set(ipv4::ihl, ipv4::size / sizeof(std::uint32_t));
  view.set(ipv4::tos, from.traffic_class);
  view.set_low(ipv4::tot_len, ipv4::size + bytes_behind);
  view.set(ipv4::df, 1);
  view.set(ipv4::ttl, from.hop_limit);
  view.set(ipv4::protocol, ip_protocol_of_udp);
  view.set(ipv4::saddr, ipv4_of(from.sgid));
  view.set(ipv4::daddr, ipv4_of(from.dgid));
  view.set(ipv4::check, internet_checksum().add(to).value());
}

}  // namespace

std::array<std::byte, grh_size> network_header_bytes(const datagram_addresses& from,
                                                     std::size_t payload_bytes,
                                                     std::size_t extension_bytes) {
  std::array<std::byte, grh_size> result{};
  // Payloads are padded to words.
  std::size_t behind =
      bth_bytes + extension_bytes + ((payload_bytes + 3) & ~std::size_t{3}) + icrc_bytes;
  const bool udp = from.network == network_header::udp_over_ipv4 ||
                   from.network == network_header::udp_over_ipv6;
  if (udp) behind += udp_header_bytes;
  if (from.network == network_header::udp_over_ipv4) {
    write_ipv4(from, behind, std::span(result).last<ipv4_header_bytes>());
    return result;
  }
  // An IPv6 header has the same fields.
  using headers::grh;
  const wire::mailbox_view<grh> view(result);
  view.set(grh::ipver, version_6);
  view.set(grh::tclass, from.traffic_class);
  view.set_low(grh::flow_label, from.flow_label);
  view.set_low(grh::paylen, behind);
  view.set(grh::nxthdr, udp ? ip_protocol_of_udp : next_is_bth);
  view.set(grh::hoplmt, from.hop_limit);
  view.set(grh::sgid, std::as_bytes(std::span(from.sgid)));
  view.set(grh::dgid, std::as_bytes(std::span(from.dgid)));
  return result;
}

}  // namespace verbatim::emulator
