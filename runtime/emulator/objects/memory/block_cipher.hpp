// The encryption of a memory key's data: AES-XTS (IEEE 1619), by data units with numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "objects/memory/aes.hpp"

namespace verbatim::emulator {

/// The side on which the data is encrypted; on the other side it is plain.
enum class encrypted_side : std::uint8_t { wire, memory };

class block_cipher {
 public:
  /// `keys` are the key for data and the key for tweaks, of 16 or 32 bytes each. A unit has
  /// `unit_bytes`, which is a multiple of 16. `first` is the number of the first unit,
  /// little-endian.
  block_cipher(std::span<const std::uint8_t> keys, const aes::block& first,
               std::uint32_t unit_bytes, encrypted_side side);

  std::uint32_t unit_bytes() const noexcept { return unit_bytes_; }
  encrypted_side side() const noexcept { return side_; }

  /// Encrypts or decrypts whole units. There are `units_before` units of the key before them.
  void encrypt(std::span<std::byte> units, std::uint64_t units_before) const;
  void decrypt(std::span<std::byte> units, std::uint64_t units_before) const;

 private:
  template <class Transform>
  void each_block(std::span<std::byte> units, std::uint64_t units_before,
                  Transform&& transform) const;

  aes data_;
  aes tweaks_;
  aes::block first_;
  std::uint32_t unit_bytes_;
  encrypted_side side_;
};

}  // namespace verbatim::emulator
