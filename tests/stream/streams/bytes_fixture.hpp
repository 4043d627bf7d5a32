// Two ends of a stream of bytes in one program, for tests.
#pragma once

#include <gtest/gtest.h>

#include <optional>

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

  /// Closes both ends, which inform each other.
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
