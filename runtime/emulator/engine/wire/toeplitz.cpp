// Computes the hash bit by bit.
#include "engine/wire/toeplitz.hpp"

#include <cstddef>

namespace verbatim::emulator {

std::uint32_t toeplitz_hash(std::span<const std::uint8_t> key,
                            std::span<const std::uint8_t> input) noexcept {
  constexpr unsigned window_bits = 32;
  std::uint32_t window = 0;
  for (std::size_t i = 0; i < window_bits / 8; ++i) window = window << 8 | key[i];
  std::uint32_t hash = 0;
  for (std::size_t bit = 0; bit < input.size() * 8; ++bit) {
    const auto bit_of = [](std::span<const std::uint8_t> bytes, std::size_t at) {
      return at / 8 < bytes.size() ? bytes[at / 8] >> (7 - at % 8) & 1u : 0u;
    };
    if (bit_of(input, bit) != 0) hash ^= window;
    window = window << 1 | bit_of(key, bit + window_bits);
  }
  return hash;
}

}  // namespace verbatim::emulator
