// Bytes for tests, and coroutines that write them to a stream and read them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "verbatim/stream.hpp"

namespace verbatim::testing {

inline std::vector<std::byte> random_bytes(std::size_t count, std::uint32_t seed) {
  std::mt19937 dice(seed);
  std::vector<std::byte> made(count);
  for (auto& one : made) one = static_cast<std::byte>(dice());
  return made;
}

/// Writes everything in pieces of random lengths, and says that it was all.
template <class Stream>
stream::task<> write_all(Stream& to, std::span<const std::byte> all, std::uint32_t seed,
                         std::size_t most) {
  std::mt19937 dice(seed);
  while (!all.empty()) {
    const auto piece = std::min<std::size_t>(all.size(), 1 + dice() % most);
    const auto put = co_await to.write_some(all.first(piece));
    EXPECT_TRUE(put) << name(put.status);
    if (!put) co_return;
    all = all.subspan(put.bytes);
  }
  to.shutdown_send();
}

/// Reads to the end, in pieces of random lengths.
template <class Stream>
stream::task<std::vector<std::byte>> read_all(Stream& from, std::uint32_t seed, std::size_t most) {
  std::mt19937 dice(seed);
  std::vector<std::byte> all, piece(most);
  for (;;) {
    const auto got = co_await from.read_some(std::span(piece).first(1 + dice() % most));
    all.insert(all.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got.bytes));
    if (got) continue;
    EXPECT_EQ(got.status, stream::stream_status::end) << name(got.status);
    co_return all;
  }
}

}  // namespace verbatim::testing
