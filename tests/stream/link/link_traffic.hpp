// A program and its echo, for tests of connected streams.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "verbatim/stream.hpp"

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

}  // namespace verbatim::testing
