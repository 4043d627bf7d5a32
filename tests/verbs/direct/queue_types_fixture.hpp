// The common part of the tests of direct queue pairs: the completions, and memory for the messages.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <ostream>
#include <span>
#include <utility>
#include <vector>

#include "long_enough.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {

constexpr auto everything =
    access::local_write | access::remote_write | access::remote_read | access::remote_atomic;
constexpr std::uint64_t dc_key = 0x0123456789abcdef;
constexpr std::uint32_t qkey = 0x11111111;
constexpr std::size_t half = 4096;  // we send from the first half of our memory into the second
constexpr std::size_t grh = 40;     // in front of each datagram

struct outcome {
  int entry;
  bool sent;
  cqe_syndrome status = cqe_syndrome::ok;

  bool operator==(const outcome&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const outcome& o) {
    return out << (o.sent ? "send " : "receive ") << o.entry << " " << name(o.status);
  }
};
using outcomes = std::vector<outcome>;

template <class Completion>
void note(outcomes& seen, const Completion& c) {
  constexpr bool sent = requires { c.signaled; };
  seen.push_back({c.entry, sent, c.status()});
}

/// Polls until `count` completions have come, or for long_enough.
template <class... Cqs>
outcomes completions(std::size_t count, Cqs&... cqs) {
  outcomes seen;
  const auto deadline = std::chrono::steady_clock::now() + long_enough;
  while (seen.size() < count && std::chrono::steady_clock::now() < deadline) {
    (cqs.poll([&](auto&& c) { note(seen, c); }), ...);
  }
  return seen;
}

inline outcomes sorted(outcomes seen) {
  std::sort(seen.begin(), seen.end(), [](const outcome& a, const outcome& b) {
    return std::pair(a.sent, a.entry) < std::pair(b.sent, b.entry);
  });
  return seen;
}

inline void connect(connected_qp& a, connected_qp& b) {
  const auto address = a.address();
  a.connect(b.address());
  b.connect(address);
}

class queue_types : public testing::Test {
 protected:
  void SetUp() override { std::iota(memory.begin(), memory.begin() + half, std::uint8_t{1}); }

  template <class Chain>
  auto to_peer(Chain&& chain, std::uint32_t length) {
    return std::forward<Chain>(chain)
        .write()
        .rdma(mr.addr() + half, mr.rkey())
        .sge(mr.addr(), length, mr.lkey());
  }

  bool arrived(std::size_t length, std::size_t at = 0) const {
    return std::memcmp(memory.data(), memory.data() + half + at, length) == 0;
  }

  /// Drains a queue pair whose requests have been done and have not said so.
  template <class Type, class Finish>
  outcomes drained(Finish finish) {
    std::fill(memory.begin() + half, memory.end(), std::uint8_t{0});
    cq<Type> cq(context, 64);
    Type a(pd, cq);
    Type b(pd, cq);
    connect(a, b);
    for (int entry = 1; entry <= 2; ++entry) EXPECT_TRUE(finish(to_peer(a.sq_wqe(), 100), entry));
    a.ring_doorbell();
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!arrived(100) && std::chrono::steady_clock::now() < deadline) {
    }
    outcomes seen;
    EXPECT_TRUE(a.drain([&](auto&& c) { note(seen, c); }, std::chrono::seconds(30), cq));
    EXPECT_EQ(a.available(), a.sq().wqebbs());
    return seen;
  }

  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(2 * half);
  verbatim::context context = open_device();
  verbatim::pd pd{context};
  verbatim::mr mr{pd, std::span(memory), everything};
};

}  // namespace verbatim
