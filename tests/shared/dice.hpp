// Random values for tests, from a seed that is printed and can be given again.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

namespace verbatim::test {

/// `VERBATIM_SEED=n` in the environment repeats a run.
class dice {
 public:
  dice() {
    const char* given = std::getenv("VERBATIM_SEED");
    const std::uint64_t seed = given ? std::strtoull(given, nullptr, 0) : std::random_device{}();
    std::printf("VERBATIM_SEED=%llu\n", static_cast<unsigned long long>(seed));
    engine_.seed(seed);
  }

  /// Draws from a seed that the caller gives.
  explicit dice(std::uint64_t seed) : engine_(seed) {}

  /// Any value of an unsigned type.
  template <std::unsigned_integral T>
  T any() {
    return static_cast<T>(engine_());
  }

  /// A value that fits in `width` bits; the extremes come often.
  std::uint64_t bits(unsigned width) {
    const auto all = ~std::uint64_t{0} >> (64 - width);
    switch (below(8)) {
      case 0:
        return 0;
      case 1:
        return all;
      default:
        return engine_() & all;
    }
  }
  std::uint32_t bits32(unsigned width) { return static_cast<std::uint32_t>(bits(width)); }

  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(engine_() % limit); }

  bool one_in(std::uint32_t n) { return below(n) == 0; }

  std::vector<std::byte> bytes(std::size_t size) {
    std::vector<std::byte> result(size);
    for (std::size_t i = 0; i < size; i += sizeof(std::uint64_t)) {
      const auto eight = any<std::uint64_t>();
      std::memcpy(result.data() + i, &eight, std::min(size - i, sizeof eight));
    }
    return result;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace verbatim::test
