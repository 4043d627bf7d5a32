// The checksum of IP, TCP and UDP (RFC 1071).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace verbatim::emulator {

/// Sums up pieces of a packet. Each piece except the last has an even length.
class internet_checksum {
 public:
  internet_checksum& add(std::span<const std::byte> bytes) noexcept {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const auto value = std::to_integer<std::uint32_t>(bytes[i]);
      sum_ += i % 2 == 0 ? value << 8 : value;
    }
    return *this;
  }
  internet_checksum& add(std::uint32_t word) noexcept {
    sum_ += word;
    return *this;
  }

  /// Returns the value for the header. If the bytes already contain the right checksum, it is 0.
  std::uint16_t value() const noexcept {
    std::uint64_t folded = sum_;
    while (folded >> 16 != 0) folded = (folded & 0xffff) + (folded >> 16);
    return static_cast<std::uint16_t>(~folded & 0xffff);
  }

 private:
  std::uint64_t sum_ = 0;
};

/// Returns the addresses of an IP header, which are next to each other at its end.
template <class Header>
std::span<const std::byte> addresses_of(std::span<const std::byte> ip) noexcept {
  constexpr std::size_t begin = Header::saddr.bit / 8;
  return ip.subspan(begin, Header::size - begin);
}

}  // namespace verbatim::emulator
