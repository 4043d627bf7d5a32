// The control plane on the emulated device: how queue pairs are drained, reset and closed, and in which order
// all of it can go.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>

#include "control_plane_fixture.hpp"
#include "long_enough.hpp"
#include "message_of.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;

TEST_F(control_plane, FlushesInError) {
  qp_type a(pd, cq), b(pd, cq);
  connect(a, b);
  ASSERT_TRUE(receive(a, 8, 1).ok());
  ASSERT_TRUE(receive(a, 8, 2).ok());
  a.ring_recv_doorbell();
  a.to_error();
  EXPECT_EQ(a.state(), qp_state::error);
  constexpr auto flushed = cqe_syndrome::wr_flush_err;
  EXPECT_EQ(completions(cq, 2), outcomes({{1, flushed}, {2, flushed}}));
}

TEST_F(control_plane, DrainsBeforeItIsClosed) {
  cq_of<qp_type> cq(context, 64);
  verbatim::cq<qp_type> elsewhere(context, 16);
  qp_type a(pd, cq), b(pd, cq);
  outcomes seen;
  const auto keep = [&](auto&& c) { seen.push_back({c.entry, c.status()}); };
  EXPECT_TRUE(a.drain(keep, 0s, cq)) << "nothing was posted";
  connect(a, b);
  // The peer posts no receives, so the RC queue pair repeats its SENDs for ever. There is no doorbell for the
  // last one.
  for (const int entry : {1, 2}) ASSERT_TRUE(send(a, 100, entry));
  a.ring_doorbell();
  ASSERT_TRUE(a.sq_wqe().send().sge(mr.addr(), 100, mr.lkey()).finish());
  for (const int entry : {3, 4}) ASSERT_TRUE(receive(a, half, entry));

  EXPECT_FALSE(a.drain(keep, 10ms, elsewhere)) << "it does not complete there";
  EXPECT_TRUE(seen.empty());
  EXPECT_EQ(a.state(), qp_state::error);
  EXPECT_TRUE(a.drain(keep, 30s, cq));
  constexpr auto flushed = cqe_syndrome::wr_flush_err;
  std::sort(seen.begin(), seen.end(), [](auto& x, auto& y) { return x.entry < y.entry; });
  EXPECT_EQ(seen, (outcomes{{0, flushed}, {1, flushed}, {2, flushed}, {3, flushed}, {4, flushed}}))
      << "0 is the one without an entry";
  EXPECT_EQ(a.available(), a.sq().wqebbs());
  EXPECT_TRUE(a.drain(keep, 0s, cq)) << "and again";
  EXPECT_TRUE(a.close().complete());
}

TEST_F(control_plane, AClosedQueueAnswersClosed) {
  qp_type a(pd, cq), b(pd, cq);
  connect(a, b);
  ASSERT_TRUE(write(a, 8, 1).ok());
  const qp_type other_handle = a;
  a.close();
  a.close();
  EXPECT_FALSE(other_handle.is_open());
  EXPECT_TRUE(b.is_open());
  EXPECT_EQ(write(a, 8, 2).error(), post_error::closed);
  EXPECT_EQ(receive(a, 8, 2).error(), post_error::closed);
  EXPECT_EQ(a.post_nop_to_ring_end().error(), post_error::closed);
  a.ring_doorbell();
  a.ring_recv_doorbell();
  EXPECT_EQ(a.native(), nullptr);
  EXPECT_EQ(
      message_of([&] { a.reset(); }),
      "reset on " + a.describe() + ": it has been closed, by itself or with what it was made on");
  EXPECT_TRUE(completions(cq, 1, not_there).empty());
}

TEST_F(control_plane, ClosingTheContextClosesAll) {
  qp_type a(pd, cq), b(pd, cq);
  connect(a, b);
  ASSERT_TRUE(write(a, 8, 1).ok());
  a.ring_doorbell();
  context.close();
  for (const bool open : {a.is_open(), b.is_open(), cq.is_open(), mr.is_open(), pd.is_open()})
    EXPECT_FALSE(open);
  EXPECT_EQ(write(a, 8, 2).error(), post_error::closed);
  EXPECT_EQ(cq.poll([](auto&&) { FAIL(); }), 0u);
  EXPECT_EQ(message_of([&] { qp_type(pd, cq); }),
            "create_qp on PD of mlx5_0: it has been closed, by itself or with what it was made on");
  EXPECT_EQ(message_of([&] { (void)context.port(1); }),
            "port on mlx5_0: it has been closed, by itself or with what it was made on");
}

TEST_F(control_plane, ClosingACompletionQueueClosesItsQueuePairs) {
  cq_of<qp_type> receives(context, 16);
  qp_type a(pd, cq, receives), b(pd, cq);
  receives.close();
  EXPECT_FALSE(a.is_open());
  EXPECT_TRUE(b.is_open());
  EXPECT_TRUE(cq.is_open());
}

TEST_F(control_plane, CanBeClosedFromTheCallback) {
  std::optional<qp_type> a(std::in_place, pd, cq), b(std::in_place, pd, cq);
  connect(*a, *b);
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(write(*a, 8, i).ok());
  a->ring_doorbell();
  int called = 0;
  const auto deadline = std::chrono::steady_clock::now() + long_enough;
  while (called == 0 && std::chrono::steady_clock::now() < deadline) {
    cq.poll([&](auto&&) {
      ++called;
      a.reset();
      cq.close();
    });
  }
  EXPECT_EQ(called, 1);
}

TEST_F(control_plane, HandlesCanGoInEveryOrder) {
  std::array<int, 6> order{0, 1, 2, 3, 4, 5};
  do {
    auto device = std::make_optional(open_device());
    auto domain = std::make_optional<verbatim::pd>(*device);
    auto region = std::make_optional<verbatim::mr>(*domain, std::span(memory), everything);
    auto queue = std::make_optional<cq_of<qp_type>>(*device, 16u);
    auto a = std::make_optional<qp_type>(*domain, *queue);
    auto b = std::make_optional<qp_type>(*domain, *queue);
    const std::array<std::function<void()>, 6> drops{
        [&] { device.reset(); }, [&] { domain.reset(); }, [&] { region.reset(); },
        [&] { queue.reset(); },  [&] { a.reset(); },      [&] { b.reset(); }};
    for (const auto i : order) drops[static_cast<std::size_t>(i)]();
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_F(control_plane, ResetBeginsAnew) {
  qp_type a(pd, cq), b(pd, cq);
  for (int lap = 0; lap < 3; ++lap) {
    connect(a, b);
    ASSERT_TRUE(receive(b, 64, 2).ok());
    b.ring_recv_doorbell();
    ASSERT_TRUE(send(a, 64, 1).ok());
    a.ring_doorbell();
    EXPECT_EQ(completions(cq, 2), outcomes({{1}, {2, cqe_syndrome::ok, 64}}));

    // These completions are never polled: the next lap must not see them.
    ASSERT_TRUE(write(a, 8, 100 + lap).ok());
    ASSERT_TRUE(receive(b, 64, 200 + lap).ok());
    a.ring_doorbell();
    b.ring_recv_doorbell();
    const auto before = a.address();
    a.reset();
    b.reset();
    EXPECT_EQ(a.state(), qp_state::reset);
    EXPECT_EQ(a.available(), a.sq().wqebbs());
    EXPECT_NE(a.address(), before) << "a new PSN keeps packets of the past apart";
  }
  EXPECT_TRUE(completions(cq, 1, not_there).empty());
}

TEST_F(control_plane, EntriesMayOwnHandles) {
  using owner = rc_qp<std::shared_ptr<verbatim::mr>>;
  cq_of<owner> owners(context, 16);
  owner a(pd, owners);
  a.to_init();
  std::array<std::byte, 64> bytes{};
  const auto post = [&] {
    auto region = std::make_shared<verbatim::mr>(pd, std::span(bytes));
    return a.rq_wqe().sge(region->addr(), 64, region->lkey()).finish(region);
  };
  ASSERT_TRUE(post().ok());
  a.reset();
  a.to_init();
  ASSERT_TRUE(post().ok());
  a.close();
}

TEST_F(control_plane, AReusedNumberGetsNoOldCompletions) {
  qp_type b(pd, cq);
  for (int i = 0; i < 20; ++i) {
    qp_type a(pd, cq);
    connect(a, b);
    ASSERT_TRUE(write(a, 8, i).ok());
    a.ring_doorbell();
    if (i % 2 == 0) {
      EXPECT_EQ(completions(cq, 1), outcomes({{i}}));
    }
    b.reset();
  }
}

}  // namespace
}  // namespace verbatim
