// Bytes in a ring that can be copied before their slots go back to the device.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::detail {

/// A view of bytes in a ring. keep() turns it into a copy, before the slots go back to the device.
template <std::size_t size>
class bytes_or_copy {
 public:
  bytes_or_copy() = default;
  bytes_or_copy(const bytes_or_copy& other) noexcept { *this = other; }
  bytes_or_copy& operator=(const bytes_or_copy& other) noexcept {
    copy_ = other.copy_;
    at_ = other.at_ == other.copy_.data() ? copy_.data() : other.at_;
    return *this;
  }

  void look_at(const std::byte* bytes) noexcept { at_ = bytes; }
  void forget() noexcept { at_ = nullptr; }

  /// Returns the bytes; null if none were given.
  const std::byte* data() const noexcept { return at_; }

  /// Copies the bytes out of the ring. Returns false if there was nothing to copy.
  bool keep() noexcept {
    if (at_ == nullptr || at_ == copy_.data()) return false;
    std::memcpy(copy_.data(), at_, size);
    at_ = copy_.data();
    return true;
  }
  std::byte* copy() noexcept { return copy_.data(); }

 private:
  const std::byte* at_ = nullptr;
  alignas(16) std::array<std::byte, size> copy_{};
};

}  // namespace verbatim::detail
