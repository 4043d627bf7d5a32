// Reads the outer headers that a flow of the driver's own tables matches.
#include "abi/driver/match_parameters.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>

#include "abi/refusal.hpp"
#include "verbatim/generated/commands/fte_match_param.hpp"
#include "verbatim/generated/commands/fte_match_set_lyr_2_4.hpp"

namespace verbatim::emulator {
namespace {

using firmware::fte_match_param;
using headers = firmware::fte_match_set_lyr_2_4;
using headers_input = wire::mailbox_view<headers, const std::byte>;
using headers_number = wire::mailbox_field<headers>;

/// The bit of match_criteria_enable for the outer headers.
constexpr std::uint8_t outer_headers = 1;

constexpr std::uint16_t ipv4_type = 0x0800;
constexpr std::uint8_t protocol_of_tcp = 6;
constexpr std::uint8_t protocol_of_udp = 17;

headers_input outer(std::span<const std::byte> parameters) {
  return wire::mailbox_view<fte_match_param, const std::byte>(parameters)
      .part(fte_match_param::outer_headers);
}

/// A MAC is two numbers of the headers, whose first bytes are the highest.
mac_address mac(const headers_input& from, const headers_number& high, const headers_number& low) {
  const std::uint64_t whole = from.value(high) << low.width | from.value(low);
  mac_address to;
  for (std::size_t i = 0; i < to.size(); ++i) {
    to[i] = static_cast<std::uint8_t>(whole >> 8 * (to.size() - 1 - i));
  }
  return to;
}

using ip_address = std::array<std::byte, 16>;

/// An IPv4 address is the last four bytes of the field, and the first ones of flow_fields.
void take_ip(ip_address from, bool ipv4, std::array<std::uint8_t, 16>& to) {
  if (ipv4) std::rotate(from.begin(), from.end() - 4, from.end());
  std::ranges::transform(from, to.begin(),
                         [](std::byte one) { return std::to_integer<std::uint8_t>(one); });
}

bool any(std::span<const std::byte> bytes) {
  return std::ranges::any_of(bytes, [](std::byte one) { return one != std::byte{0}; });
}

bool has_tcp_ports(const headers_input& mask) {
  return mask.is_set(headers::tcp_sport) || mask.is_set(headers::tcp_dport);
}

bool has_udp_ports(const headers_input& mask) {
  return mask.is_set(headers::udp_sport) || mask.is_set(headers::udp_dport);
}

/// Returns true if a mask has other headers than flow_fields.
bool has_others(std::span<const std::byte> mask) {
  std::array<std::byte, headers::size> rest{};
  std::ranges::copy(mask.first(std::min(mask.size(), rest.size())), rest.begin());
  const wire::mailbox_view<headers> without(rest);
  for (const auto* const known :
       {&headers::smac_47_16, &headers::smac_15_0, &headers::ethertype, &headers::dmac_47_16,
        &headers::dmac_15_0, &headers::ip_protocol, &headers::ip_dscp, &headers::ip_ecn,
        &headers::ip_version, &headers::tcp_sport, &headers::tcp_dport, &headers::ttl_hoplimit,
        &headers::udp_sport, &headers::udp_dport}) {
    without.set(*known, 0);
  }
  constexpr ip_address none{};
  without.set(headers::src_ipv4_src_ipv6, std::span(none));
  without.set(headers::dst_ipv4_dst_ipv6, std::span(none));
  return any(rest);
}

flow_fields read_fields(const headers_input& from, bool ipv4, bool tcp) {
  flow_fields to;
  to.src_mac = mac(from, headers::smac_47_16, headers::smac_15_0);
  to.dst_mac = mac(from, headers::dmac_47_16, headers::dmac_15_0);
  to.ether_type = static_cast<std::uint16_t>(from.get(headers::ethertype));
  take_ip(from.get(headers::src_ipv4_src_ipv6), ipv4, to.src_ip);
  take_ip(from.get(headers::dst_ipv4_dst_ipv6), ipv4, to.dst_ip);
  to.protocol = static_cast<std::uint8_t>(from.get(headers::ip_protocol));
  to.traffic_class = static_cast<std::uint8_t>(from.get(headers::ip_dscp) << headers::ip_ecn.width |
                                               from.get(headers::ip_ecn));
  to.hop_limit = static_cast<std::uint8_t>(from.get(headers::ttl_hoplimit));
  to.src_port = static_cast<std::uint16_t>(from.get(tcp ? headers::tcp_sport : headers::udp_sport));
  to.dst_port = static_cast<std::uint16_t>(from.get(tcp ? headers::tcp_dport : headers::udp_dport));
  return to;
}

}  // namespace

void require_matched(std::span<const std::byte> mask, std::uint8_t criteria) {
  if (criteria & ~outer_headers) {
    refuse<check::flow_not_emulated>(
        EOPNOTSUPP, "match criteria {:#x}: this device matches outer headers (1) only", criteria);
  }
  const std::size_t enabled =
      criteria & outer_headers ? std::min(mask.size(), headers::size) : std::size_t{0};
  if (any(mask.subspan(enabled))) {
    refuse<check::flow_layout>(EINVAL, "the mask has bits that match criteria {:#x} do not enable",
                               criteria);
  }
  if (has_others(mask)) {
    refuse<check::flow_not_emulated>(
        EOPNOTSUPP,
        "the mask has VLAN tags, fragments, flags of TCP or the length of an IPv4 header: this "
        "device matches MACs, the EtherType, IP version, protocol, DSCP, ECN, hop limit, addresses "
        "and ports");
  }
  if (has_tcp_ports(outer(mask)) && has_udp_ports(outer(mask))) {
    refuse<check::flow_layout>(EINVAL, "the mask has ports of TCP and of UDP");
  }
}

void take_match(std::span<const std::byte> mask, std::span<const std::byte> value, flow& to) {
  const auto masks = outer(mask);
  const auto values = outer(value);
  constexpr std::uint32_t whole_version = 0xf;
  const auto version_mask = masks.get(headers::ip_version);
  const auto version = version_mask & values.get(headers::ip_version);
  if (version_mask != 0 && (version_mask != whole_version || (version != 4 && version != 6))) {
    refuse<check::flow_layout>(EINVAL, "IP version {} under mask {:#x}: 4 or 6, under 0xf",
                               values.get(headers::ip_version), version_mask);
  }
  to.ip_version = static_cast<std::uint8_t>(version);
  const bool tcp = has_tcp_ports(masks);
  if (tcp) to.transport = protocol_of_tcp;
  if (has_udp_ports(masks)) to.transport = protocol_of_udp;
  const auto ether_type = masks.get(headers::ethertype) & values.get(headers::ethertype);
  const bool ipv4 = version == 4 || (version == 0 && ether_type == ipv4_type);
  to.mask = read_fields(masks, ipv4, tcp);
  to.value = read_fields(values, ipv4, tcp);
}

}  // namespace verbatim::emulator
