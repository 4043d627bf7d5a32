// The common part of the tests of completion queues of every format: the formats, and buffers that show what
// arrived.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
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

constexpr auto basic = cqe_compression::basic;
constexpr auto enhanced = cqe_compression::enhanced;

template <cq_format Format>
struct of_format {
  static constexpr cq_format format = Format;
};
using formats = testing::Types<
    of_format<cq_format{}>, of_format<cq_format{.cqe_size = 128}>,
    of_format<cq_format{.compression = basic}>,
    of_format<cq_format{.compression = basic, .minis = mini_cqe_format::csum}>,
    of_format<cq_format{.cqe_size = 128, .compression = basic}>,
    of_format<cq_format{.compression = basic, .minis = mini_cqe_format::l34h_stridx}>,
    of_format<cq_format{.compression = enhanced}>,
    of_format<cq_format{.compression = enhanced, .minis = mini_cqe_format::csum_stridx}>,
    of_format<cq_format{.cqe_size = 128, .compression = enhanced}>>;

constexpr auto everything =
    access::local_write | access::remote_write | access::remote_read | access::remote_atomic;
constexpr std::uint8_t untouched = 0xee;
constexpr std::size_t half = 4096;
constexpr std::size_t apart = 200;  // from one SGE's buffer to the next

template <class Type>
class cq_formats : public testing::Test {
 protected:
  template <class... Qps>
  using cq_type = cq<with_format<Type::format>, Qps...>;

  /// The most that comes in a CQE.
  static constexpr std::size_t inside = Type::format.cqe_size == 128 ? 64 : 32;

  void SetUp() override { std::iota(memory.begin(), memory.begin() + half, std::uint8_t{1}); }

  static void connect(connected_qp& a, connected_qp& b) {
    const auto address = a.address();
    a.connect(b.address());
    b.connect(address);
  }

  std::uint64_t buffer(unsigned sge) const { return mr.addr() + half + 8 + sge * apart; }

  /// A list of `sges` buffers for `length` bytes, the last of them longer than needed.
  template <class Chain>
  auto into(Chain&& chain, std::uint32_t length, unsigned sges) {
    std::fill(memory.begin() + half, memory.end(), untouched);
    auto list = std::forward<Chain>(chain).sge(buffer(0), piece(length, sges, 0), mr.lkey());
    for (unsigned i = 1; i < sges; ++i) {
      list = std::move(list).sge(buffer(i), piece(length, sges, i), mr.lkey());
    }
    return list;
  }
  static std::uint32_t piece(std::uint32_t length, unsigned sges, unsigned i) {
    const auto each = length / sges;
    return i + 1 < sges ? std::max(each, 1u) : length;
  }

  /// True if the first `total` bytes of our memory are in the buffers for `length` bytes, and nothing
  /// is elsewhere.
  bool arrived(std::uint32_t total, std::uint32_t length, unsigned sges) const {
    std::vector<std::uint8_t> expected(memory.size() - half, untouched);
    std::uint32_t done = 0;
    for (unsigned i = 0; i < sges && done < total; ++i) {
      const auto here = std::min(piece(length, sges, i), total - done);
      std::memcpy(expected.data() + 8 + i * apart, memory.data() + done, here);
      done += here;
    }
    return done == total && std::equal(expected.begin(), expected.end(), memory.begin() + half);
  }

  /// Polls until all of these entries are back, and counts the CQEs that brought payload.
  template <class Cq>
  unsigned inlined(Cq& cq, std::vector<int> entries) {
    unsigned count = 0;
    const auto deadline = std::chrono::steady_clock::now() + long_enough;
    while (!entries.empty() && std::chrono::steady_clock::now() < deadline) {
      cq.poll([&](auto&& c) {
        EXPECT_EQ(c.status(), cqe_syndrome::ok) << c.entry;
        const auto at = std::find(entries.begin(), entries.end(), c.entry);
        EXPECT_NE(at, entries.end()) << c.entry;
        if (at != entries.end()) entries.erase(at);
        const auto format = c.cqe().format();
        if (format == verbatim::cqe_format::inline_32 ||
            format == verbatim::cqe_format::inline_64) {
          ++count;
        }
      });
    }
    EXPECT_TRUE(entries.empty()) << entries.front() << " has not completed";
    EXPECT_EQ(cq.dropped(), 0u) << message(cq.last_dropped().why);
    return count;
  }

  template <class Qp, class Post, class Cq>
  void receive(Cq& cq, Qp& from, Post post_recv, bool scatters) {
    for (std::uint32_t length = 1; length <= 80; ++length) {
      for (unsigned sges = 1; sges <= 3; ++sges) {
        post_recv(length, sges);
        ASSERT_TRUE(from.sq_wqe().send().sge(mr.addr(), length, mr.lkey()).signal(2).finish());
        from.ring_doorbell();
        const unsigned expected = scatters && length <= inside ? 1 : 0;
        ASSERT_EQ(inlined(cq, {1, 2}), expected) << length << " bytes, " << sges << " SGEs";
        ASSERT_TRUE(arrived(length, length, sges)) << length << " bytes, " << sges << " SGEs";
      }
    }
  }

  template <class Qp = rc_qp<int>>
  void receive(bool scatters) {
    cq_type<Qp> cq(context, 64);
    const qp_attributes attributes{.max_recv_sge = 3, .scatter_to_cqe = scatters};
    Qp a(pd, cq, attributes);
    Qp b(pd, cq, attributes);
    connect(a, b);
    receive(
        cq, a,
        [&](std::uint32_t length, unsigned sges) {
          ASSERT_TRUE(into(b.rq_wqe(), length, sges).finish(1));
          b.ring_recv_doorbell();
        },
        scatters);
  }

  /// Messages from `a` in bursts. post_recv(entry) posts a buffer for each. They are compressed if the format
  /// is.
  template <class Cq, class Qp, class PostRecv, class RingRecv>
  void bursts(Cq& sends, Cq& receives, Qp& a, PostRecv post_recv, RingRecv ring_recv) {
    constexpr int at_once = 24;
    unsigned seen_compressed = 0;
    const std::byte* last = nullptr;
    std::uint32_t next = 0;
    for (int round = 0; round < 50; ++round) {
      for (int i = 0; i < at_once; ++i) ASSERT_TRUE(post_recv(i));
      ring_recv();
      for (int i = 0; i < at_once; ++i) {
        ASSERT_TRUE(a.sq_wqe()
                        .send()
                        .sge(mr.addr(), (next + static_cast<std::uint32_t>(i)) % 64 + 1, mr.lkey())
                        .signal(i)
                        .finish());
      }
      a.ring_doorbell();
      int sent = 0;
      int received = 0;
      const auto deadline = std::chrono::steady_clock::now() + long_enough;
      while ((sent < at_once || received < at_once) &&
             std::chrono::steady_clock::now() < deadline) {
        sends.poll([&](auto&& c) { ASSERT_EQ(c.entry, sent++); });
        receives.poll([&](auto&& c) {
          ASSERT_EQ(c.entry, received++);
          // Compressed CQEs are spread out in one place.
          if (c.cqe().bytes() == std::exchange(last, c.cqe().bytes())) ++seen_compressed;
          if constexpr (requires { c.imm(); }) {
            ASSERT_EQ(c.byte_count(), next++ % 64 + 1);
          }
        });
      }
      ASSERT_EQ(sent, at_once);
      ASSERT_EQ(received, at_once);
    }
    EXPECT_EQ(seen_compressed != 0, Type::format.compression != cqe_compression::none);
    EXPECT_EQ(sends.dropped() + receives.dropped(), 0u) << message(receives.last_dropped().why);
  }

  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(2 * half);
  verbatim::context context = open_device();
  verbatim::pd pd{context};
  verbatim::mr mr{pd, std::span(memory), everything};
};
TYPED_TEST_SUITE(cq_formats, formats);

}  // namespace verbatim
