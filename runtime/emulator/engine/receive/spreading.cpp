// Hashes the addresses and ports of frames.
#include "engine/receive/spreading.hpp"

#include <vector>

#include "engine/receive/field_bytes.hpp"
#include "engine/wire/toeplitz.hpp"
#include "verbatim/generated/headers/ipv4.hpp"
#include "verbatim/generated/headers/ipv6.hpp"
#include "verbatim/generated/headers/tcp.hpp"
#include "verbatim/generated/headers/udp.hpp"

namespace verbatim::emulator {
namespace {

// The headers that were hashed, in a CQE (Linux include/linux/mlx5/device.h, CQE_RSS_HTYPE_IP and
// CQE_RSS_HTYPE_L4).
constexpr std::uint8_t hashed_ipv4 = 1 << 2;
constexpr std::uint8_t hashed_ipv6 = 2 << 2;
constexpr std::uint8_t hashed_tcp = 1 << 6;
constexpr std::uint8_t hashed_udp = 2 << 6;

}  // namespace

frame_hash hash_of(const spreading_queue_pair& by, std::span<const std::byte> frame,
                   const frame_layout& layout) {
  std::vector<std::uint8_t> input;
  frame_hash result;
  // Every input has the source before the destination.
  const auto add = [&](std::uint64_t hashed, std::size_t header, const auto& field,
                       std::uint8_t type) {
    if ((by.hash_fields & hashed) == 0) return;
    result.type |= type;
    for (const std::byte one : field_bytes(frame, header, field)) {
      input.push_back(std::to_integer<std::uint8_t>(one));
    }
  };
  using headers::ipv4, headers::ipv6, headers::tcp, headers::udp;
  const std::size_t ip = layout.l3_offset;
  if (layout.l3 == l3_header::ipv4) {
    add(hash_field::src_ipv4, ip, ipv4::saddr, hashed_ipv4);
    add(hash_field::dst_ipv4, ip, ipv4::daddr, hashed_ipv4);
  } else if (layout.l3 == l3_header::ipv6) {
    add(hash_field::src_ipv6, ip, ipv6::saddr, hashed_ipv6);
    add(hash_field::dst_ipv6, ip, ipv6::daddr, hashed_ipv6);
  }
  if (layout.l4 == l4_header::tcp) {
    add(hash_field::src_port_tcp, layout.l4_offset, tcp::source, hashed_tcp);
    add(hash_field::dst_port_tcp, layout.l4_offset, tcp::dest, hashed_tcp);
  } else if (layout.l4 == l4_header::udp) {
    add(hash_field::src_port_udp, layout.l4_offset, udp::source, hashed_udp);
    add(hash_field::dst_port_udp, layout.l4_offset, udp::dest, hashed_udp);
  }
  if (!input.empty()) result.value = toeplitz_hash(by.hash_key, input);
  return result;
}

receive_work_ring& ring_for(const spreading_queue_pair& by, const frame_hash& hash) noexcept {
  const auto& places = by.table->places;
  return places[hash.value & (places.size() - 1)]->ring;
}

}  // namespace verbatim::emulator
