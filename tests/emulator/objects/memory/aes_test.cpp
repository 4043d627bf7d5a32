// The cipher of memory keys, beside vectors of its standards: FIPS 197 appendix C, RFC 3394 section 4
// and IEEE 1619 annex B. ../../engine/memory has tests of memory keys in use.
#include "objects/memory/aes.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "objects/memory/block_cipher.hpp"

namespace verbatim::emulator {
namespace {

using bytes = std::vector<std::uint8_t>;

constexpr std::string_view counted = "000102030405060708090a0b0c0d0e0f";
constexpr std::string_view counted_twice =
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
constexpr std::string_view doubled = "00112233445566778899aabbccddeeff";

std::uint8_t nibble(char digit) {
  return static_cast<std::uint8_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

bytes hex(std::string_view digits) {
  bytes result;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    result.push_back(static_cast<std::uint8_t>(nibble(digits[i]) << 4 | nibble(digits[i + 1])));
  }
  return result;
}

aes::block block_of(std::string_view digits) {
  aes::block result{};
  const bytes from = hex(digits);
  std::memcpy(result.data(), from.data(), result.size());
  return result;
}

void expect_block(std::string_view key, std::string_view plain, std::string_view encrypted) {
  const aes cipher(hex(key));
  aes::block one = block_of(plain);
  cipher.encrypt(one);
  EXPECT_EQ(one, block_of(encrypted));
  cipher.decrypt(one);
  EXPECT_EQ(one, block_of(plain));
}

TEST(aes, encrypts_and_decrypts_a_block) {
  expect_block(counted, doubled, "69c4e0d86a7b0430d8cdb78070b4c55a");
  expect_block(counted_twice, doubled, "8ea2b7ca516745bfeafc49904b496089");
}

TEST(aes, unwraps_keys) {
  const bytes wrapped = hex("1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5");
  EXPECT_EQ(unwrap(aes(hex(counted)), wrapped), hex(doubled));
  const bytes longer =
      hex("28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21");
  EXPECT_EQ(unwrap(aes(hex(counted_twice)), longer),
            hex("00112233445566778899aabbccddeeff000102030405060708090a0b0c0d0e0f"));
}

TEST(aes, unwraps_nothing_that_another_key_wrapped) {
  bytes wrapped = hex("1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5");
  EXPECT_EQ(unwrap(aes(hex(doubled)), wrapped), std::nullopt);
  wrapped.back() ^= 1;
  EXPECT_EQ(unwrap(aes(hex(counted)), wrapped), std::nullopt);
  wrapped.pop_back();
  EXPECT_EQ(unwrap(aes(hex(counted)), wrapped), std::nullopt);
  EXPECT_EQ(unwrap(aes(hex(counted)), bytes(aes::block_bytes)), std::nullopt);
}

std::vector<std::byte> encrypted(std::string_view keys, std::string_view first, const bytes& plain,
                                 std::uint64_t units_before = 0) {
  const block_cipher cipher(hex(keys), block_of(first), static_cast<std::uint32_t>(plain.size()),
                            encrypted_side::wire);
  std::vector<std::byte> units(plain.size());
  std::memcpy(units.data(), plain.data(), plain.size());
  const std::vector<std::byte> before = units;
  cipher.encrypt(units, units_before);
  std::vector<std::byte> back = units;
  cipher.decrypt(back, units_before);
  EXPECT_EQ(back, before);
  return units;
}

void expect_bytes(std::span<const std::byte> units, std::string_view digits) {
  const bytes expected = hex(digits);
  ASSERT_EQ(units.size(), expected.size());
  EXPECT_EQ(std::memcmp(units.data(), expected.data(), expected.size()), 0);
}

constexpr std::string_view two_keys =
    "1111111111111111111111111111111122222222222222222222222222222222";
constexpr std::string_view two_blocks =
    "c454185e6a16936e39334038acef838bfb186fff7480adc4289382ecd6d394f0";

TEST(block_cipher, encrypts_a_unit) {
  const bytes plain(32, 0x44);
  expect_bytes(encrypted(two_keys, "33333333330000000000000000000000", plain), two_blocks);
  // The numbers of units are little-endian, and a sum has carries.
  expect_bytes(encrypted(two_keys, "ff323333330000000000000000000000", plain, 0x34), two_blocks);
}

TEST(block_cipher, encrypts_512_bytes_with_long_keys) {
  bytes plain(512);
  for (std::size_t i = 0; i < plain.size(); ++i) plain[i] = static_cast<std::uint8_t>(i);
  const auto units = encrypted(
      "2718281828459045235360287471352662497757247093699959574966967627"
      "3141592653589793238462643383279502884197169399375105820974944592",
      "ff000000000000000000000000000000", plain);
  expect_bytes(std::span(units).first(16), "1c3b3a102f770386e4836c99e370cf9b");
  expect_bytes(std::span(units).last(16), "c4f36ffda9fcea70b9c6e693e148c151");
}

}  // namespace
}  // namespace verbatim::emulator
