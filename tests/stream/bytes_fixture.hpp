// Two ends of a stream of bytes in one program, for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim::testing {

template <class Engine>
class bytes_fixture : public ::testing::Test {
 protected:
  using end = stream::byte_stream<Engine>;

  void open(const stream::stream_options& first = {}, const stream::stream_options& second = {}) {
    a.emplace(engine, domain, first);
    b.emplace(engine, domain, second);
    const auto address = a->address();
    a->connect(b->address());
    b->connect(address);
  }

  static std::vector<std::byte> random_bytes(std::size_t count, std::uint32_t seed) {
    std::mt19937 dice(seed);
    std::vector<std::byte> made(count);
    for (auto& one : made) one = static_cast<std::byte>(dice());
    return made;
  }

  /// Writes everything in pieces of random lengths, and says that it was all.
  static stream::task<> write_all(end& to, std::span<const std::byte> all, std::uint32_t seed,
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
  static stream::task<std::vector<std::byte>> read_all(end& from, std::uint32_t seed,
                                                       std::size_t most) {
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

  /// Closes both ends, which tell each other.
  void close() {
    a->shutdown_send();
    b->shutdown_send();
    EXPECT_TRUE(a->close(long_enough));
    EXPECT_TRUE(b->close(long_enough));
  }

  context device = device_under_test();
  pd domain{device};
  Engine engine{device, {.cqes = 1024}};
  std::optional<end> a, b;
};

}  // namespace verbatim::testing
