// Sees what a post did to a doorbell register.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace verbatim::test {

/// Fills the register, which is memory here, with a pattern that no doorbell has.
class doorbell_watch {
 public:
  /// `half_size` in bytes; 0 if the register has no halves.
  doorbell_watch(std::byte* reg, std::uint32_t half_size) noexcept
      : register_{reg, half_size == 0 ? 8u : 2 * std::size_t{half_size}},
        half_size_(half_size == 0 ? 8 : half_size) {}

  void reset() noexcept { std::memset(register_.data(), pattern, register_.size()); }

  struct ring {
    std::size_t half;               ///< 0 or 1
    std::vector<std::byte> pushed;  ///< what was written there, from its beginning
  };

  /// Every half that was written since reset().
  std::vector<ring> rings() const {
    std::vector<ring> result;
    for (std::size_t half = 0; half * half_size_ < register_.size(); ++half) {
      const auto bytes = register_.subspan(half * half_size_, half_size_);
      auto size = bytes.size();
      while (size != 0 && bytes[size - 1] == std::byte{pattern}) --size;
      if (size != 0)
        result.push_back(
            {half, {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}});
    }
    return result;
  }

 private:
  static constexpr unsigned char pattern = 0xee;

  std::span<std::byte> register_;
  std::size_t half_size_;
};

}  // namespace verbatim::test
