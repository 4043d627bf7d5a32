// Converts addresses to bytes and back.
#include "transport/datagram.hpp"

#include <cstring>

#include "verbatim/wire/words.hpp"

namespace verbatim::emulator {

//   at    bytes  field
//   0x00   1     network
//   0x01   1     ethernet
//   0x02   1     sl
//   0x03   1     traffic_class
//   0x04   4     qkey
//   0x08   4     destination_qpn | hop_limit << 24
//   0x0c   4     flow_label
//   0x10   4     slid, dlid
//   0x14   4     udp_source_port << 16
//   0x18   6     smac
//   0x1e   6     dmac
//   0x24   4     zero
//   0x28  16     sgid
//   0x38  16     dgid

void datagram_addresses::write(std::byte* at) const noexcept {
  std::memset(at, 0, size);
  wire::store32(at, std::uint32_t{static_cast<std::uint8_t>(network)} << 24 |
                        std::uint32_t{ethernet} << 16 | std::uint32_t{sl} << 8 | traffic_class);
  wire::store32(at + 0x04, qkey);
  wire::store32(at + 0x08, std::uint32_t{hop_limit} << 24 | destination_qpn);
  wire::store32(at + 0x0c, flow_label);
  wire::store32(at + 0x10, std::uint32_t{slid} << 16 | dlid);
  wire::store32(at + 0x14, std::uint32_t{udp_source_port} << 16);
  std::memcpy(at + 0x18, smac.data(), smac.size());
  std::memcpy(at + 0x1e, dmac.data(), dmac.size());
  std::memcpy(at + 0x28, sgid.data(), sgid.size());
  std::memcpy(at + 0x38, dgid.data(), dgid.size());
}

datagram_addresses datagram_addresses::read(const std::byte* at) noexcept {
  datagram_addresses result;
  const auto first = wire::load32(at);
  result.network = static_cast<network_header>(first >> 24 & 3);
  result.ethernet = (first >> 16 & 1) != 0;
  result.sl = static_cast<std::uint8_t>(first >> 8 & 0xf);
  result.traffic_class = static_cast<std::uint8_t>(first & 0xff);
  result.qkey = wire::load32(at + 0x04);
  const auto to = wire::load32(at + 0x08);
  result.hop_limit = static_cast<std::uint8_t>(to >> 24);
  result.destination_qpn = to & 0xffffff;
  result.flow_label = wire::load32(at + 0x0c) & 0xfffff;
  const auto lids = wire::load32(at + 0x10);
  result.slid = static_cast<std::uint16_t>(lids >> 16);
  result.dlid = static_cast<std::uint16_t>(lids & 0xffff);
  result.udp_source_port = static_cast<std::uint16_t>(wire::load32(at + 0x14) >> 16);
  std::memcpy(result.smac.data(), at + 0x18, result.smac.size());
  std::memcpy(result.dmac.data(), at + 0x1e, result.dmac.size());
  std::memcpy(result.sgid.data(), at + 0x28, result.sgid.size());
  std::memcpy(result.dgid.data(), at + 0x38, result.dgid.size());
  return result;
}

}  // namespace verbatim::emulator
