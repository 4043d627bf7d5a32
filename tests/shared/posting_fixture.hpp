// Two ends that post through verbs, in one program, for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/completion/work_completion.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"

namespace verbatim::testing {

constexpr auto everything = access::local_write | access::remote_write | access::remote_read |
                            access::remote_atomic | access::mw_bind;

/// Memory whose first half holds 1, 2, 3…, and its second half 0.
class posting_fixture : public ::testing::Test {
 protected:
  static constexpr std::size_t half = 4096;

  void SetUp() override { std::iota(memory.begin(), memory.begin() + half, std::uint8_t{1}); }

  static void connect(connected_qp& a, connected_qp& b) {
    const auto address = a.address();
    a.connect(b.address());
    b.connect(address);
  }

  /// From the first half, and into the second one.
  memory_slice from(std::uint32_t length, std::uint32_t offset = 0) const {
    return mr.slice(offset, length);
  }
  memory_slice into(std::uint32_t length, std::uint32_t offset = 0) const {
    return mr.slice(half + offset, length);
  }
  remote_region there(std::uint32_t length, std::uint32_t offset = 0) const {
    return mr.remote(half + offset, length);
  }

  /// True if the bytes at `source` of the first half have come to `target` of the second.
  bool arrived(std::size_t length, std::size_t source = 0, std::size_t target = 0) const {
    return std::equal(memory.begin() + static_cast<std::ptrdiff_t>(source),
                      memory.begin() + static_cast<std::ptrdiff_t>(source + length),
                      memory.begin() + static_cast<std::ptrdiff_t>(half + target));
  }

  std::uint64_t word(std::size_t offset) const {
    std::uint64_t value = 0;
    std::memcpy(&value, memory.data() + offset, sizeof value);
    return value;
  }
  void set_word(std::size_t offset, std::uint64_t value) {
    std::memcpy(memory.data() + offset, &value, sizeof value);
  }

  /// Polls until `count` completions have come, or for `patience`.
  static std::vector<work_completion> completions(
      verbs_cq& cq, std::size_t count, std::chrono::milliseconds patience = long_enough) {
    std::vector<work_completion> seen;
    std::array<work_completion, 4> some;
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (seen.size() < count && std::chrono::steady_clock::now() < deadline) {
      const auto taken = cq.poll(some);
      seen.insert(seen.end(), some.begin(), some.begin() + taken);
    }
    return seen;
  }

  /// The only completion there is.
  static work_completion completion(verbs_cq& cq) {
    const auto seen = completions(cq, 1);
    EXPECT_EQ(seen.size(), 1u);
    return seen.empty() ? work_completion(ibv_wc{}) : seen.front();
  }

  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(2 * half);
  verbatim::context context = device_under_test();
  verbatim::pd pd{context};
  verbatim::mr mr{pd, std::span(memory), everything};
};

}  // namespace verbatim::testing
