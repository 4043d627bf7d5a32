// The times of RNR NAKs.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>

namespace verbatim::emulator {

/// Returns the time for which the requester waits, by the code in an RNR NAK. Source: IBTA, table
/// "Encoding for RNR NAK Timer Field".
constexpr std::chrono::microseconds rnr_time(std::uint8_t code) noexcept {
  // In units of 10 us.
  constexpr std::array<std::uint32_t, 32> times = {
      65536, 1,    2,    3,    4,    6,     8,     12,    16,    24,   32,
      48,    64,   96,   128,  192,  256,   384,   512,   768,   1024, 1536,
      2048,  3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152};
  return std::chrono::microseconds(10) * times[code & 0x1f];
}

}  // namespace verbatim::emulator
