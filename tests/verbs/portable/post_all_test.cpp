// post_all() on queue pairs that post through verbs, on the emulated device: lists, sessions and
// automatic signaling.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "long_enough.hpp"
#include "posting_fixture.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"

namespace verbatim {
namespace {

using testing::posting_fixture;

constexpr std::uint32_t piece = 64;
constexpr std::uint32_t pieces = 40;  // more than fit in one list

class posting_all : public posting_fixture {
 protected:
  void SetUp() override {
    posting_fixture::SetUp();
    for (std::uint32_t i = 0; i < pieces; ++i) {
      memory[i * piece] = static_cast<std::uint8_t>(100 + i);  // else every fourth is the same
      slices.push_back(from(piece, i * piece));
      regions.push_back(there(piece, place_of(i)));
      ids.push_back(1000 + i);
    }
  }

  /// The pieces arrive in the opposite order.
  static std::uint32_t place_of(std::uint32_t i) { return (pieces - 1 - i) * piece; }

  void expect_arrived(std::uint32_t count = pieces) {
    for (std::uint32_t i = 0; i < count; ++i)
      EXPECT_TRUE(arrived(piece, i * piece, place_of(i))) << i;
    std::fill(memory.begin() + half, memory.end(), std::uint8_t{0});
  }

  void expect_ids(std::uint32_t count = pieces) {
    const auto seen = completions(cq, count);
    ASSERT_EQ(seen.size(), count);
    for (std::uint32_t i = 0; i < count; ++i) {
      EXPECT_EQ(seen[i].wr_id(), 1000 + i);
      EXPECT_TRUE(seen[i].ok()) << seen[i];
    }
  }

  /// Writes, reads and sends of slices, bytes and payloads.
  template <class Qp>
  void expect_all(Qp& a, Qp& b) {
    connect(a, b);
    EXPECT_EQ(a.post_all(writes(slices, regions).signal(ids)), (posted_list{pieces, 0}));
    expect_ids();
    expect_arrived();

    std::vector<memory_slice> places;
    std::vector<remote_region> sources;
    std::vector<std::span<const std::byte>> bytes;
    std::vector<payload> mixed;
    for (std::uint32_t i = 0; i < pieces; ++i) {
      places.push_back(into(piece, place_of(i)));
      sources.push_back(mr.remote(i * piece, piece));
      bytes.push_back(std::as_bytes(std::span(memory)).subspan(i * piece, piece));
      mixed.push_back(i % 3 == 0 ? payload::inline_data(bytes.back()) : payload(slices[i]));
    }
    EXPECT_TRUE(a.post_all(reads(places, sources).signal(ids).fence()));
    expect_ids();
    expect_arrived();
    EXPECT_TRUE(a.post_all(writes(bytes, regions).signal_last(std::uint64_t{7})));
    EXPECT_EQ(completion(cq).wr_id(), 7u);
    expect_arrived();

    for (std::uint32_t i = 0; i < pieces; ++i) ASSERT_TRUE(b.post_recv({places[i], i}));
    EXPECT_TRUE(a.post_all(sends(mixed).entries(ids).solicited()));
    EXPECT_EQ(completion(cq).wr_id(), ids.back());
    EXPECT_EQ(completions(b_cq, pieces).size(), pieces);
    expect_arrived();
  }

  std::vector<memory_slice> slices;
  std::vector<remote_region> regions;
  std::vector<std::uint64_t> ids;
  verbs_cq cq{context, 256};
  verbs_cq b_cq{context, 64};
  const verbs_qp<rc>::attributes attributes{
      .max_send_wr = 64, .max_recv_wr = 64, .max_send_sge = 2, .max_inline_data = 64};
};

TEST_F(posting_all, InLists) {
  verbs_qp<rc> a{pd, cq, attributes}, b{pd, b_cq, attributes};
  expect_all(a, b);
}

TEST_F(posting_all, InSessions) {
  verbs_qp<rc, posting::sessions> a{pd, cq, attributes}, b{pd, b_cq, attributes};
  expect_all(a, b);
}

TEST_F(posting_all, WithAutomaticSignaling) {
  using type = verbs_qp<rc, signaling::automatic>;
  verbs_cq recv_cq(context, 16);
  type a(pd, cq, recv_cq, attributes, {.signal_every = 16});
  type b(pd, b_cq, recv_cq, attributes);
  connect(a, b);
  EXPECT_EQ(a.post_all(writes(slices, regions).entries(ids)), (posted_list{pieces, 0}));
  std::vector<std::uint64_t> back;
  unsigned cqes = 0;
  while (a.outstanding() != 0 && !HasFailure()) {
    std::array<work_completion, 1> one;
    ASSERT_EQ(cq.collect(one, long_enough), 1u);
    ASSERT_TRUE(one[0].ok()) << one[0];
    a.completed(one[0], [&](std::uint64_t id, wc_status) { back.push_back(id); });
    ++cqes;
  }
  EXPECT_EQ(back, ids);
  EXPECT_EQ(cqes, 3u);  // of requests 16, 32 and 40, the last of the second list
  expect_arrived();
}

TEST_F(posting_all, OfDatagrams) {
  const verbs_qp<ud>::attributes room{.max_send_wr = 64, .max_recv_wr = 64};
  verbs_qp<ud> a{pd, cq, room}, b{pd, b_cq, room};
  a.activate();
  b.activate();
  const address_handle to(pd, b.address());
  for (std::uint32_t i = 0; i < 20; ++i)
    ASSERT_TRUE(b.post_recv({into(2 * piece, i * 2 * piece), i}));
  EXPECT_TRUE(a.post_all(sends(std::span(slices).first(20))
                             .to(to.destination(0x11111111))
                             .signal(std::span(ids).first(20))));
  expect_ids(20);
  EXPECT_EQ(completions(b_cq, 20).size(), 20u);
  constexpr std::size_t grh = 40;
  for (std::uint32_t i = 0; i < 20; ++i)
    EXPECT_TRUE(arrived(piece, i * piece, i * 2 * piece + grh)) << i;
}

TEST_F(posting_all, StopsWhereTheQueueIsFull) {
  const verbs_qp<rc>::attributes few{.max_send_wr = 8};
  verbs_qp<rc> a{pd, cq, few}, b{pd, b_cq, few};
  connect(a, b);
  const auto posted = a.post_all(writes(slices, regions).signal(ids));
  EXPECT_FALSE(posted);
  EXPECT_GE(posted.accepted, 8u);
  EXPECT_LT(posted.accepted, pieces);
  expect_ids(posted.accepted);
  expect_arrived(posted.accepted);
}

TEST_F(posting_all, RefusesARequestBeyondItsRegion) {
  verbs_qp<rc> a{pd, cq, attributes}, b{pd, b_cq, attributes};
  connect(a, b);
  regions[35] = regions[35].slice(0, 8);  // in the second list
  EXPECT_EQ(a.post_all(writes(slices, regions).signal(ids)), (posted_list{35, ERANGE}));
  expect_ids(35);
}

TEST_F(posting_all, PostsNoneInASessionThatFails) {
  verbs_qp<rc, posting::sessions> a{pd, cq, attributes}, b{pd, b_cq, attributes};
  connect(a, b);
  auto shorter = regions;
  shorter[35] = regions[35].slice(0, 8);
  EXPECT_EQ(a.post_all(writes(slices, shorter).signal(ids)), (posted_list{0, ERANGE}));
  EXPECT_TRUE(a.post_all(writes(slices, regions).signal(ids)));
  expect_ids();
}

TEST_F(posting_all, RefusesRangesOfDifferentLengths) {
  verbs_qp<rc> lists{pd, cq, attributes};
  verbs_qp<rc, posting::sessions> sessions{pd, cq, attributes};
  regions.pop_back();
  const auto posted = lists.post_all(writes(slices, regions).signal(ids));
  EXPECT_EQ(posted, (posted_list{0, EINVAL}));
  EXPECT_NE(posted.message().find("different lengths"), std::string::npos);
  EXPECT_EQ(sessions.post_all(writes(slices, regions).signal(ids)), (posted_list{0, EINVAL}));
}

TEST_F(posting_all, OfNothing) {
  verbs_qp<rc> lists{pd, cq, attributes};
  verbs_qp<rc, posting::sessions> sessions{pd, cq, attributes};
  slices.clear();
  EXPECT_EQ(lists.post_all(sends(slices)), posted_list{});
  EXPECT_EQ(sessions.post_all(sends(slices)), posted_list{});
}

}  // namespace
}  // namespace verbatim
