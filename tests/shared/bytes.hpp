// Byte strings in tests: filled memory to write into, and comparisons that show where bytes differ.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace verbatim::test {

using byte_string = std::vector<std::byte>;
using byte_view = std::span<const std::byte>;

/// The bytes of a ring before a test writes into it: every bit that is left as it was shows.
inline constexpr std::byte stale{0xff};

inline byte_string bytes(std::initializer_list<std::uint8_t> values) {
  byte_string result;
  for (const auto v : values) result.push_back(std::byte{v});
  return result;
}

/// Sixteen bytes per line, and `^^` below those that differ from `other`.
inline std::string hex(byte_view bytes, byte_view other) {
  std::string text;
  for (std::size_t row = 0; row < bytes.size(); row += 16) {
    char cell[32];
    std::string marks;
    std::snprintf(cell, sizeof cell, "  %04zx ", row);
    text += cell;
    for (auto i = row; i < std::min(row + 16, bytes.size()); ++i) {
      std::snprintf(cell, sizeof cell, " %02x", std::to_integer<unsigned>(bytes[i]));
      text += cell;
      marks += i < other.size() && bytes[i] == other[i] ? "   " : " ^^";
    }
    text += '\n';
    if (marks.find('^') != std::string::npos) text += "       " + marks + '\n';
  }
  return text;
}

/// For EXPECT_TRUE: both strings in hex if they differ.
inline testing::AssertionResult same(byte_view got, byte_view expected) {
  if (std::ranges::equal(got, expected)) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure()
         << "got " << got.size() << " bytes\n"
         << hex(got, expected) << "expected " << expected.size() << " bytes\n"
         << hex(expected, got);
}

/// Returns the bytes that `value.write()` leaves in stale memory. Fails if it writes past its size.
template <class Value>
byte_string written(const Value& value, std::size_t size) {
  byte_string memory(size + 16, stale);
  value.write(memory.data());
  EXPECT_TRUE(same({memory.data() + size, 16}, byte_string(16, stale))) << "written past the end";
  memory.resize(size);
  return memory;
}
template <class Segment>
byte_string written(const Segment& segment) {
  return written(segment, Segment::size);
}

}  // namespace verbatim::test
