// The bytes of a record's body: numbers are little-endian, texts and lists begin with their length.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace verbatim::recording {

/// Appends the fields of a body to a text.
class packer {
 public:
  explicit packer(std::string& to) noexcept : to_(to) {}

  template <class... Fields>
  void operator()(const Fields&... fields) {
    (put(fields), ...);
  }

 private:
  template <std::unsigned_integral Number>
  void put(Number value) {
    for (std::size_t i = 0; i < sizeof value; ++i) {
      to_ += static_cast<char>(value >> 8 * i & 0xff);
    }
  }
  void put(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    to_ += text;
  }
  void put(std::span<const std::byte> bytes) {
    put(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }
  template <std::size_t Size>
  void put(const std::array<std::uint8_t, Size>& bytes) {
    to_.append(reinterpret_cast<const char*>(bytes.data()), Size);
  }
  template <class Part>
  void put(const std::vector<Part>& parts) {
    put(static_cast<std::uint32_t>(parts.size()));
    for (const Part& one : parts) Part::fields(one, *this);
  }

  std::string& to_;
};

/// Reads the fields of a body. Fields after the end of the body are zero and empty. Texts and bytes
/// point into the body.
class unpacker {
 public:
  explicit unpacker(std::span<const std::byte> from) noexcept : rest_(from) {}

  template <class... Fields>
  void operator()(Fields&... fields) {
    (take(fields), ...);
  }

  /// Returns true if the body had all fields.
  bool complete() const noexcept { return complete_; }

 private:
  std::span<const std::byte> next(std::size_t bytes) noexcept {
    if (bytes > rest_.size()) {
      complete_ = false;
      rest_ = {};
      return {};
    }
    const auto result = rest_.first(bytes);
    rest_ = rest_.subspan(bytes);
    return result;
  }
  template <std::unsigned_integral Number>
  void take(Number& value) {
    value = 0;
    const auto from = next(sizeof value);
    for (std::size_t i = 0; i < from.size(); ++i) {
      value = static_cast<Number>(value | std::to_integer<Number>(from[i]) << 8 * i);
    }
  }
  void take(std::span<const std::byte>& bytes) {
    std::uint32_t size = 0;
    take(size);
    bytes = next(size);
  }
  void take(std::string_view& text) {
    std::span<const std::byte> bytes;
    take(bytes);
    text = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  template <std::size_t Size>
  void take(std::array<std::uint8_t, Size>& bytes) {
    const auto from = next(Size);
    bytes = {};
    if (!from.empty()) std::memcpy(bytes.data(), from.data(), Size);
  }
  template <class Part>
  void take(std::vector<Part>& parts) {
    std::uint32_t count = 0;
    take(count);
    parts.clear();
    // A wrong count ends with the body, not with the memory.
    for (; count != 0 && complete_; --count) {
      Part::fields(parts.emplace_back(), *this);
    }
  }

  std::span<const std::byte> rest_;
  bool complete_ = true;
};

}  // namespace verbatim::recording
