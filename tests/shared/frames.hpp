// Ethernet frames with IPv4 headers, and their checksums, for tests.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace verbatim::testing {

using frame_bytes = std::vector<std::uint8_t>;
using mac = std::array<std::uint8_t, 6>;

inline constexpr mac here = {0x02, 0x11, 0x22, 0x33, 0x44, 0x55};
inline constexpr mac there = {0x02, 0x66, 0x77, 0x88, 0x99, 0xaa};

inline void append(frame_bytes& to, std::initializer_list<unsigned> bytes) {
  for (const unsigned byte : bytes) to.push_back(static_cast<std::uint8_t>(byte));
}

/// Ethernet and IPv4 headers without a checksum, for `payload` bytes of that protocol.
inline frame_bytes ipv4(const mac& to, unsigned protocol, std::size_t payload) {
  frame_bytes result(to.begin(), to.end());
  result.insert(result.end(), here.begin(), here.end());
  const auto total = static_cast<unsigned>(20 + payload);
  append(result,
         {0x08, 0x00, 0x45, 0, total >> 8, total & 0xff, 0x12, 0x34, 0x40, 0, 64, protocol, 0,
          0,    192,  0,    2, 1,          198,          51,   100,  2});
  return result;
}

inline frame_bytes udp(const mac& to, std::size_t bytes, unsigned port = 4791) {
  frame_bytes result = ipv4(to, 17, 8 + bytes);
  const auto length = static_cast<unsigned>(8 + bytes);
  append(result, {0x30, 0x39, port >> 8, port & 0xff, length >> 8, length & 0xff, 0, 0});
  for (std::size_t i = 0; i < bytes; ++i) result.push_back(static_cast<std::uint8_t>(i * 7));
  return result;
}

/// Sums words as RFC 1071 says, the other way round than the device: with a carry after each.
inline std::uint16_t sum(const std::uint8_t* at, std::size_t bytes, std::uint32_t start = 0) {
  std::uint32_t total = start;
  for (std::size_t i = 0; i < bytes; i += 2) {
    total += std::uint32_t{at[i]} << 8 | (i + 1 < bytes ? at[i + 1] : 0u);
    if (total > 0xffff) total -= 0xffff;
  }
  return static_cast<std::uint16_t>(total);
}

/// All ones if the checksums of the IPv4 header, and of what it carries, are right.
inline std::uint16_t ip_sum(const std::uint8_t* frame) { return sum(frame + 14, 20); }
inline std::uint16_t l4_sum(const std::uint8_t* frame) {
  const auto bytes = static_cast<std::size_t>((frame[16] << 8 | frame[17]) - 20);
  return sum(frame + 34, bytes, sum(frame + 26, 8, frame[23] + static_cast<std::uint32_t>(bytes)));
}

}  // namespace verbatim::testing
