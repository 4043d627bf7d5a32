// The fields of packets and CQEs that come from an address vector.
#include "engine/wire/packet_addresses.hpp"

#include <cstring>

#include "objects/neighbours.hpp"

namespace verbatim::emulator {
namespace {

template <std::size_t Size>
void copy_bytes(const std::array<std::byte, Size>& from, std::array<std::uint8_t, Size>& to) {
  std::memcpy(to.data(), from.data(), Size);
}

}  // namespace

bool has_gids(const port_identity& port, const av_ud_seg& to) noexcept {
  return port.ethernet() || to.grh != 0;
}

datagram_addresses addresses_for(const port_identity& port, const av_ud_seg& to) {
  datagram_addresses result;
  result.ethernet = port.ethernet();
  if (has_gids(port, to)) result.network = network_header_of(port, to.sgid_index);
  result.sl = port.ethernet() ? static_cast<std::uint8_t>(to.sl >> 1) : to.sl;
  result.traffic_class = to.tclass;
  result.hop_limit = to.hop_limit;
  result.destination_qpn = to.dqp_dct;
  result.flow_label = to.flow_label;
  if (port.ethernet()) {
    result.udp_source_port = to.rlid;
    result.smac = port.mac;
    copy_bytes(to.rmac, result.dmac);
  } else {
    result.slid = static_cast<std::uint16_t>(port.lid | to.mlid);
    result.dlid = to.rlid;
  }
  if (result.network != network_header::none) {
    result.sgid = port.gids[to.sgid_index].bytes;
    copy_bytes(to.rgid, result.dgid);
  }
  return result;
}

/// Returns the service level. On RoCE, returns the bits that replace it: bit 3 for UDP, 1 for IPv6,
/// 2 for IPv4.
std::uint8_t sl_in_cqe(const datagram_addresses& by) noexcept {
  if (!by.ethernet) return by.sl;
  switch (by.network) {
    case network_header::udp_over_ipv6:
      return 8 | 1;
    case network_header::udp_over_ipv4:
      return 8 | 2;
    default:
      return 0;
  }
}

}  // namespace verbatim::emulator
