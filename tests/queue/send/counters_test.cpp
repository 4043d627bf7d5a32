// The counters of queues: they count what happened, and another thread may read them meanwhile.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include "device.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::test {
namespace {

constexpr auto kept = counting::counters::kept;
using counted_endpoint = endpoint<send_queue<rc, int, kept>>;
using counted_cq = completion_queue<with_format<cq_format{.counters = counting::counters::kept}>,
                                    counted_endpoint>;
constexpr std::uint32_t qpn = 0x42;

/// A queue pair and its completion queue, both with counters, and the device's side.
struct counted_pair {
  explicit counted_pair(std::uint32_t wqebbs = 16) : memory(wqebbs, qpn) { cq.attach(qpn, ends); }

  unsigned poll() {
    return cq.poll([](auto&&) {});
  }

  queue_pair_memory memory;
  completion_queue_device device{16};
  counted_endpoint ends{memory};
  counted_cq cq{device.memory()};
  const counting::send_counters& sends = ends.sq.counters();
  const counting::completion_counters& completions = cq.counters();
};

TEST(counters, of_a_send_queue_count_wqes_and_not_wqebbs) {
  counted_pair pair;
  auto& sq = pair.ends.sq;
  const auto first = sized(sq.sq_wqe(), 3).finish();
  const auto second = sq.sq_wqe().nop().signal(1).finish();
  ASSERT_TRUE(first.ok() && second.ok());
  sq.ring_doorbell();
  EXPECT_EQ(pair.sends.posted(), 2u);
  EXPECT_EQ(pair.sends.doorbells(), 1u);
  EXPECT_EQ(pair.sends.completions() + pair.sends.errors() + pair.sends.refused(), 0u);
  pair.device.sent(qpn, second.wqe_index());
  EXPECT_EQ(pair.poll(), 1u);
  EXPECT_EQ(pair.sends.completions(), 1u) << "one CQE, although it frees two WQEs";
  EXPECT_EQ(pair.sends.errors(), 0u);
}

TEST(counters, of_a_send_queue_count_the_wqes_of_post_all) {
  counted_pair pair(8);
  const std::vector<wire::local_memory> slices(9, {0x1000, 64, lkey(1)});
  const std::vector<wire::remote_memory> regions(9, {0x2000, 64, rkey(2)});
  const auto posted = pair.ends.sq.post_all(writes(slices, regions).signal_last(1));
  EXPECT_EQ(posted.accepted, pair.sends.posted());
  EXPECT_EQ(pair.sends.posted(), 8u);
  EXPECT_EQ(pair.sends.refused(), 1u);
  EXPECT_EQ(pair.sends.doorbells(), 1u);
}

TEST(counters, count_each_reason_to_refuse_a_wqe) {
  counted_pair pair(8);
  auto& sq = pair.ends.sq;
  EXPECT_EQ(sized(sq.sq_wqe(), 5).finish().error(), post_error::too_many_sges);
  EXPECT_EQ(pair.sends.refused(), 1u);
  while (sq.sq_wqe().nop().finish().ok()) continue;
  EXPECT_EQ(pair.sends.posted(), 8u);
  EXPECT_EQ(pair.sends.refused(), 2u) << "queue_full";
  sq.close();
  EXPECT_EQ(sq.sq_wqe().nop().finish().error(), post_error::closed);
  EXPECT_EQ(pair.sends.refused(), 3u);
  EXPECT_EQ(pair.sends.posted(), 8u);
}

TEST(counters, count_doorbells_of_blueflame_and_what_does_not_fit) {
  counted_pair pair;
  auto& sq = pair.ends.sq;
  const std::array<std::byte, 16> data{};
  (void)sq.sq_wqe().send().inline_data(data).finish();
  sq.ring_blueflame_doorbell();
  EXPECT_EQ(pair.sends.doorbells(), 1u);
  auto batch = sq.sq_blueflame_wqe();
  for (int i = 0; i < 4; ++i) (void)batch.wqe().send().inline_data(data).finish();
  EXPECT_EQ(batch.wqe().nop().finish().error(), post_error::blueflame_full);
  std::move(batch).finish();
  EXPECT_EQ(pair.sends.doorbells(), 2u);
  EXPECT_EQ(pair.sends.posted(), 5u);
  EXPECT_EQ(pair.sends.refused(), 1u);
}

TEST(counters, count_wraps_with_and_without_a_gap) {
  counted_pair pair(8);
  auto& sq = pair.ends.sq;
  for (std::uint64_t lap = 1; lap <= 3; ++lap) {
    move_to(sq, 7);
    EXPECT_EQ(pair.sends.wraps(), lap - 1);
    const auto posted = pair.sends.posted();
    // A NOP fills the last WQEBB, and the WQE is at the ring's start.
    const auto done = sized(sq.sq_wqe(), 2).finish();
    ASSERT_TRUE(done.ok());
    EXPECT_EQ(pair.sends.wraps(), lap);
    EXPECT_EQ(pair.sends.posted(), posted + 1) << "the NOP is not counted";
    retire(sq, sq.sq_wqe().nop().signal(0).finish().wqe_index());
  }
  EXPECT_EQ(sq.pi() / 8, 3u);
}

TEST(counters, of_a_completion_queue_count_polls_completions_errors_and_wraps) {
  counted_pair pair(32);
  auto& sq = pair.ends.sq;
  EXPECT_EQ(pair.poll(), 0u);
  for (int i = 0; i < 18; ++i) {
    const auto wqe = sq.sq_wqe().nop().signal(i).finish();
    if (i == 5)
      pair.device.send_failed(qpn, wqe.wqe_index(), cqe_syndrome::remote_op_err, opcode::nop);
    else
      pair.device.sent(qpn, wqe.wqe_index(), opcode::nop);
    EXPECT_EQ(pair.poll(), 1u);
  }
  pair.device.sent(0x777, 0);  // without an owner
  EXPECT_EQ(pair.poll(), 1u);
  EXPECT_EQ(pair.completions.polls(), 20u);
  EXPECT_EQ(pair.completions.empty_polls(), 1u);
  EXPECT_EQ(pair.completions.completions(), 19u);
  EXPECT_EQ(pair.completions.errors(), 1u);
  EXPECT_EQ(pair.completions.dropped(), 1u);
  EXPECT_EQ(pair.completions.wraps(), 1u) << "19 completions of 16 slots";
  EXPECT_EQ(pair.sends.completions(), 18u);
  EXPECT_EQ(pair.sends.errors(), 1u);
}

TEST(counters, survive_a_reset) {
  counted_pair pair;
  (void)pair.ends.sq.sq_wqe().nop().finish();
  pair.ends.sq.reset();
  (void)pair.ends.sq.sq_wqe().nop().finish();
  EXPECT_EQ(pair.sends.posted(), 2u);
}

// Row: counters() of queues that count
TEST(counters, may_be_read_by_another_thread_and_only_grow) {
  counted_pair pair(8);
  std::atomic<bool> done = false;
  std::uint64_t reads = 0;
  std::thread reader([&] {
    std::uint64_t posted = 0;
    std::uint64_t completions = 0;
    do {
      const auto now = pair.sends.posted();
      const auto polled = pair.completions.completions();
      EXPECT_GE(now, posted);
      EXPECT_GE(polled, completions);
      posted = now;
      completions = polled;
      ++reads;
    } while (!done.load(std::memory_order_relaxed));
  });
  for (int i = 0; i < 5000; ++i) {
    const auto wqe = pair.ends.sq.sq_wqe().nop().signal(i).finish();
    pair.ends.sq.ring_doorbell();
    pair.device.sent(qpn, wqe.wqe_index(), opcode::nop);
    pair.poll();
  }
  done = true;
  reader.join();
  EXPECT_GE(reads, 1u);
  EXPECT_EQ(pair.sends.posted(), 5000u);
  EXPECT_EQ(pair.sends.doorbells(), 5000u);
  EXPECT_EQ(pair.completions.completions(), 5000u);
}

// A queue that does not count has no memory for counters.
static_assert(sizeof(send_queue<rc, int, kept>) > sizeof(send_queue<rc, int>));
static_assert(sizeof(send_queue<rc, int, counting::counters::none>) == sizeof(send_queue<rc, int>));
static_assert(send_queue<dci, int, kept, wqe_table::unordered>::policies::counts);

}  // namespace
}  // namespace verbatim::test
