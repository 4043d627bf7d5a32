// A program and its echo, for tests of connected streams.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "verbatim/stream.hpp"
#include "verbatim/stream/link/link_values.hpp"

namespace verbatim::testing {

/// Writes back what it reads, up to the end.
template <class Stream>
stream::task<> echo(Stream& with) {
  std::array<std::byte, 1000> piece;
  for (;;) {
    const auto got = co_await with.read_some(piece);
    if (!got) break;
    for (auto left = std::span<const std::byte>(piece).first(got.bytes); !left.empty();) {
      const auto put = co_await with.write_some(left);
      EXPECT_TRUE(put) << name(put.status);
      if (!put) co_return;
      left = left.subspan(put.bytes);
    }
  }
  with.shutdown_send();
}

/// Writes pieces, and reads each back.
template <class Stream>
stream::task<std::vector<std::byte>> ask(Stream& with, std::span<const std::byte> all) {
  std::vector<std::byte> back;
  std::array<std::byte, 777> piece;
  while (back.size() < all.size()) {
    const auto put = co_await with.write_some(all.subspan(back.size(), 100));
    EXPECT_TRUE(put) << name(put.status);
    for (const auto wanted = back.size() + put.bytes; back.size() < wanted;) {
      const auto got = co_await with.read_some(piece);
      EXPECT_TRUE(got) << name(got.status);
      if (!got) co_return back;
      const auto end = piece.begin() + static_cast<std::ptrdiff_t>(got.bytes);
      back.insert(back.end(), piece.begin(), end);
    }
  }
  with.shutdown_send();
  co_return back;
}

/// Returns the values of a stream of another version of the protocol.
inline stream::detail::link_bytes with_version(stream::detail::link_bytes values,
                                               std::uint8_t version) {
  values[3] = std::byte{version};
  return values;
}

/// Returns the reason for which such a stream is refused.
inline std::string other_version(int version) {
  return "this end speaks version 3 of the protocol of streams, and the peer version " +
         std::to_string(version) + ": use the same version at both ends";
}

}  // namespace verbatim::testing
