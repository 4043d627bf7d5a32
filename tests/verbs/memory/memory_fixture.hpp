// The common part of the tests of memory: two queue pairs that write and read it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <span>
#include <string>

#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim {

constexpr auto everything =
    access::local_write | access::remote_write | access::remote_read | access::remote_atomic;
constexpr std::size_t page = 4096;

/// Fills it with numbers that are no two neighbours' the same.
inline void fill(std::span<std::byte> bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i % 251 + 1);
}

inline bool same(std::span<const std::byte> a, std::span<const std::byte> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

/// Two queue pairs, which the test that posts to the first connects.
class memory : public ::testing::Test {
 protected:
  using request = verbs_qp<rc>::request;

  /// Posts it, and returns the status of its completion.
  wc_status done(request one) {
    if (qp.state() == qp_state::reset) {
      qp.connect(peer.address());
      peer.connect(qp.address());
    }
    const auto posted = qp.post(std::move(one).signal(5));
    EXPECT_TRUE(posted) << posted.message();
    std::array<work_completion, 1> seen;
    const auto deadline = std::chrono::steady_clock::now() + long_enough;
    while (cq.poll(seen) == 0) {
      if (std::chrono::steady_clock::now() < deadline) continue;
      ADD_FAILURE() << "nothing completes";
      return wc_status::general_err;
    }
    return seen[0].status();
  }

  /// Returns the status of a request that fails, and connects the queue pairs again.
  wc_status failure(request one) {
    const auto status = done(std::move(one));
    qp.reset();
    peer.reset();
    return status;
  }

  wc_status write(const mr& from, std::uint64_t to, const mr& target, std::uint32_t length) {
    return done(request::write(from.slice(0, length), remote_region(to, length, target.rkey())));
  }

  wc_status read(const mr& to, std::uint64_t from, const mr& target, std::uint32_t length) {
    return done(request::read(to.slice(0, length), remote_region(from, length, target.rkey())));
  }

  verbatim::context context = verbatim::testing::device_under_test();
  const std::string name = context.name();
  verbatim::pd pd{context};
  verbs_cq cq{context, 16};
  verbs_qp<rc> qp{pd, cq};
  verbs_qp<rc> peer{pd, cq};
};

/// Memory of the device, which only some devices have.
class memory_of_the_device : public memory {};

/// On devices that lack something.
class memory_without : public memory {};

}  // namespace verbatim
