// The promises of each WQE table, of the relaxed order, and of the streams of a DCI.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <map>
#include <memory>

#include "device.hpp"
#include "dice.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::test {
namespace {

using dense = send_queue<rc, int, wqe_table::ordered_dense>;
using unordered = send_queue<rc, int, wqe_table::unordered>;
using relaxed = send_queue<rc, int, ordering::relaxed>;
using relaxed_dense = send_queue<rc, int, wqe_table::ordered_dense, ordering::relaxed>;
using streams = send_queue<dci, int, wqe_table::unordered, dci_streams::used>;

/// The arguments of hand_back().
struct call {
  int entry;
  bool failed;
  bool signaled;

  bool operator==(const call&) const = default;
};
using calls = std::vector<call>;

std::ostream& operator<<(std::ostream& out, const call& c) {
  return out << c.entry << (c.failed ? " failed" : " done") << (c.signaled ? "" : ", unsignaled");
}

template <class Queue>
calls complete(Queue& sq, std::uint16_t wqe_counter) {
  calls result;
  sq.complete(wqe_counter, [&](int entry, bool failed, bool signaled) {
    result.push_back({entry, failed, signaled});
  });
  return result;
}
template <class Queue>
calls fail(Queue& sq, std::uint16_t wqe_counter) {
  calls result;
  sq.fail(wqe_counter, [&](int entry, bool failed, bool signaled) {
    result.push_back({entry, failed, signaled});
  });
  return result;
}

/// A WQE of 1 to 4 WQEBBs.
template <class Queue>
auto wqe_of_length(Queue& sq, unsigned wqebbs) {
  auto list = sq.sq_wqe().send().sge(1, 1, lkey(1));
  for (unsigned i = 1; i < wqebbs * 4 - 1; ++i) list = std::move(list).sge(1, 1, lkey(1));
  return list;
}

ctrl_seg ctrl_of(const queue_pair_memory& memory, std::uint32_t index) {
  return ctrl_seg::read(memory.wqe(index, ctrl_seg::size).data());
}

TEST(dense, a_good_cqe_hands_back_every_entry_up_to_it) {
  queue_pair_memory memory(8);
  dense sq(memory.send());
  (void)sq.sq_wqe().nop().entry(1).finish();
  (void)wqe_of_length(sq, 2).entry(2).finish();
  const auto third = sq.sq_wqe().nop().signal(3).finish().wqe_index();
  (void)sq.sq_wqe().nop().entry(4).finish();
  EXPECT_EQ(ctrl_of(memory, 0).ce, completion_mode::on_error);
  EXPECT_EQ(ctrl_of(memory, third).ce, completion_mode::always);
  EXPECT_EQ(complete(sq, third), (calls{{1, false, false}, {2, false, false}, {3, false, true}}));
  EXPECT_EQ(sq.ci(), 4u);
  EXPECT_EQ(sq.available(), 7u);
}

TEST(dense, what_fills_the_ring_end_has_no_entry) {
  queue_pair_memory memory(8);
  dense sq(memory.send());
  for (int i = 0; i < 7; ++i) {
    complete(sq, sq.sq_wqe().nop().signal(i).finish().wqe_index());
  }
  const auto index = wqe_of_length(sq, 2).signal(7).finish().wqe_index();
  EXPECT_EQ(index, 8);
  EXPECT_EQ(ctrl_of(memory, 7).opcode, opcode::nop);
  EXPECT_EQ(complete(sq, index), (calls{{7, false, true}}));
  EXPECT_EQ(sq.available(), 8u);
}

TEST(dense, an_error_resolves_those_before_it_and_its_own) {
  queue_pair_memory memory(16);
  dense sq(memory.send());
  for (int i = 0; i < 4; ++i) (void)sq.sq_wqe().nop().entry(i).finish();
  (void)sq.sq_wqe().nop().signal(4).finish();
  EXPECT_EQ(fail(sq, 2), (calls{{0, false, false}, {1, false, false}, {2, true, false}}));
  EXPECT_EQ(fail(sq, 3), (calls{{3, true, false}}));
  EXPECT_EQ(fail(sq, 4), (calls{{4, true, true}}));
  EXPECT_EQ(sq.available(), 16u);
}

TEST(dense, the_callback_may_post_into_what_has_become_free) {
  queue_pair_memory memory(4);
  send_queue<rc, int, wqe_table::ordered_dense, ring_end::wrapping> sq(memory.send());
  for (int i = 0; i < 3; ++i) (void)sq.sq_wqe().nop().entry(i).finish();
  (void)sq.sq_wqe().nop().signal(3).finish();
  EXPECT_EQ(sq.sq_wqe().nop().signal(9).finish().error(), post_error::queue_full);
  std::vector<int> order;
  sq.complete(3, [&](int entry, bool, bool) {
    order.push_back(entry);
    EXPECT_TRUE(sq.sq_wqe().nop().entry(10 + entry).finish().ok());
  });
  EXPECT_EQ(order, (std::vector{0, 1, 2, 3}));
  EXPECT_EQ(sq.available(), 0u);
  EXPECT_EQ(complete(sq, 7).size(), 4u);
}

TEST(dense, completion_queue_calls_back_for_each) {
  queue_pair_memory memory(8);
  endpoint<dense> qp(memory);
  completion_queue_device device(8);
  completion_queue<endpoint<dense>> cq(device.memory());
  cq.attach(memory.qpn(), qp);
  (void)qp.sq.sq_wqe().nop().entry(1).finish();
  device.sent(memory.qpn(),
              qp.sq.sq_wqe().send().sge(1, 2, lkey(3)).signal(2).finish().wqe_index());
  (void)qp.sq.sq_wqe().nop().entry(3).finish();
  device.send_failed(memory.qpn(), qp.sq.sq_wqe().nop().entry(4).finish().wqe_index(),
                     cqe_syndrome::wr_flush_err);
  calls got;
  const auto taken = cq.poll(
      [&](auto&& c) {
        if constexpr (requires { c.signaled; }) got.push_back({c.entry, !c.ok(), c.signaled});
      },
      8);
  EXPECT_EQ(taken, 2u);
  EXPECT_EQ(got, (calls{{1, false, false}, {2, false, true}, {3, false, false}, {4, true, false}}));
}

TEST(unordered, a_cqe_frees_its_own_wqe_only) {
  queue_pair_memory memory(8);
  unordered sq(memory.send());
  for (int i = 0; i < 8; ++i) {
    EXPECT_TRUE(sq.sq_wqe().nop().signal(i).finish().ok());
    EXPECT_EQ(ctrl_of(memory, static_cast<std::uint32_t>(i)).ce, completion_mode::always);
  }
  EXPECT_EQ(complete(sq, 5), (calls{{5, false, true}}));
  EXPECT_EQ(complete(sq, 1), (calls{{1, false, true}}));
  EXPECT_EQ(sq.available(), 2u) << "optimistic: they are free";
  EXPECT_EQ(sq.scan_available(), 0u) << "exact: WQE 0 is in the way";
  EXPECT_EQ(sq.sq_wqe().nop().signal(8).finish().error(), post_error::queue_full);
  EXPECT_EQ(sq.pi(), 8u);

  EXPECT_EQ(retire(sq, 0).entry, 0);
  EXPECT_EQ(sq.available(), 3u);
  EXPECT_EQ(sq.scan_available(), 2u) << "0 and 1; 2 is still there";
  EXPECT_TRUE(sq.sq_wqe().nop().signal(8).finish().ok());
  EXPECT_TRUE(sq.sq_wqe().nop().signal(9).finish().ok());
  EXPECT_EQ(sq.sq_wqe().nop().signal(10).finish().error(), post_error::queue_full);
  EXPECT_EQ(sq.available(), 1u);
  EXPECT_EQ(fail(sq, 9), (calls{{9, true, true}}));
  for (const auto i : {2, 3, 4, 6, 7, 8}) {
    EXPECT_EQ(complete(sq, static_cast<std::uint16_t>(i)), (calls{{i, false, true}}));
  }
  EXPECT_EQ(sq.available(), 8u);
  EXPECT_EQ(sq.scan_available(), 8u);
  EXPECT_TRUE(memory.guards_stand());
}

TEST(unordered, a_cqe_of_nothing_frees_nothing) {
  queue_pair_memory memory(8);
  unordered sq(memory.send());
  (void)wqe_of_length(sq, 2).signal(1).finish();
  EXPECT_EQ(complete(sq, 1), calls{}) << "no WQE begins there";
  EXPECT_EQ(complete(sq, 7), calls{});
  EXPECT_EQ(complete(sq, 0), (calls{{1, false, true}}));
  EXPECT_EQ(complete(sq, 0), calls{}) << "once only";
  EXPECT_EQ(sq.available(), 8u);
}

TEST(unordered, what_fills_the_ring_end_is_signaled_and_silent) {
  queue_pair_memory memory(8);
  unordered sq(memory.send());
  for (int i = 0; i < 7; ++i) (void)sq.sq_wqe().nop().signal(i).finish();
  for (std::uint16_t i = 0; i < 7; ++i) (void)retire(sq, i);
  EXPECT_EQ(wqe_of_length(sq, 2).signal(7).finish().wqe_index(), 8);
  EXPECT_EQ(ctrl_of(memory, 7).opcode, opcode::nop);
  EXPECT_EQ(ctrl_of(memory, 7).ce, completion_mode::always) << "nothing else says that it is done";
  EXPECT_EQ(sq.available(), 5u);
  EXPECT_EQ(complete(sq, 8), (calls{{7, false, true}}));
  EXPECT_EQ(sq.available(), 7u);
  EXPECT_EQ(sq.scan_available(), 5u);
  EXPECT_EQ(complete(sq, 7), calls{});
  EXPECT_EQ(sq.scan_available(), 8u);
}

TEST(unordered, reset_forgets) {
  queue_pair_memory memory(8);
  unordered sq(memory.send());
  for (int i = 0; i < 8; ++i) (void)sq.sq_wqe().nop().signal(i).finish();
  sq.reset();
  EXPECT_EQ(sq.available(), 8u);
  EXPECT_EQ(sq.scan_available(), 8u);
  EXPECT_EQ(complete(sq, 0), calls{});
  for (int i = 0; i < 8; ++i) EXPECT_TRUE(sq.sq_wqe().nop().signal(i).finish().ok());
}

/// Completions in any order, past 2^16, against a model that knows of every WQEBB.
template <class Queue>
void any_order(std::uint32_t wqebbs) {
  dice random;
  queue_pair_memory memory(wqebbs);
  Queue sq(memory.send());
  struct there {
    std::uint32_t begin;
    std::uint32_t end;
    int entry;
    bool filler;
  };
  std::vector<there> in_ring;  // in the order of posting
  std::uint32_t pi = 0;
  int next_entry = 0;
  std::uint64_t refused_behind_a_hole = 0;
  while (pi < (1u << 16) + 4 * wqebbs) {
    const auto length = 1 + random.below(Queue::max_wqebbs);
    const auto oldest = in_ring.empty() ? pi : in_ring.front().begin;
    const auto to_end = wqebbs - pi % wqebbs;
    const auto gap = Queue::policies::end == ring_end::contiguous && length > to_end ? to_end : 0u;
    std::uint32_t used = 0;
    for (const auto& w : in_ring) used += w.end - w.begin;
    ASSERT_EQ(sq.available(), wqebbs - used);
    ASSERT_EQ(sq.scan_available(), wqebbs - (pi - oldest));
    ASSERT_EQ(sq.pi(), pi);
    ASSERT_EQ(sq.ci(), oldest);
    const bool fits = pi - oldest + gap + length <= wqebbs;
    const auto result = wqe_of_length(sq, length).signal(++next_entry).finish();
    ASSERT_EQ(result.ok(), fits);
    if (fits) {
      if (gap != 0) in_ring.push_back({pi, pi + gap, 0, true});
      pi += gap;
      ASSERT_EQ(result.wqe_index(), static_cast<std::uint16_t>(pi));
      in_ring.push_back({pi, pi + length, next_entry, false});
      pi += length;
    } else {
      ASSERT_EQ(result.error(), post_error::queue_full);
      refused_behind_a_hole += sq.available() >= gap + length;
    }
    while (!in_ring.empty() && random.one_in(2)) {
      // Mostly not the oldest.
      const auto which =
          random.one_in(4) ? 0 : random.below(static_cast<std::uint32_t>(in_ring.size()));
      const auto done = in_ring[which];
      in_ring.erase(in_ring.begin() + which);
      const auto counter = static_cast<std::uint16_t>(done.begin);
      ASSERT_EQ(ctrl_of(memory, done.begin).wqe_index, counter);
      const bool failed = random.one_in(8);
      const auto got = failed ? fail(sq, counter) : complete(sq, counter);
      ASSERT_EQ(got, (done.filler ? calls{} : calls{{done.entry, failed, true}}));
    }
  }
  EXPECT_GT(refused_behind_a_hole, 0u) << "the case that matters was not met";
  EXPECT_TRUE(memory.guards_stand());
}

TEST(unordered, completes_in_any_order_contiguous) { any_order<unordered>(16); }
TEST(unordered, completes_in_any_order_wrapping) {
  any_order<send_queue<rc, int, wqe_table::unordered, ring_end::wrapping>>(8);
}

/// The same for dense: every entry comes back once and in order, whatever is signaled.
TEST(dense, hands_back_each_entry_once_and_in_order) {
  dice random;
  queue_pair_memory memory(32);
  dense sq(memory.send());
  std::deque<std::pair<std::uint16_t, bool>> posted;  // index, signaled
  int given = 0;
  int expected = 0;
  while (sq.pi() < (1u << 16) + 100) {
    const bool signaled = random.one_in(3);
    auto wqe = wqe_of_length(sq, 1 + random.below(4));
    const auto result =
        signaled ? std::move(wqe).signal(given).finish() : std::move(wqe).entry(given).finish();
    if (result.ok()) {
      posted.emplace_back(result.wqe_index(), signaled);
      ++given;
      if (!random.one_in(8)) continue;
    }
    // The next signaled one completes; without one, the last fails.
    auto at = std::find_if(posted.begin(), posted.end(), [](auto& p) { return p.second; });
    const bool fails = at == posted.end();
    if (fails) at = posted.end() - 1;
    const auto got = fails ? fail(sq, at->first) : complete(sq, at->first);
    const auto count = at - posted.begin() + 1;
    ASSERT_EQ(static_cast<std::ptrdiff_t>(got.size()), count);
    for (auto i = 0; i < count; ++i) {
      const bool last = i + 1 == count;
      ASSERT_EQ(got[static_cast<std::size_t>(i)],
                (call{expected++, fails && last, last && !fails}));
    }
    posted.erase(posted.begin(), at + 1);
  }
}

TEST(relaxed, signal_brings_a_fence) {
  queue_pair_memory memory(8);
  relaxed sq(memory.send());
  (void)sq.sq_wqe().nop({.fence = fence_mode::key_changes}).finish();
  (void)sq.sq_wqe().nop().signal(fenced(1)).finish();
  (void)sq.sq_wqe().nop({.fence = fence_mode::key_changes}).signal(fenced(2)).finish();
  (void)sq.sq_wqe().nop({.fence = fence_mode::everything}).signal(fenced(3)).finish();
  EXPECT_EQ(ctrl_of(memory, 0).fm, fence_mode::key_changes);
  EXPECT_EQ(ctrl_of(memory, 1).fm, fence_mode::reads_atomics_and_key_changes);
  EXPECT_EQ(ctrl_of(memory, 2).fm, fence_mode::reads_atomics_and_key_changes);
  EXPECT_EQ(ctrl_of(memory, 3).fm, fence_mode::everything);
  EXPECT_EQ(ctrl_of(memory, 1).ce, completion_mode::always);
  EXPECT_EQ(complete(sq, 3), (calls{{3, false, true}}));
  EXPECT_EQ(sq.available(), 8u);
}

TEST(relaxed, other_cqes_retire_nothing) {
  queue_pair_memory memory(8);
  relaxed sq(memory.send());
  (void)sq.sq_wqe().nop().finish();
  (void)sq.sq_wqe().nop().signal(fenced(1)).finish();
  (void)sq.sq_wqe().nop().finish();
  EXPECT_EQ(complete(sq, 0), calls{}) << "not fenced and signaled";
  EXPECT_EQ(complete(sq, 2), calls{});
  EXPECT_EQ(sq.available(), 5u);
  EXPECT_EQ(complete(sq, 1), (calls{{1, false, true}}));
  EXPECT_EQ(sq.available(), 7u);
  EXPECT_EQ(complete(sq, 1), calls{}) << "of the past";
  EXPECT_EQ(sq.available(), 7u);
}

TEST(relaxed, an_error_without_a_fence_retires_nothing_either) {
  queue_pair_memory memory(8);
  relaxed sq(memory.send());
  (void)sq.sq_wqe().send().sge(1, 2, lkey(3)).finish();
  (void)sq.sq_wqe().send().sge(1, 2, lkey(3)).finish();
  (void)sq.sq_wqe().nop().signal(fenced(7)).finish();
  EXPECT_EQ(fail(sq, 1), (calls{{0, true, false}}));
  EXPECT_EQ(sq.available(), 5u) << "WQE 0 may still be under way";
  EXPECT_EQ(fail(sq, 2), (calls{{7, true, true}}));
  EXPECT_EQ(sq.available(), 8u);
}

TEST(relaxed, dense_hands_everything_back_with_the_fence) {
  queue_pair_memory memory(8);
  relaxed_dense sq(memory.send());
  for (int i = 0; i < 3; ++i) (void)sq.sq_wqe().send().sge(1, 2, lkey(3)).entry(i).finish();
  (void)sq.sq_wqe().nop().signal(fenced(3)).finish();
  (void)sq.sq_wqe().nop().entry(4).finish();
  EXPECT_EQ(complete(sq, 1), calls{});
  EXPECT_EQ(fail(sq, 1), (calls{{1, true, false}})) << "its own, and no other";
  EXPECT_EQ(sq.available(), 3u);
  EXPECT_EQ(complete(sq, 3), (calls{{0, false, false}, {2, false, false}, {3, false, true}}));
  EXPECT_EQ(sq.available(), 7u);
}

TEST(dci_streams, each_wqe_names_its_stream) {
  queue_pair_memory memory(16);
  streams sq(memory.send());
  auto wqe = sq.sq_wqe().stream_id(0x1234).av(1, 2, 3).send().sge(1, 2, lkey(3));
  const auto index = std::move(wqe).signal(5).finish().wqe_index();
  EXPECT_EQ(ctrl_of(memory, index).dci_stream_channel_id, 0x1234);
  EXPECT_TRUE(same(memory.wqe(index, 16), bytes({
                                              0x00, 0x00, 0x00, 0x0a,  // opmod, index, SEND
                                              0x12, 0x34, 0x56, 0x05,  // QPN, ds
                                              0x00, 0x12, 0x34, 0x08,  // signature, stream, CQE
                                              0x00, 0x00, 0x00, 0x00,  // immediate
                                          })));
  (void)sq.sq_wqe().stream_id(2).av(1, 2, 3).send().no_data().signal(6).finish();
  EXPECT_EQ(complete(sq, 2), (calls{{6, false, true}})) << "another stream, out of order";
  EXPECT_EQ(complete(sq, index), (calls{{5, false, true}}));
  EXPECT_EQ(sq.scan_available(), 16u);
}

TEST(wqe_tables, entries_may_be_move_only) {
  queue_pair_memory memory(8);
  send_queue<rc, std::unique_ptr<int>, wqe_table::ordered_dense> sq(memory.send());
  (void)sq.sq_wqe().nop().entry(std::make_unique<int>(1)).finish();
  (void)sq.sq_wqe().nop().signal(std::make_unique<int>(2)).finish();
  int sum = 0;
  sq.complete(1, [&](std::unique_ptr<int> entry, bool, bool) { sum += *entry; });
  EXPECT_EQ(sum, 3);

  queue_pair_memory other_memory(8);
  send_queue<rc, std::unique_ptr<int>, ordering::relaxed> other(other_memory.send());
  (void)other.sq_wqe().nop().signal(fenced(std::make_unique<int>(4))).finish();
  EXPECT_EQ(*retire(other, 0).entry, 4);
}

}  // namespace
}  // namespace verbatim::test
