// After a WQE that changes a key the next one carries a small fence by itself, whatever lies between.
#include <gtest/gtest.h>

#include <random>

#include "golden.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::test {
namespace {

template <ring_end RingEnd>
class pending_fence {
 public:
  explicit pending_fence(std::uint32_t wqebbs = 16) : memory(wqebbs), sq(memory.send()) {}

  /// Returns the fence mode of a WQE, as it stands in the ring.
  unsigned fm(post_result result) {
    EXPECT_TRUE(result.ok()) << message(result.error());
    return std::to_integer<unsigned>(memory.wqe(result.wqe_index(), 12)[11]) >> 5;
  }
  unsigned fm_of_nop(fence_mode fence = fence_mode::none) {
    return fm(sq.sq_wqe().nop({.fence = fence}).finish());
  }

  post_result invalidate() {
    return sq.sq_wqe().local_invalidate().key(rkey(1)).signal(7).finish();
  }

  /// Everything so far is done.
  void complete() {
    const auto last = sq.sq_wqe().nop().signal(0).finish();
    ASSERT_TRUE(last.ok());
    retire(sq, last.wqe_index());
  }

  queue_pair_memory memory;
  send_queue<rc, int, RingEnd, 4> sq;
};

/// Both ring ends promise the same.
template <class Test>
void with_both_ring_ends(const Test& test) {
  pending_fence<ring_end::contiguous> contiguous;
  test(contiguous);
  pending_fence<ring_end::wrapping> wrapping;
  test(wrapping);
}

constexpr unsigned none = 0, small = 1, strong = 3, fence_and_small = 4;

TEST(fence, follows_every_wqe_that_changes_a_key_or_its_signature) {
  with_both_ring_ends([](auto& qp) {
    const auto changes = [&](post_result result, const char* what) {
      EXPECT_EQ(qp.fm(result), none) << what;
      EXPECT_EQ(qp.fm_of_nop(), small) << what;
      EXPECT_EQ(qp.fm_of_nop(), none) << what << ": one WQE later";
      qp.complete();
    };
    auto& sq = qp.sq;
    changes(sq.sq_wqe().bind_mw().window(rkey(1)).to({}).klm(1, lkey(2), 3).finish(), "bind_mw");
    changes(sq.sq_wqe().bind_mw_type1().window(rkey(1)).to({}).klm(1, lkey(2), 3).finish(),
            "type 1");
    changes(sq.sq_wqe().unbind_mw().window(rkey(1)).as(2).finish(), "unbind_mw");
    changes(sq.sq_wqe().local_invalidate().key(rkey(1)).finish(), "local_invalidate");
    changes(sq.sq_wqe().local_invalidate().key(rkey(1)).signal(1).finish(), "signaled");
    changes(sq.sq_wqe().configure_mkey().key(lkey(1)).change(2).to({}).klm(1, lkey(2), 3).finish(),
            "key");
    auto strided = sq.sq_wqe().configure_mkey_strided().key(lkey(1)).change(2).to({}).repeat(3, 4);
    changes(std::move(strided).strided(5, 6, lkey(7), 8).finish(), "strided key");
    changes(sq.sq_wqe().update_mkey().key(lkey(1)).change(2).to({}).finish(), "properties");
    changes(sq.sq_wqe().set_psv().psv(1, 2).finish(), "what a signature begins with");
  });
}

TEST(fence, follows_nothing_else) {
  with_both_ring_ends([](auto& qp) {
    const auto changes_nothing = [&](post_result result) {
      EXPECT_EQ(qp.fm(result), none);
      EXPECT_EQ(qp.fm_of_nop(), none);
      qp.complete();
    };
    auto& sq = qp.sq;
    changes_nothing(sq.sq_wqe().nop().finish());
    changes_nothing(sq.sq_wqe().send().invalidate(rkey(1)).no_data().finish());
    changes_nothing(
        sq.sq_wqe().copy().result(lkey(1), 2).from(3, 4, lkey(5)).to(6, 7, lkey(8)).finish());
    changes_nothing(sq.sq_wqe().write().rdma(1, rkey(2)).no_data().finish());
  });
}

TEST(fence, joins_the_fence_that_the_user_asks_for) {
  with_both_ring_ends([](auto& qp) {
    constexpr std::pair<fence_mode, unsigned> joined[]{
        {fence_mode::none, small},
        {fence_mode::key_changes, small},
        {fence_mode::reads_and_atomics, fence_and_small},
        {fence_mode::everything, strong},  // waits for all that was before
        {fence_mode::reads_atomics_and_key_changes, fence_and_small},
    };
    for (const auto& [asked, expected] : joined) {
      EXPECT_TRUE(qp.invalidate().ok());
      EXPECT_EQ(qp.fm_of_nop(asked), expected);
      EXPECT_EQ(qp.fm_of_nop(asked), static_cast<unsigned>(asked)) << "one WQE later";
      qp.complete();
    }
  });
}

TEST(fence, stands_in_a_wqe_that_changes_a_key_too) {
  with_both_ring_ends([](auto& qp) {
    EXPECT_EQ(qp.fm(qp.invalidate()), none);
    EXPECT_EQ(qp.fm(qp.invalidate()), small);
    EXPECT_EQ(qp.fm(qp.sq.sq_wqe()
                        .bind_mw({.fence = fence_mode::reads_and_atomics})
                        .window(rkey(1))
                        .to({})
                        .klm(1, lkey(2), 3)
                        .finish()),
              fence_and_small);
    EXPECT_EQ(qp.fm_of_nop(), small);
    EXPECT_EQ(qp.fm_of_nop(), none);
  });
}

// Changes in their places, changes that have to move, and others between them.
TEST(fence, stands_behind_changes_through_many_laps) {
  with_both_ring_ends([](auto& qp) {
    std::minstd_rand random(7);
    bool changed = false, outstanding = false;
    std::uint16_t last = 0;
    for (int i = 0; i < 3000; ++i) {
      const bool changes = random() % 3 != 0;
      const auto posted = changes ? qp.invalidate() : qp.sq.sq_wqe().nop().signal(8).finish();
      if (posted.ok()) {
        ASSERT_EQ(qp.fm(posted), changed ? small : none) << "step " << i;
        changed = changes;
        last = posted.wqe_index();
        outstanding = true;
      } else {
        ASSERT_EQ(posted.error(), post_error::queue_full) << "step " << i;
        ASSERT_TRUE(outstanding) << "step " << i << ": no room in an empty queue";
      }
      if (outstanding && (!posted.ok() || random() % 4 == 0)) {
        ASSERT_EQ(retire(qp.sq, last).entry, changed ? 7 : 8) << "step " << i;
        outstanding = false;
      }
    }
  });
}

TEST(fence, outlives_builders_that_are_dropped) {
  with_both_ring_ends([](auto& qp) {
    EXPECT_TRUE(qp.invalidate().ok());
    (void)qp.sq.sq_wqe();
    (void)qp.sq.sq_wqe().write().rdma(1, rkey(2)).sge(3, 4, lkey(5));
    (void)qp.sq.sq_wqe().local_invalidate().key(rkey(1)).signal(2);
    EXPECT_EQ(qp.fm_of_nop(), small);
  });
}

TEST(fence, is_not_left_by_a_wqe_that_was_dropped_or_not_posted) {
  with_both_ring_ends([](auto& qp) {
    (void)qp.sq.sq_wqe().local_invalidate().key(rkey(1)).signal(2);
    EXPECT_EQ(qp.fm_of_nop(), none);
    auto list = qp.sq.sq_wqe().configure_mkey().key(lkey(1)).change(2).to({}).klm(1, lkey(2), 3);
    for (int i = 0; i < 8; ++i) list = std::move(list).klm(1, lkey(2), 3);
    EXPECT_EQ(std::move(list).finish().error(), post_error::too_many_sges);
    EXPECT_EQ(qp.fm_of_nop(), none);
    while (qp.sq.available() > 1) EXPECT_EQ(qp.fm_of_nop(), none);
    EXPECT_EQ(qp.invalidate().error(), post_error::queue_full);
    EXPECT_EQ(qp.fm_of_nop(), none);
  });
}

TEST(fence, outlives_wqes_that_are_not_posted) {
  with_both_ring_ends([](auto& qp) {
    EXPECT_TRUE(qp.invalidate().ok());
    const byte_string payload(400);
    EXPECT_EQ(qp.sq.sq_wqe().send().inline_data(payload).finish().error(),
              post_error::inline_too_long);
    EXPECT_EQ(qp.fm_of_nop(), small);

    qp.complete();
    while (qp.sq.available() > 3) EXPECT_EQ(qp.fm_of_nop(), none);
    const auto change = qp.invalidate();
    EXPECT_TRUE(change.ok());
    EXPECT_EQ(qp.sq.sq_wqe().send().inline_data(byte_view(payload).first(100)).finish().error(),
              post_error::queue_full);
    retire(qp.sq, change.wqe_index());
    EXPECT_EQ(qp.fm(qp.sq.sq_wqe().send().inline_data(byte_view(payload).first(100)).finish()),
              small);
    EXPECT_EQ(qp.fm_of_nop(), none);
  });
}

TEST(fence, outlives_a_doorbell_and_completions) {
  with_both_ring_ends([](auto& qp) {
    const auto change = qp.invalidate();
    qp.sq.ring_doorbell();
    retire(qp.sq, change.wqe_index());
    qp.sq.ring_doorbell();
    EXPECT_EQ(qp.fm_of_nop(), small);
  });
}

// NOPs at the ring's end are not WQEs of the program: the fence stands in the one behind them.
TEST(fence, goes_past_the_nops_at_the_rings_end) {
  with_both_ring_ends([](auto& qp) {
    EXPECT_TRUE(qp.invalidate().ok());
    const auto filler = qp.sq.post_nop_to_ring_end();
    ASSERT_TRUE(filler.ok());
    EXPECT_EQ(qp.fm(filler), none);
    EXPECT_EQ(qp.sq.pi() % qp.sq.wqebbs(), 0u);
    retire(qp.sq, 0);
    EXPECT_EQ(qp.fm_of_nop(), small);
    EXPECT_EQ(qp.fm_of_nop(), none);
  });
}

TEST(fence, goes_past_the_nop_that_fills_a_gap) {
  pending_fence<ring_end::contiguous> qp;
  while (qp.sq.pi() != 13) (void)retire(qp.sq, qp.sq.sq_wqe().nop().signal(0).finish().wqe_index());
  const auto change = qp.invalidate();  // up to one WQEBB before the ring's end
  retire(qp.sq, change.wqe_index());
  const byte_string payload(100);
  const auto moved = qp.sq.sq_wqe().send().inline_data(payload).finish();
  EXPECT_EQ(moved.wqe_index(), 16) << "behind the NOP";
  EXPECT_EQ(std::to_integer<unsigned>(qp.memory.wqe(15, 12)[11]), 0u) << "the NOP";
  EXPECT_EQ(qp.fm(moved), small);
}

TEST(fence, is_forgotten_by_reset) {
  with_both_ring_ends([](auto& qp) {
    EXPECT_TRUE(qp.invalidate().ok());
    qp.sq.reset();
    EXPECT_EQ(qp.fm_of_nop(), none);
  });
}

TEST(fence, does_not_open_a_closed_queue) {
  with_both_ring_ends([](auto& qp) {
    EXPECT_TRUE(qp.invalidate().ok());
    qp.sq.close();
    EXPECT_EQ(qp.sq.sq_wqe().nop().finish().error(), post_error::closed);
    EXPECT_EQ(qp.invalidate().error(), post_error::closed);
  });
}

/// The WQE behind a change is built elsewhere and moved: all of it has to arrive, at every offset.
template <ring_end RingEnd>
void expect_fenced_at_every_offset(unsigned sges) {
  pending_fence<RingEnd> qp;
  reference_ring ring(16, qp.memory.qpn(), RingEnd);
  for (std::uint32_t offset = 0; offset < 16; ++offset) {
    // A change takes two WQEBBs: behind one that is in one piece no WQE begins in the second.
    if (RingEnd == ring_end::contiguous && offset == 1) continue;
    do {
      (void)retire(qp.sq, qp.sq.sq_wqe().nop().signal(0).finish().wqe_index());
    } while ((qp.sq.pi() + 2) % 16 != offset);
    retire(qp.sq, qp.invalidate().wqe_index());
    qp.memory.make_stale();
    std::fill(ring.bytes.begin(), ring.bytes.end(), stale);
    ring.ci = ring.pi = qp.sq.pi();

    golden expected;
    expected.u8(0).u16(0).u8(0x0a).u24(qp.memory.qpn()).u8(1 + sges);
    expected.u24(0).u8(0x28).u32(0);  // fm = 1, ce = 2
    for (unsigned i = 0; i < sges; ++i) expected.data(i + 1);
    auto list = sge(qp.sq.sq_wqe().send(), 1);
    for (unsigned i = 1; i < sges; ++i) list = sge(std::move(list), i + 1);
    const auto result = std::move(list).signal(1).finish();
    ASSERT_TRUE(result.ok());
    ring.post(expected.wqe());
    ring.take_behind(qp.memory.send_ring(), expected.wqe().size());
    ASSERT_TRUE(same(qp.memory.send_ring(), ring.bytes)) << sges << " SGEs at offset " << offset;
    ASSERT_TRUE(qp.memory.guards_stand());
    EXPECT_EQ(retire(qp.sq, result.wqe_index()).entry, 1);
  }
}

TEST(fence, stands_in_wqes_of_every_length_at_every_offset) {
  for (unsigned sges = 1; sges <= 15; ++sges) {
    expect_fenced_at_every_offset<ring_end::contiguous>(sges);
    expect_fenced_at_every_offset<ring_end::wrapping>(sges);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace verbatim::test
