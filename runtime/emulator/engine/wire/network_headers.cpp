// Builds network headers according to IBTA, chapter 8 (GRH) and annexes A16 and A17 (RoCE); RFC
// 8200, RFC 791.
#include "engine/wire/network_headers.hpp"

#include <cstring>
#include <span>

#include "engine/wire/internet_checksum.hpp"
#include "engine/wire/packet_sizes.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::uint32_t next_is_bth = 0x1b;
constexpr std::uint32_t do_not_fragment = 0x4000;

void write_ipv4(const datagram_addresses& from, std::size_t bytes_behind, std::byte* at) {
  wire::store32(at, 0x45000000u | std::uint32_t{from.traffic_class} << 16 |
                        static_cast<std::uint32_t>(ipv4_header_bytes + bytes_behind));
  wire::store32(at + 4, do_not_fragment);
  wire::store32(at + 8,
                std::uint32_t{from.hop_limit} << 24 | std::uint32_t{ip_protocol_of_udp} << 16);
  std::memcpy(at + 12, from.sgid.data() + 12, 4);
  std::memcpy(at + 16, from.dgid.data() + 12, 4);
  const auto sum = internet_checksum().add(std::span(at, ipv4_header_bytes)).value();
  wire::store32(at + 8, wire::load32(at + 8) | sum);
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
    write_ipv4(from, behind, result.data() + (grh_size - ipv4_header_bytes));
    return result;
  }
  wire::store32(result.data(),
                6u << 28 | std::uint32_t{from.traffic_class} << 20 | from.flow_label);
  wire::store32(result.data() + 4,
                static_cast<std::uint32_t>(behind) << 16 |
                    (udp ? std::uint32_t{ip_protocol_of_udp} : next_is_bth) << 8 | from.hop_limit);
  std::memcpy(result.data() + 8, from.sgid.data(), from.sgid.size());
  std::memcpy(result.data() + 24, from.dgid.data(), from.dgid.size());
  return result;
}

}  // namespace verbatim::emulator
