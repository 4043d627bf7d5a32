// post_all() on queue pairs that are posted to directly, on the emulated device: the data arrives, and
// every entry comes back.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "queue_types_fixture.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/portable/payload.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"

namespace verbatim {
namespace {

constexpr std::uint32_t piece = 64;
constexpr std::size_t pieces = half / piece;  // 64

class post_all_on_device : public queue_types {
 protected:
  void SetUp() override {
    for (std::size_t i = 0; i < half; ++i) memory[i] = static_cast<std::uint8_t>(i * 7 + i / 64);
    for (std::uint32_t i = 0; i < pieces; ++i) {
      slices.push_back(mr.slice(i * piece, piece));
      // In the opposite order, so that no piece can be taken for another.
      regions.push_back(mr.remote(half + (pieces - 1 - i) * piece, piece));
      into.push_back(mr.slice(half + (pieces - 1 - i) * piece, piece));
      from.push_back(mr.remote(i * piece, piece));
      bytes.push_back(std::as_bytes(std::span(memory)).subspan(i * piece, piece));
      entries.push_back(static_cast<int>(i));
      expected.push_back({static_cast<int>(i), true});
    }
  }

  /// True if all pieces have come to the second half, and clears it.
  bool all_arrived() {
    bool all = true;
    for (std::size_t i = 0; i < pieces; ++i) {
      all &= std::memcmp(memory.data() + i * piece, memory.data() + half + (pieces - 1 - i) * piece,
                         piece) == 0;
    }
    std::fill(memory.begin() + half, memory.end(), std::uint8_t{0});
    return all;
  }

  std::vector<memory_slice> slices, into;
  std::vector<remote_region> regions, from;
  std::vector<std::span<const std::byte>> bytes;
  std::vector<int> entries;
  outcomes expected;
};

TEST_F(post_all_on_device, rc_writes_reads_and_sends) {
  using type = rc_qp<int>;
  cq<type> cq(context, 256);
  type a(pd, cq, {.max_send_wqebbs = 128, .max_recv_wr = 64});
  type b(pd, cq, {.max_send_wqebbs = 128, .max_recv_wr = 64});
  connect(a, b);
  for (unsigned lap = 0; lap < 5; ++lap) {  // across the ring's end
    ASSERT_TRUE(a.post_all(writes(slices, regions).signal(entries)));
    EXPECT_EQ(completions(pieces, cq), expected);
    EXPECT_TRUE(all_arrived());
    ASSERT_TRUE(a.post_all(reads(into, from).signal(entries)));
    EXPECT_EQ(completions(pieces, cq), expected);
    EXPECT_TRUE(all_arrived());
    ASSERT_TRUE(a.post_all(writes(bytes, regions).signal_last(7)));
    EXPECT_EQ(completions(1, cq), (outcomes{{7, true}}));
    EXPECT_TRUE(all_arrived());

    for (std::size_t i = 0; i < pieces; ++i) ASSERT_TRUE(b.rq_wqe().sge(into[i]).finish(100));
    b.ring_recv_doorbell();
    ASSERT_TRUE(a.post_all(sends(slices).signal(entries).fence()));
    const auto seen = completions(2 * pieces, cq);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), outcome{100, false}),
              static_cast<std::ptrdiff_t>(pieces));
    EXPECT_TRUE(all_arrived());
  }
}

TEST_F(post_all_on_device, goes_on_where_the_queue_was_full) {
  using type = rc_qp<int>;
  cq<type> cq(context, 256);
  type a(pd, cq, {.max_send_wqebbs = 16});
  type b(pd, cq);
  connect(a, b);
  std::size_t done = 0;
  std::size_t times = 0;
  while (done < pieces) {
    const auto posted =
        a.post_all(writes(std::span(slices).subspan(done), std::span(regions).subspan(done))
                       .signal(std::span(entries).subspan(done)));
    ASSERT_TRUE(posted || posted.error() == post_error::queue_full) << posted.message();
    ASSERT_NE(posted.accepted, 0u);
    const auto seen = completions(posted.accepted, cq);
    ASSERT_EQ(seen.size(), posted.accepted);
    for (const auto& one : seen) EXPECT_EQ(one, (outcome{static_cast<int>(done++), true}));
    ++times;
  }
  EXPECT_GT(times, 1u);
  EXPECT_TRUE(all_arrived());
}

TEST_F(post_all_on_device, a_dense_queue_brings_all_entries_back) {
  using type = rc_qp<int, int, wqe_table::ordered_dense>;
  cq<type> cq(context, 256);
  type a(pd, cq, {.max_send_wqebbs = 128});
  type b(pd, cq);
  connect(a, b);
  ASSERT_TRUE(a.post_all(writes(slices, regions).entries(entries)));
  EXPECT_EQ(completions(pieces, cq), expected);
  EXPECT_TRUE(all_arrived());
}

TEST_F(post_all_on_device, a_payload_may_be_inlined_or_not) {
  using type = rc_qp<int>;
  cq<type> cq(context, 256);
  type a(pd, cq, {.max_send_wqebbs = 128});
  type b(pd, cq);
  connect(a, b);
  std::vector<payload> mixed;
  for (std::size_t i = 0; i < pieces; ++i) {
    mixed.push_back(i % 3 == 0 ? payload::inline_data(bytes[i]) : payload(slices[i]));
  }
  ASSERT_TRUE(a.post_all(writes(mixed, regions).signal(entries)));
  EXPECT_EQ(completions(pieces, cq), expected);
  EXPECT_TRUE(all_arrived());
}

TEST_F(post_all_on_device, by_a_callback) {
  using type = rc_qp<int>;
  cq<type> cq(context, 256);
  type a(pd, cq, {.max_send_wqebbs = 128});
  type b(pd, cq);
  connect(a, b);
  ASSERT_TRUE(a.post_all(entries, [&](auto&& wqe, int entry) {
    const auto i = static_cast<std::size_t>(entry);
    auto data = std::move(wqe).write().rdma(regions[i]);
    auto list =
        entry % 2 == 0 ? std::move(data).inline_data(bytes[i]) : std::move(data).sge(slices[i]);
    return std::move(list).signal(entry).finish();
  }));
  EXPECT_EQ(completions(pieces, cq), expected);
  EXPECT_TRUE(all_arrived());
}

TEST_F(post_all_on_device, ud_sends) {
  using type = ud_qp<int>;
  cq<type> cq(context, 256);
  type a(pd, cq, {.max_send_wqebbs = 256});
  type b(pd, cq, {.max_recv_wr = 64});
  a.activate();
  b.activate();
  std::vector<std::uint8_t> received(pieces * 128);
  const verbatim::mr buffers(pd, std::span(received), everything);
  for (std::size_t i = 0; i < pieces; ++i) {
    ASSERT_TRUE(b.rq_wqe().sge(buffers.slice(i * 128, 128)).finish(100));
  }
  b.ring_recv_doorbell();
  const address_handle to(pd, b.address());
  ASSERT_TRUE(a.post_all(sends(slices).to(to.ud(qkey)).signal(entries)));
  EXPECT_EQ(completions(2 * pieces, cq).size(), 2 * pieces);
  for (std::size_t i = 0; i < pieces; ++i) {
    EXPECT_EQ(std::memcmp(received.data() + i * 128 + grh, memory.data() + i * piece, piece), 0)
        << i;
  }
}

TEST_F(post_all_on_device, a_dci_writes_to_a_dct) {
  using target = dct<int>;
  cq<dci_qp<int>> send_cq(context, 256);
  cq<target> recv_cq(context, 16);
  dci_qp<int> dci(pd, send_cq, {.max_send_wqebbs = 256});
  dci.activate();
  srq<int> shared(pd);
  const target peer(pd, recv_cq, shared, {.dc_key = dc_key});
  const address_handle to(pd, peer.address());
  ASSERT_TRUE(dci.post_all(writes(slices, regions).to(to.dc(dc_key)).signal(entries)));
  EXPECT_EQ(completions(pieces, send_cq), expected);
  EXPECT_TRUE(all_arrived());
}

}  // namespace
}  // namespace verbatim
