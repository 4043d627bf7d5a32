// AES-XTS of whole blocks: no data unit of a NIC that is encrypted here needs ciphertext stealing.
#include "objects/memory/block_cipher.hpp"

#include <cstring>

namespace verbatim::emulator {
namespace {

/// Returns a little-endian number plus another one.
aes::block plus(aes::block number, std::uint64_t more) noexcept {
  unsigned carry = 0;
  for (std::uint8_t& one : number) {
    const unsigned sum = one + static_cast<unsigned>(more & 0xff) + carry;
    one = static_cast<std::uint8_t>(sum);
    carry = sum >> 8;
    more >>= 8;
  }
  return number;
}

/// Multiplies by x in the field of XTS, whose numbers are little-endian.
void advance(aes::block& tweak) noexcept {
  constexpr std::uint8_t polynomial = 0x87;
  const bool overflows = tweak.back() & 0x80;
  std::uint8_t carry = 0;
  for (std::uint8_t& one : tweak) {
    const auto next = static_cast<std::uint8_t>(one >> 7);
    one = static_cast<std::uint8_t>(one << 1 | carry);
    carry = next;
  }
  if (overflows) tweak.front() = static_cast<std::uint8_t>(tweak.front() ^ polynomial);
}

void add_tweak(aes::block& to, const aes::block& other) noexcept {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<std::uint8_t>(to[i] ^ other[i]);
}

}  // namespace

block_cipher::block_cipher(std::span<const std::uint8_t> keys, const aes::block& first,
                           std::uint32_t unit_bytes, encrypted_side side)
    : data_(keys.first(keys.size() / 2)),
      tweaks_(keys.last(keys.size() / 2)),
      first_(first),
      unit_bytes_(unit_bytes),
      side_(side) {}

template <class Transform>
void block_cipher::each_block(std::span<std::byte> units, std::uint64_t units_before,
                              Transform&& transform) const {
  for (std::size_t at = 0; at < units.size(); at += unit_bytes_, ++units_before) {
    aes::block tweak = plus(first_, units_before);
    tweaks_.encrypt(tweak);
    for (std::size_t i = 0; i < unit_bytes_; i += aes::block_bytes) {
      aes::block one;
      std::memcpy(one.data(), units.data() + at + i, one.size());
      add_tweak(one, tweak);
      transform(one);
      add_tweak(one, tweak);
      std::memcpy(units.data() + at + i, one.data(), one.size());
      advance(tweak);
    }
  }
}

void block_cipher::encrypt(std::span<std::byte> units, std::uint64_t units_before) const {
  each_block(units, units_before, [this](aes::block& one) { data_.encrypt(one); });
}

void block_cipher::decrypt(std::span<std::byte> units, std::uint64_t units_before) const {
  each_block(units, units_before, [this](aes::block& one) { data_.decrypt(one); });
}

}  // namespace verbatim::emulator
