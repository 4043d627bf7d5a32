// Reads fields that are counted in bits: those of commands and of management datagrams.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tools/decode/mailbox.hpp"

namespace verbatim::tools::decode {

class field_reader {
 public:
  explicit field_reader(std::span<const std::byte> bytes)
      : bytes_(bytes), left_(bytes.begin(), bytes.end()) {}

  /// Reads fields that are described by a bit, a width, a name, a meaning, and perhaps the fields
  /// inside and what numbers mean.
  template <class Field>
  void read(std::span<const Field> fields, std::uint32_t base, const std::string& before) {
    for (const auto& field : fields) {
      const auto name = before + std::string(field.name);
      if (field.inner != nullptr) {
        read(std::span(field.inner, field.inner_count), base + field.bit, name + ".");
      } else {
        take(field, base + field.bit, name);
      }
    }
  }

  std::vector<mailbox_value> values() { return std::move(values_); }

  /// Returns the number of bits that are set and were in no field.
  std::size_t others() const {
    std::size_t count = 0;
    for (const auto byte : left_) {
      count += static_cast<std::size_t>(std::popcount(std::to_integer<unsigned>(byte)));
    }
    return count;
  }

  /// Returns a number. Bits behind the end of the bytes are 0.
  std::uint64_t number(std::uint32_t bit, std::uint32_t width) const {
    std::uint64_t value = 0;
    for (std::size_t i = bit; i < bit + width; ++i) {
      const bool set =
          i < 8 * bytes_.size() && (bytes_[i / 8] & std::byte{0x80} >> i % 8) != std::byte{0};
      value = value << 1 | (set ? 1u : 0u);
    }
    return value;
  }

 private:
  static constexpr std::uint32_t widest_number = 64;

  template <class Field>
  void take(const Field& field, std::uint32_t bit, const std::string& name) {
    const auto whole = 8 * bytes_.size();
    const auto end = field.width == 0 ? whole : std::min<std::size_t>(bit + field.width, whole);
    if (bit >= end) return;
    const bool is_number = field.width - 1 < widest_number;
    const auto value = is_number ? number(bit, field.width) : 0;
    auto text = !is_number ? in_groups(bit, end) : value == 0 ? "" : fmt::format("{:#x}", value);
    for (auto i = bit; i < end; ++i) left_[i / 8] &= ~(std::byte{0x80} >> i % 8);
    if (text.empty()) return;
    std::string meaning(field.meaning);
    if constexpr (requires { field.values; }) {
      for (const auto& one : std::span(field.values, field.value_count)) {
        if (one.number == value) meaning += ' ' + std::string(one.meaning);
      }
    }
    values_.push_back({name, std::move(text), std::move(meaning)});
  }

  /// Returns bytes in groups of four; empty if all are 0.
  std::string in_groups(std::uint32_t bit, std::size_t end) const {
    const auto some = bytes_.subspan(bit / 8, (end - bit) / 8);
    if (std::ranges::all_of(some, [](std::byte one) { return one == std::byte{0}; })) return {};
    std::string text;
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (i % 4 == 0 && i != 0) text += ' ';
      text += fmt::format("{:02x}", std::to_integer<unsigned>(some[i]));
    }
    return text;
  }

  std::span<const std::byte> bytes_;
  std::vector<std::byte> left_;  // the bits that were in no field
  std::vector<mailbox_value> values_;
};

}  // namespace verbatim::tools::decode
