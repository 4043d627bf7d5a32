// Commands of DevX as words that a test writes by hand, so that they judge the generated ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/words.hpp"

namespace verbatim::testing {

/// A command or an answer: big-endian words, initially zero.
template <std::size_t Words>
struct raw_mailbox {
  alignas(8) std::array<std::byte, 4 * Words> bytes{};

  /// These functions write and read the word at an offset in bytes.
  void word(std::size_t at, std::uint32_t value) noexcept {
    wire::store32(bytes.data() + at, value);
  }
  void word64(std::size_t at, std::uint64_t value) noexcept {
    wire::store64(bytes.data() + at, value);
  }
  std::uint32_t word(std::size_t at) const noexcept { return wire::load32(bytes.data() + at); }
};

}  // namespace verbatim::testing
