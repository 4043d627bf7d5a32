// The findings of `verbatim selftest`: one for each check.
#include "tools/selftest/finding.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace verbatim::tools::selftest {

std::string_view name(status status) noexcept {
  constexpr std::array<std::string_view, 4> names{"pass", "fail", "skipped", "observed"};
  return names[static_cast<std::size_t>(status)];
}

std::string hex(std::span<const std::byte> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const auto byte : bytes) {
    text += digits[std::to_integer<std::size_t>(byte) >> 4];
    text += digits[std::to_integer<std::size_t>(byte) & 15];
  }
  return text;
}

std::string hex(std::uint64_t value) {
  std::array<char, 16> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
  return "0x" + std::string(digits.data(), end);
}

bool verdict::require(bool holds, std::string_view otherwise) {
  if (!holds) complaints_.append(complaints_.empty() ? "" : "; ").append(otherwise);
  return holds;
}

bool verdict::require_equal(std::string_view what, std::uint64_t observed, std::uint64_t expected) {
  return require(observed == expected,
                 std::string(what) + " is " + hex(observed) + ", and not " + hex(expected));
}

void verdict::compare(std::span<const std::byte> observed, std::span<const std::byte> expected) {
  this->expected(expected);
  this->observed(observed);
  if (std::ranges::equal(observed, expected)) return;
  const auto at = std::ranges::mismatch(observed, expected).in1 - observed.begin();
  require(false, "the bytes differ from byte " + hex(static_cast<std::uint64_t>(at)) + " on");
}

finding verdict::result() && {
  if (failed()) {
    found_.status = status::fail;
    found_.words = std::move(complaints_);
  }
  return std::move(found_);
}

finding verdict::result(const skip& why) && {
  // An earlier failure stays one.
  if (failed()) return std::move(*this).result();
  found_.status = status::skipped;
  found_.words = why.why;
  found_.remedy = why.remedy;
  return std::move(found_);
}

}  // namespace verbatim::tools::selftest
