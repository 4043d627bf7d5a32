// A management datagram between two places of the fabric.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "subnet/fields.hpp"

namespace verbatim::emulator::mad {

/// The addresses of a datagram. It is trivially copyable, because processes exchange it.
struct envelope {
  /// The agent that gets it, in the process to which it goes.
  std::uint32_t agent = 0;

  /// True if it answers a request of the agent.
  bool is_answer = false;
  std::uint8_t sl = 0;
  std::uint8_t path_bits = 0;
  std::uint8_t has_grh = 0;
  std::uint8_t hop_limit = 0;
  std::uint8_t traffic_class = 0;
  std::uint16_t source_lid = 0;
  std::uint16_t pkey_index = 0;
  std::uint32_t source_qpn = 0;
  std::uint32_t flow_label = 0;
  std::array<std::uint8_t, 16> source_gid{};
};

/// The upper half of the transaction's number, by which the kernel finds the agent of an answer.
inline std::uint32_t agent_of(subnet::const_octets datagram) noexcept {
  return static_cast<std::uint32_t>(get(datagram, hdr::tid) >> 32);
}
inline void set_agent(subnet::octets datagram, std::uint32_t agent) noexcept {
  constexpr std::uint64_t lower_half = 0xffffffff;
  set(datagram, hdr::tid, std::uint64_t{agent} << 32 | (get(datagram, hdr::tid) & lower_half));
}

/// The bytes of a datagram: 256, or more if it is what the kernel puts together from the segments of
/// RMPP.
struct datagram {
  envelope from;
  std::vector<std::uint8_t> bytes;
};

}  // namespace verbatim::emulator::mad
