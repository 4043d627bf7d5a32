// The bytes of a program beside those of its recording. ../programs/recording.py replays whole programs.
#include "replay/comparison.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace verbatim::emulator {
namespace {

using bytes = std::vector<std::byte>;

std::uint64_t address_of(const int& memory) { return reinterpret_cast<std::uintptr_t>(&memory); }

/// Returns the words as they are in memory.
bytes of_words(const std::vector<std::uint64_t>& words) {
  bytes result(words.size() * sizeof(std::uint64_t));
  std::memcpy(result.data(), words.data(), result.size());
  return result;
}

/// The second word was an address when the bytes were recorded.
const bytes second_is_address = {std::byte{2}};

TEST(comparison, finds_no_difference_of_equal_bytes) {
  EXPECT_EQ(difference(of_words({1, 2}), {}, of_words({1, 2})), "");
  EXPECT_EQ(difference({}, {}, {}), "");
}

TEST(comparison, names_the_first_byte_that_differs) {
  bytes now = of_words({1, 2});
  now[9] = std::byte{0xab};
  now[12] = std::byte{0xcd};
  EXPECT_EQ(difference(of_words({1, 2}), {}, now), "byte 0x9 is 0xab, and was 0x00");
}

TEST(comparison, names_both_lengths) {
  EXPECT_EQ(difference(of_words({1, 2}), {}, of_words({1})), "it has 8 bytes, and had 16");
}

TEST(comparison, leaves_out_words_that_are_addresses_in_both) {
  const std::array<int, 1000> memory{};
  const auto recorded = of_words({1, address_of(memory.front()), 3});
  const auto now = of_words({1, address_of(memory.back()), 3});
  EXPECT_EQ(difference(recorded, second_is_address, now), "");
  EXPECT_NE(difference(recorded, {}, now), "");
  // Addresses in the byte order of the device, too.
  EXPECT_EQ(difference(recorded, second_is_address,
                       of_words({1, __builtin_bswap64(address_of(memory.back())), 3})),
            "");
}

TEST(comparison, compares_the_words_behind_an_address) {
  const std::array<int, 1000> memory{};
  const auto recorded = of_words({1, address_of(memory.front()), 3});
  EXPECT_EQ(difference(recorded, second_is_address, of_words({1, address_of(memory.back()), 4})),
            "byte 0x10 is 0x04, and was 0x03");
}

TEST(comparison, finds_a_number_where_an_address_was) {
  const int memory = 0;
  const auto recorded = of_words({1, address_of(memory)});
  EXPECT_NE(difference(recorded, second_is_address, of_words({1, 2})), "");
}

}  // namespace
}  // namespace verbatim::emulator
