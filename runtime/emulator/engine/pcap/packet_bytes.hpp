// The bytes of a packet on a wire: InfiniBand, RoCE v1 or RoCE v2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "transport/datagram.hpp"

namespace verbatim::emulator {

/// The fields of a BTH that differ from packet to packet.
struct base_transport_header {
  std::uint8_t opcode = 0;
  bool solicited = false;
  bool asks_for_ack = false;
  std::uint32_t destination_qpn = 0;
  std::uint32_t psn = 0;
};

/// Returns a packet with its checksums. `extensions` are the headers between the BTH and the payload.
/// Source: InfiniBand specification, chapters 7 (LRH), 8 (GRH) and 9 (BTH); annexes A16 and A17.
std::vector<std::byte> packet_bytes(const datagram_addresses& way, const base_transport_header& bth,
                                    std::span<const std::byte> extensions,
                                    std::span<const std::byte> payload);

}  // namespace verbatim::emulator
