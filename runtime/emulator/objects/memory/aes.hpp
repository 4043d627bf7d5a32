// AES, and keys that were wrapped by it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace verbatim::emulator {

/// AES (FIPS 197) with a key of 16 or 32 bytes. It is not hardened against measurements of its time.
class aes {
 public:
  static constexpr std::size_t block_bytes = 16;
  using block = std::array<std::uint8_t, block_bytes>;

  explicit aes(std::span<const std::uint8_t> key);

  void encrypt(block& one) const noexcept;
  void decrypt(block& one) const noexcept;

 private:
  std::vector<block> round_keys_;
};

/// Returns the key that `kek` has wrapped (NIST SP 800-38F, KW), which is 8 bytes shorter; nothing
/// if another key has wrapped it.
std::optional<std::vector<std::uint8_t>> unwrap(const aes& kek,
                                                std::span<const std::uint8_t> wrapped);

}  // namespace verbatim::emulator
