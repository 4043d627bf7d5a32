// Queues with wqe_table::ordered_few beside queues with ordered_sparse, which do the same.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "device.hpp"
#include "dice.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::test {
namespace {

using few = send_queue<rc, int, wqe_table::ordered_few>;
using sparse = send_queue<rc, int>;
using shared_spare = detail::shared_spare<few::max_wqebbs>;

/// Returns the memory of a queue for so many signaled WQEs.
detail::send_queue_memory for_few(queue_pair_memory& memory, std::uint32_t most) {
  auto of_queue = memory.send();
  of_queue.max_signaled = most;
  return of_queue;
}

/// The arguments of hand_back().
struct few_call {
  int entry;
  bool failed;
  bool signaled;

  bool operator==(const few_call&) const = default;
};
std::ostream& operator<<(std::ostream& out, const few_call& c) {
  return out << c.entry << (c.failed ? " failed" : " done") << (c.signaled ? "" : ", unsignaled");
}

template <class Queue>
std::vector<few_call> end_of(Queue& sq, std::uint16_t wqe_counter, bool fails) {
  std::vector<few_call> result;
  const auto hand_back = [&](int entry, bool failed, bool signaled) {
    result.push_back({entry, failed, signaled});
  };
  fails ? sq.fail(wqe_counter, hand_back) : sq.complete(wqe_counter, hand_back);
  return result;
}

/// Posts a WQE of 1 to 4 WQEBBs, or one that changes a key, so that the next one has to wait.
template <class Queue>
post_result post_some(Queue& sq, unsigned wqebbs, bool changes_a_key, bool signals, int entry) {
  if (changes_a_key) {
    auto wqe = sq.sq_wqe().local_invalidate().key(rkey(7));
    return signals ? std::move(wqe).signal(entry).finish() : std::move(wqe).finish();
  }
  auto list = sq.sq_wqe().send().sge(1, 1, lkey(1));
  for (unsigned i = 1; i < wqebbs * 4 - 1; ++i) list = std::move(list).sge(1, 1, lkey(1));
  return signals ? std::move(list).signal(entry).finish() : std::move(list).finish();
}

/// Random WQEs past 2^16. The model is the sparse queue, and a list of what was posted.
void are_alike(std::uint32_t wqebbs, std::uint32_t most) {
  struct there {
    std::uint16_t index;
    bool is_signaled;
  };
  dice random;
  queue_pair_memory memory(wqebbs), twin_memory(wqebbs);
  few sq(for_few(memory, most));
  sparse twin(twin_memory.send());
  std::deque<there> posted;
  std::uint32_t signaled = 0;
  std::uint64_t refused_for_the_table = 0, kept_waiting = 0;
  int next = 0;
  while (sq.pi() < (1u << 16) + 4 * wqebbs) {
    const auto length = 1 + random.below(4);
    const bool changes_a_key = random.one_in(5), signals = !random.one_in(3);
    ++next;
    const auto put = post_some(sq, length, changes_a_key, signals, next);
    if (signaled == most) {
      ASSERT_EQ(put.error(), post_error::queue_full);
      ++refused_for_the_table;
    } else {
      const auto other = post_some(twin, length, changes_a_key, signals, next);
      ASSERT_EQ(put.error(), other.error());
      if (put.ok()) {
        ASSERT_EQ(put.wqe_index(), other.wqe_index());
        kept_waiting += changes_a_key;
        posted.push_back({put.wqe_index(), signals});
        signaled += signals ? 1 : 0;
      }
    }
    ASSERT_EQ(sq.pi(), twin.pi());
    ASSERT_EQ(sq.ci(), twin.ci());
    ASSERT_EQ(sq.available(), twin.available());
    const bool must = !put.ok();
    if (posted.empty() || (!must && !random.one_in(4))) continue;
    // The next signaled one completes. Without one, or now and then, the oldest fails.
    auto at = posted.begin();
    while (at != posted.end() && !at->is_signaled) ++at;
    const bool fails = at == posted.end() || random.one_in(16);
    if (fails) at = posted.begin();
    const auto got = end_of(sq, at->index, fails);
    ASSERT_EQ(got, end_of(twin, at->index, fails));
    ASSERT_EQ(got.size(), 1u);
    signaled -= at->is_signaled ? 1 : 0;
    posted.erase(posted.begin(), at + 1);
  }
  EXPECT_TRUE(same(memory.send_ring(), twin_memory.send_ring()));
  EXPECT_TRUE(memory.guards_stand());
  EXPECT_GT(kept_waiting, 100u);
  EXPECT_EQ(refused_for_the_table != 0, most < wqebbs / 2) << refused_for_the_table;
}

TEST(few_signaled, are_like_many) { are_alike(16, 16); }
TEST(few_signaled, are_refused_if_there_are_too_many) {
  are_alike(16, 1);
  are_alike(64, 5);
}

TEST(few_signaled, a_cqe_of_nothing_frees_nothing) {
  queue_pair_memory memory(16);
  few sq(for_few(memory, 2));
  (void)post_some(sq, 2, false, false, 0);
  (void)post_some(sq, 1, false, true, 1);
  EXPECT_TRUE(end_of(sq, 0, false).empty()) << "not signaled";
  EXPECT_TRUE(end_of(sq, 1, false).empty()) << "no WQE begins there";
  EXPECT_EQ(sq.available(), 13u);
  EXPECT_EQ(end_of(sq, 2, false), (std::vector<few_call>{{1, false, true}}));
  EXPECT_TRUE(end_of(sq, 2, false).empty()) << "once only";
  EXPECT_EQ(sq.available(), 16u);
}

TEST(few_signaled, the_callback_may_post_into_what_has_become_free) {
  queue_pair_memory memory(16);
  few sq(for_few(memory, 1));
  ASSERT_TRUE(post_some(sq, 1, false, true, 1).ok());
  EXPECT_EQ(post_some(sq, 1, false, false, 0).error(), post_error::queue_full);
  int entry = 0;
  sq.complete(0, [&](int got, bool, bool) {
    EXPECT_TRUE(post_some(sq, 1, false, true, 2).ok());
    entry = got;
  });
  EXPECT_EQ(entry, 1);
  EXPECT_EQ(end_of(sq, 1, false), (std::vector<few_call>{{2, false, true}}));
}

TEST(few_signaled, post_all_stops_where_the_table_is_full) {
  queue_pair_memory memory(64);
  few sq(for_few(memory, 5));
  std::array<int, 9> entries{1, 2, 3, 4, 5, 6, 7, 8, 9};
  const auto post = [](auto&& wqe, int entry) {
    return std::forward<decltype(wqe)>(wqe).send().sge(1, 1, lkey(1)).signal(entry).finish();
  };
  const auto posted = sq.post_all(entries, post);
  EXPECT_EQ(posted.accepted, 5u);
  EXPECT_EQ(posted.error(), post_error::queue_full);
  for (std::uint16_t i = 0; i < 5; ++i) {
    EXPECT_EQ(end_of(sq, i, false), (std::vector<few_call>{{i + 1, false, true}}));
  }
  EXPECT_EQ(sq.post_all(entries, post).accepted, 5u);
}

TEST(few_signaled, reset_forgets) {
  queue_pair_memory memory(16);
  few sq(for_few(memory, 2));
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(post_some(sq, 1, false, true, i).ok());
  sq.reset();
  EXPECT_TRUE(end_of(sq, 0, false).empty());
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(post_some(sq, 1, false, true, i).ok());
  EXPECT_EQ(post_some(sq, 1, false, true, 2).error(), post_error::queue_full);
}

TEST(few_signaled, entries_may_be_move_only) {
  queue_pair_memory memory(8);
  send_queue<rc, std::unique_ptr<int>, wqe_table::ordered_few> sq(memory.send());
  (void)sq.sq_wqe().nop().signal(std::make_unique<int>(2)).finish();
  int sum = 0;
  sq.complete(0, [&](std::unique_ptr<int> entry, bool, bool) { sum += *entry; });
  EXPECT_EQ(sum, 2);
}

/// Queues that share the memory for WQEs that are built aside write what queues with their own write.
TEST(few_signaled, spare_memory_may_be_shared) {
  struct pair {
    explicit pair(const shared_spare& spare) : sharing(memory.send(), spare) {}

    queue_pair_memory memory{8}, twin_memory{8};
    few sharing;
    sparse twin{twin_memory.send()};
    std::deque<std::uint16_t> posted;
  };
  const auto spare = shared_spare::make();
  std::deque<pair> pairs;
  for (int i = 0; i < 2; ++i) pairs.emplace_back(spare);
  dice random;
  std::uint64_t refused = 0;
  for (int i = 0; i < 2000; ++i) {
    auto& one = pairs[random.below(2)];
    const auto length = 1 + random.below(4);
    const auto put = post_some(one.sharing, length, false, true, i);
    ASSERT_EQ(put.error(), post_some(one.twin, length, false, true, i).error());
    if (put.ok()) {
      one.posted.push_back(put.wqe_index());
      continue;
    }
    ++refused;
    const auto oldest = one.posted.front();
    one.posted.pop_front();
    ASSERT_EQ(end_of(one.sharing, oldest, false), end_of(one.twin, oldest, false));
  }
  EXPECT_GT(refused, 100u);
  for (const auto& one : pairs) {
    EXPECT_TRUE(same(one.memory.send_ring(), one.twin_memory.send_ring()));
  }
  // A queue that is closed rings into the shared memory, where no device looks.
  pairs[0].sharing.close();
  pairs[0].sharing.ring_doorbell();
  EXPECT_EQ(post_some(pairs[0].sharing, 1, false, true, 1).error(), post_error::closed);
}

}  // namespace
}  // namespace verbatim::test
