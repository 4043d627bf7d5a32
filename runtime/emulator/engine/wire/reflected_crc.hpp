// Cyclic redundancy checks whose bits are reflected.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace verbatim::emulator {

/// A check of `Word`'s width. `polynomial` is reflected, too. The result is inverted.
template <class Word, Word polynomial>
class reflected_crc {
 public:
  explicit reflected_crc(Word begin = static_cast<Word>(~Word{0})) noexcept : state_(begin) {}

  reflected_crc& add(std::span<const std::byte> bytes) noexcept {
    for (const std::byte one : bytes) {
      state_ = static_cast<Word>(table[(state_ ^ std::to_integer<Word>(one)) & 0xff] ^ state_ >> 8);
    }
    return *this;
  }
  Word value() const noexcept { return static_cast<Word>(~state_); }

 private:
  static constexpr std::array<Word, 256> table = [] {
    std::array<Word, 256> made{};
    for (unsigned i = 0; i < made.size(); ++i) {
      auto word = static_cast<Word>(i);
      for (int bit = 0; bit < 8; ++bit) {
        word = static_cast<Word>((word & 1) != 0 ? polynomial ^ word >> 1 : word >> 1);
      }
      made[i] = word;
    }
    return made;
  }();

  Word state_;
};

}  // namespace verbatim::emulator
