// Packets from the network: as they come, and right up to the opcode, so that the rest is read.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "engine/network/received_packet.hpp"
#include "engine/pcap/packet_bytes.hpp"
#include "engine/wire/packet_sizes.hpp"

namespace {

namespace emulator = verbatim::emulator;

/// A payload is a part of the packet.
void check(const emulator::packet_reading& read, std::span<const std::byte> bytes) {
  if (read.problem != emulator::packet_problem::none) return;
  const auto payload = read.packet.payload;
  if (payload.empty()) return;
  if (payload.data() < bytes.data() ||
      payload.data() + payload.size() > bytes.data() + bytes.size()) {
    std::abort();
  }
}

/// The bytes behind a right BTH are the rest. Returns what a reader makes of the packet.
void check_whole(std::span<const std::byte> rest, bool is_ipv6) {
  emulator::datagram_addresses way;
  way.ethernet = true;
  way.network =
      is_ipv6 ? emulator::network_header::udp_over_ipv6 : emulator::network_header::udp_over_ipv4;
  way.sgid.fill(0x20);
  way.dgid.fill(0x21);
  const auto opcode = std::to_integer<std::uint8_t>(rest.front());
  const auto frame = emulator::packet_bytes(
      way, {.opcode = opcode, .solicited = true, .destination_qpn = 0x123456, .psn = 0xfedcba}, {},
      rest.subspan(1));
  const auto packet = std::span(frame).subspan(emulator::ethernet_header_bytes);
  const auto udp =
      packet.subspan(is_ipv6 ? emulator::ipv6_header_bytes : emulator::ipv4_header_bytes);
  const auto read = is_ipv6 ? emulator::read_ipv6_packet({way.sgid, way.dgid, 0, 0}, udp)
                            : emulator::read_ipv4_packet(packet);
  check(read, packet);
  using problem = emulator::packet_problem;
  // Its ICRC, its port, its version and its partition are right.
  for (const auto one :
       {problem::not_roce, problem::invariant_crc, problem::version, problem::partition}) {
    if (read.problem == one) std::abort();
  }
  if (read.packet.opcode != opcode || read.packet.destination_qpn != 0x123456) std::abort();
  if (read.problem == problem::none && (read.packet.psn != 0xfedcba || !read.packet.solicited))
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2 || size > 5000) return 0;
  const auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
  switch (data[0] % 4) {
    case 0:
      check(emulator::read_ipv4_packet(bytes), bytes);
      break;
    case 1:
      check(emulator::read_ipv6_packet({}, bytes), bytes);
      break;
    default:
      check_whole(bytes, data[0] % 4 == 3);
  }
  return 0;
}
