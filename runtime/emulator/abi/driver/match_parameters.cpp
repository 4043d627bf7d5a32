// Reads the outer headers of struct mlx5_ifc_fte_match_param_bits (Linux
// include/linux/mlx5/mlx5_ifc.h).
#include "abi/driver/match_parameters.hpp"

#include <algorithm>
#include <cerrno>

#include "abi/mailbox_bits.hpp"
#include "abi/refusal.hpp"

namespace verbatim::emulator {
namespace {

/// The bit of match_criteria_enable for the outer headers, and their length.
constexpr std::uint8_t outer_headers = 1;
constexpr std::size_t outer_bytes = 64;

// Offsets of whole bytes, and fields.
constexpr std::size_t smac_at = 0;
constexpr std::size_t dmac_at = 8;
constexpr mailbox_field ethertype{0x030, 16};
constexpr mailbox_field first_vlan{0x070, 16};
constexpr mailbox_field ip_protocol{0x080, 8};
constexpr mailbox_field dscp_and_ecn{0x088, 8};
constexpr mailbox_field tag_and_fragment{0x090, 3};
constexpr mailbox_field ip_version{0x093, 4};
constexpr mailbox_field tcp_flags{0x097, 9};
constexpr mailbox_field tcp_sport{0x0a0, 16};
constexpr mailbox_field tcp_dport{0x0b0, 16};
constexpr mailbox_field ipv4_ihl{0x0c0, 24};
constexpr mailbox_field ttl_hoplimit{0x0d8, 8};
constexpr mailbox_field udp_sport{0x0e0, 16};
constexpr mailbox_field udp_dport{0x0f0, 16};
constexpr std::size_t src_ip_at = 32;
constexpr std::size_t dst_ip_at = 48;
constexpr std::size_t ip_bytes = 16;

constexpr std::uint16_t ipv4_type = 0x0800;
constexpr std::uint8_t protocol_of_tcp = 6;
constexpr std::uint8_t protocol_of_udp = 17;

std::uint8_t byte_at(std::span<const std::byte> from, std::size_t at) {
  return at < from.size() ? std::to_integer<std::uint8_t>(from[at]) : std::uint8_t{0};
}

template <std::size_t Size>
void take_bytes(std::span<const std::byte> from, std::size_t at,
                std::array<std::uint8_t, Size>& to) {
  for (std::size_t i = 0; i < Size; ++i) to[i] = byte_at(from, at + i);
}

/// An IPv4 address is the last four bytes of the field, and the first ones of flow_fields.
void take_ip(std::span<const std::byte> from, std::size_t at, bool ipv4,
             std::array<std::uint8_t, ip_bytes>& to) {
  take_bytes(from, at, to);
  if (ipv4) std::rotate(to.begin(), to.end() - 4, to.end());
}

bool any(std::span<const std::byte> bytes) {
  return std::ranges::any_of(bytes, [](std::byte one) { return one != std::byte{0}; });
}

bool has_ports(const mailbox_input& mask, mailbox_field source, mailbox_field destination) {
  return mask.is_set(source) || mask.is_set(destination);
}

flow_fields read_fields(std::span<const std::byte> bytes, bool ipv4, bool tcp) {
  const mailbox_input from(bytes);
  flow_fields to;
  take_bytes(bytes, smac_at, to.src_mac);
  take_bytes(bytes, dmac_at, to.dst_mac);
  to.ether_type = static_cast<std::uint16_t>(from.get(ethertype));
  take_ip(bytes, src_ip_at, ipv4, to.src_ip);
  take_ip(bytes, dst_ip_at, ipv4, to.dst_ip);
  to.protocol = static_cast<std::uint8_t>(from.get(ip_protocol));
  to.traffic_class = static_cast<std::uint8_t>(from.get(dscp_and_ecn));
  to.hop_limit = static_cast<std::uint8_t>(from.get(ttl_hoplimit));
  to.src_port = static_cast<std::uint16_t>(from.get(tcp ? tcp_sport : udp_sport));
  to.dst_port = static_cast<std::uint16_t>(from.get(tcp ? tcp_dport : udp_dport));
  return to;
}

}  // namespace

void require_matched(std::span<const std::byte> mask, std::uint8_t criteria) {
  if (criteria & ~outer_headers) {
    refuse<check::flow_not_emulated>(
        EOPNOTSUPP, "match criteria {:#x}: this device matches outer headers (1) only", criteria);
  }
  const std::size_t enabled =
      criteria & outer_headers ? std::min(mask.size(), outer_bytes) : std::size_t{0};
  if (any(mask.subspan(enabled))) {
    refuse<check::flow_layout>(EINVAL, "the mask has bits that match criteria {:#x} do not enable",
                               criteria);
  }
  const mailbox_input in(mask);
  if (in.is_set(first_vlan) || in.is_set(tag_and_fragment) || in.is_set(tcp_flags) ||
      in.is_set(ipv4_ihl)) {
    refuse<check::flow_not_emulated>(
        EOPNOTSUPP,
        "the mask has VLAN tags, fragments, flags of TCP or the length of an IPv4 header: this "
        "device matches MACs, the EtherType, IP version, protocol, DSCP, ECN, hop limit, addresses "
        "and ports");
  }
  if (has_ports(in, tcp_sport, tcp_dport) && has_ports(in, udp_sport, udp_dport)) {
    refuse<check::flow_layout>(EINVAL, "the mask has ports of TCP and of UDP");
  }
}

void take_match(std::span<const std::byte> mask, std::span<const std::byte> value, flow& to) {
  const mailbox_input masks(mask);
  const mailbox_input values(value);
  constexpr std::uint64_t whole_version = 0xf;
  const std::uint64_t version = masks.get(ip_version) & values.get(ip_version);
  if (masks.is_set(ip_version) &&
      (masks.get(ip_version) != whole_version || (version != 4 && version != 6))) {
    refuse<check::flow_layout>(EINVAL, "IP version {} under mask {:#x}: 4 or 6, under 0xf",
                               values.get(ip_version), masks.get(ip_version));
  }
  to.ip_version = static_cast<std::uint8_t>(version);
  const bool tcp = has_ports(masks, tcp_sport, tcp_dport);
  if (tcp) to.transport = protocol_of_tcp;
  if (has_ports(masks, udp_sport, udp_dport)) to.transport = protocol_of_udp;
  const bool ipv4 =
      version == 4 || (version == 0 && (masks.get(ethertype) & values.get(ethertype)) == ipv4_type);
  to.mask = read_fields(mask, ipv4, tcp);
  to.value = read_fields(value, ipv4, tcp);
}

}  // namespace verbatim::emulator
