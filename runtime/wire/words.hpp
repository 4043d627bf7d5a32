// Big-endian words and the bit fields inside them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::wire {

/// The smallest unsigned type with at least `width` bits.
template <unsigned width>
using uint_for = std::conditional_t<
    (width <= 8), std::uint8_t,
    std::conditional_t<(width <= 16), std::uint16_t,
                       std::conditional_t<(width <= 32), std::uint32_t, std::uint64_t>>>;

/// Converts from host order to big-endian, and back.
constexpr std::uint16_t big_endian(std::uint16_t v) noexcept {
  return std::endian::native == std::endian::big ? v : __builtin_bswap16(v);
}
#if defined(__CUDA_ARCH__)
// On NVIDIA's GPUs, clang 14 turns __builtin_bswap into 9 and 22 instructions, so this uses the one that
// permutes bytes.
constexpr std::uint32_t big_endian(std::uint32_t v) noexcept {
  return __builtin_constant_p(v) ? __builtin_bswap32(v) : __nvvm_prmt(v, 0, 0x0123);
}
constexpr std::uint64_t big_endian(std::uint64_t v) noexcept {
  return std::uint64_t{big_endian(static_cast<std::uint32_t>(v))} << 32 |
         big_endian(static_cast<std::uint32_t>(v >> 32));
}
#else
constexpr std::uint32_t big_endian(std::uint32_t v) noexcept {
  return std::endian::native == std::endian::big ? v : __builtin_bswap32(v);
}
constexpr std::uint64_t big_endian(std::uint64_t v) noexcept {
  return std::endian::native == std::endian::big ? v : __builtin_bswap64(v);
}
#endif

/// Stores a host-order word as big-endian. `at` need not be aligned.
inline void store16(std::byte* at, std::uint16_t v) noexcept {
  v = big_endian(v);
  std::memcpy(at, &v, sizeof v);
}
inline void store32(std::byte* at, std::uint32_t v) noexcept {
  v = big_endian(v);
  std::memcpy(at, &v, sizeof v);
}
inline void store64(std::byte* at, std::uint64_t v) noexcept {
  v = big_endian(v);
  std::memcpy(at, &v, sizeof v);
}

/// Stores two 32-bit words side by side with one store. If the second is known to be 0, the first
/// need not be shifted to its place: the order of its bytes changes in 32 bits.
inline void store64(std::byte* at, std::uint32_t first, std::uint32_t second) noexcept {
  if (std::endian::native == std::endian::little && __builtin_constant_p(second) && second == 0) {
    const std::uint64_t v = big_endian(first);
    std::memcpy(at, &v, sizeof v);
  } else {
    store64(at, std::uint64_t{first} << 32 | second);
  }
}

/// Loads a big-endian word and returns it in host order. `at` need not be aligned.
inline std::uint8_t load8(const std::byte* at) noexcept {
  return std::to_integer<std::uint8_t>(*at);
}
inline std::uint16_t load16(const std::byte* at) noexcept {
  std::uint16_t v;
  std::memcpy(&v, at, sizeof v);
  return big_endian(v);
}
inline std::uint32_t load32(const std::byte* at) noexcept {
  std::uint32_t v;
  std::memcpy(&v, at, sizeof v);
  return big_endian(v);
}
inline std::uint64_t load64(const std::byte* at) noexcept {
  std::uint64_t v;
  std::memcpy(&v, at, sizeof v);
  return big_endian(v);
}

/// Stores bytes unchanged, in pieces of 8, 4, 2 or 1 bytes. A std::memcpy of another size would
/// force bytes that the compiler knows, such as zeros, through memory.
template <std::size_t begin = 0, std::size_t size>
[[gnu::always_inline]] inline void store_bytes(std::byte* at,
                                               const std::array<std::byte, size>& bytes) noexcept {
  if constexpr (begin < size) {
    constexpr auto piece = std::min(std::bit_floor(size - begin), sizeof(std::uint64_t));
    std::memcpy(at + begin, bytes.data() + begin, piece);
    store_bytes<begin + piece>(at, bytes);
  }
}

/// Returns a copy of `size` bytes.
template <std::size_t size>
std::array<std::byte, size> load_bytes(const std::byte* at) noexcept {
  std::array<std::byte, size> bytes;
  std::memcpy(bytes.data(), at, size);
  return bytes;
}

/// Returns a word with a value at bits msb..lsb. Bits are numbered as in the manual: the highest
/// bit comes first on the wire. Debug builds assert that the value fits.
template <unsigned msb, unsigned lsb, std::unsigned_integral Word>
constexpr Word put(Word value) noexcept {
  static_assert(sizeof(Word) * 8 > msb && msb >= lsb);
  assert((value >> (msb - lsb)) <= 1 && "the value does not fit its field");
  return static_cast<Word>(value << lsb);
}

/// Returns a word with an unshifted number at bits msb..lsb, such as an address whose lowest bits
/// hold other fields. Debug builds assert that the number leaves those bits 0.
template <unsigned msb, unsigned lsb, std::unsigned_integral Word>
constexpr Word put_in_place(Word value) noexcept {
  assert((value & ((Word{1} << lsb) - 1)) == 0 &&
         "the value reaches into the fields below its own");
  return put<msb, lsb>(static_cast<Word>(value >> lsb));
}

/// Returns bits msb..lsb of a word.
template <unsigned msb, unsigned lsb, std::unsigned_integral Word>
constexpr auto get(Word word) noexcept {
  static_assert(sizeof(Word) * 8 > msb && msb >= lsb);
  constexpr auto mask = static_cast<Word>(~Word{0}) >> (sizeof(Word) * 8 - 1 - (msb - lsb));
  return static_cast<uint_for<msb - lsb + 1>>((word >> lsb) & mask);
}

/// Returns bits msb..lsb of a word unshifted; all other bits are 0.
template <unsigned msb, unsigned lsb, std::unsigned_integral Word>
constexpr auto get_in_place(Word word) noexcept {
  using number = uint_for<msb + 1>;
  return static_cast<number>(static_cast<number>(get<msb, lsb>(word)) << lsb);
}

}  // namespace verbatim::wire
