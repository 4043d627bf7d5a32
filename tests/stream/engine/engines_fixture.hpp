// Two queue pairs of an engine that are connected, for tests.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>

#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim::testing {

/// Two ends in one program, on one engine, and memory whose first half is the first end's.
template <class Engine>
class engines_fixture : public ::testing::Test {
 protected:
  using end = stream::queue_pair<Engine>;
  static constexpr std::size_t half = 4096;

  void SetUp() override { connect(a, b); }

  static void connect(end& one, end& other) {
    const auto address = one.native().address();
    one.native().connect(other.native().address());
    other.native().connect(address);
  }

  memory_slice near(std::uint32_t length, std::uint32_t offset = 0) const {
    return memory.slice(offset, length);
  }
  memory_slice far(std::uint32_t length, std::uint32_t offset = 0) const {
    return memory.slice(half + offset, length);
  }
  remote_region there(std::uint32_t length, std::uint32_t offset = 0) const {
    return memory.remote(half + offset, length);
  }
  void set(std::size_t offset, std::uint64_t word) {
    std::memcpy(memory.memory().data() + offset, &word, sizeof word);
  }
  std::uint64_t get(std::size_t offset) const {
    std::uint64_t word = 0;
    std::memcpy(&word, memory.memory().data() + offset, sizeof word);
    return word;
  }

  context device = device_under_test();
  pd domain{device};
  mr memory =
      mr::allocate(domain, 2 * half,
                   {.access = access::local_write | access::remote_write | access::remote_read |
                              access::remote_atomic | access::mw_bind});
  slot_pool pool{domain, 64, 8, {.access = access::local_write}};
  Engine engine{device, {.cqes = 256, .operations = 128}};
  end a{engine, domain}, b{engine, domain};
};

}  // namespace verbatim::testing
