// Short messages of a channel that share a data message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::stream::detail::protocol {

/// The bytes before each message: its length, little-endian, and four zeros. Zeros follow the message
/// up to the next multiple of 8 bytes.
constexpr std::size_t gathered_head = 8;

/// Returns the number of bytes that a message of this length takes.
constexpr std::size_t gathered_bytes(std::size_t length) noexcept {
  return gathered_head + (length + 7) / 8 * 8;
}

/// Writes a message that has at least one byte.
inline void gather(std::byte* at, std::span<const std::byte> message) noexcept {
  const std::uint64_t length = message.size();
  std::memcpy(at, &length, gathered_head);
  std::memset(at + gathered_bytes(message.size()) - 8, 0, 8);  // the padding
  std::memcpy(at + gathered_head, message.data(), message.size());
}

/// Returns the length of the message that begins here.
inline std::uint32_t gathered_length(const std::byte* at) noexcept {
  std::uint32_t length = 0;
  std::memcpy(&length, at, sizeof length);
  return length;
}

/// Returns the number of messages; 0 if no peer sends these bytes.
inline std::uint32_t count_gathered(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() % 8 != 0) return 0;
  std::uint32_t count = 0;
  const auto* at = bytes.data();
  for (auto left = bytes.size(); left != 0; ++count) {
    std::uint64_t length = 0;
    std::memcpy(&length, at, gathered_head);
    if (length == 0 || length >= left || gathered_bytes(length) > left) return 0;
    at += gathered_bytes(length);
    left -= gathered_bytes(length);
  }
  return count;
}

}  // namespace verbatim::stream::detail::protocol
