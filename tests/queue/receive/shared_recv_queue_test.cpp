// The promises of a shared receive queue: links, lists, terminators, and completion in any order.
#include "verbatim/queue/receive/shared_recv_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>

#include "device.hpp"
#include "dice.hpp"
#include "receive/srq_memory.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::test {
namespace {

TEST(shared_recv_queue, wqe_is_a_link_and_a_list_that_ends_with_a_terminator) {
  srq_memory memory(4);
  shared_recv_queue<int> srq(memory.memory());
  EXPECT_EQ(srq.max_sges(), 3u);
  EXPECT_EQ(srq.srqn(), 0x77u);
  const auto index = srq.srq_wqe()
                         .sge(0x0123456789abcdef, 0x1000, lkey(0x11223344))
                         .sge(9, 0, lkey(9))  // of 0 bytes: left out, as it would be 2 GiB
                         .finish(7);
  EXPECT_EQ(index.wqe_index(), 0);
  EXPECT_TRUE(same(memory.wqe(0), bytes({
                                      0x00, 0x00, 0x00, 0x01,  // next_wqe_index
                                      0x00, 0x00, 0x00, 0x00,  // signature
                                      0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                                      0x00, 0x00, 0x10, 0x00,                          // byte_count
                                      0x11, 0x22, 0x33, 0x44,                          // lkey
                                      0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,  // addr
                                      0x00, 0x00, 0x00, 0x00,                          // byte_count
                                      0x00, 0x00, 0x01, 0x00,  // lkey: ends the list
                                      0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // addr
                                      0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,  // as it was
                                      0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,  //
                                  })));
  EXPECT_EQ(memory.record().counter, 0);
  srq.ring_doorbell();
  EXPECT_EQ(memory.record().counter, 1);
}

TEST(shared_recv_queue, a_full_list_has_no_terminator_and_one_more_is_refused) {
  srq_memory memory(4);
  shared_recv_queue<int> srq(memory.memory());
  EXPECT_EQ(srq.srq_wqe()
                .sge(1, 1, lkey(1))
                .sge(2, 2, lkey(2))
                .sge(3, 3, lkey(3))
                .sge(4, 4, lkey(4))
                .finish(1)
                .error(),
            post_error::too_many_sges);
  EXPECT_EQ(srq.available(), 3u);
  EXPECT_TRUE(srq.srq_wqe()
                  .sge(1, 1, lkey(1))
                  .sge(2, 2, lkey(2))
                  .sge(3, 3, lkey(3))
                  .sge(4, 0, lkey(4))
                  .finish(1)
                  .ok());
  EXPECT_EQ(data_seg::read(memory.wqe(0).data() + 48),
            (data_seg{.byte_count = 3, .lkey = 3, .addr = 3}));
  EXPECT_EQ(srq_next_seg::read(memory.wqe(1).data()).next_wqe_index, 2) << "not overwritten";
}

TEST(shared_recv_queue, terminator_is_the_devices_own_where_it_has_one) {
  srq_memory memory(4);
  auto at = memory.memory();
  at.terminator = lkey(0x12345);
  shared_recv_queue<int> srq(at);
  (void)srq.srq_wqe().finish(1);
  EXPECT_EQ(data_seg::read(memory.wqe(0).data() + 16),
            (data_seg{.byte_count = 0, .lkey = 0x12345, .addr = 0}));
}

TEST(shared_recv_queue, one_wqe_is_kept_back) {
  srq_memory memory(4);
  shared_recv_queue<int> srq(memory.memory());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(srq.srq_wqe().sge(1, 1, lkey(1)).finish(i).wqe_index(), i);
  EXPECT_EQ(srq.srq_wqe().sge(1, 1, lkey(1)).finish(3).error(), post_error::queue_full);
  srq.ring_doorbell();
  EXPECT_EQ(memory.record().counter, 3);
  EXPECT_EQ(srq.retire(1), 1);
  EXPECT_EQ(srq.available(), 1u);
  EXPECT_EQ(srq.srq_wqe().sge(1, 1, lkey(1)).finish(4).wqe_index(), 3)
      << "the one that was kept back";
  EXPECT_EQ(srq_next_seg::read(memory.wqe(3).data()).next_wqe_index, 1);
  EXPECT_EQ(srq.retire(3), 4);
  EXPECT_EQ(srq.srq_wqe().sge(1, 1, lkey(1)).finish(5).wqe_index(), 1);
}

TEST(shared_recv_queue, posts_the_receive_of_a_message_again_that_nobody_takes) {
  srq_memory memory(4);
  shared_recv_queue<int> srq(memory.memory());
  for (std::uint32_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(srq.srq_wqe().sge(i, 1 + i, lkey(i)).finish(static_cast<int>(i)));
  }
  srq.ring_doorbell();
  srq.post_again(1);
  EXPECT_EQ(memory.record().counter, 4);
  EXPECT_EQ(srq.available(), 0u);
  EXPECT_FALSE(srq.holds(1));
  EXPECT_EQ(data_seg::read(memory.wqe(3).data() + 16),
            (data_seg{.byte_count = 2, .lkey = 1, .addr = 1}));
  EXPECT_EQ(srq_next_seg::read(memory.wqe(3).data()).next_wqe_index, 1);
  EXPECT_EQ(srq.retire(3), 1);
  srq.close();
  srq.post_again(0);
  EXPECT_EQ(memory.record().counter, 4);
}

TEST(shared_recv_queue, a_closed_queue_answers_so_and_touches_nothing) {
  srq_memory memory(4);
  {
    shared_recv_queue<int> srq(memory.memory());
    (void)srq.srq_wqe().sge(1, 1, lkey(1)).finish(1);
    srq.ring_doorbell();
    const byte_string before(memory.wqe(3).begin(), memory.wqe(3).end());
    srq.close();
    EXPECT_EQ(srq.srq_wqe().sge(1, 1, lkey(1)).finish(2).error(), post_error::closed);
    srq.ring_doorbell();
    EXPECT_EQ(srq.retire(0), 1) << "what was posted can still come back";
    EXPECT_TRUE(same(memory.wqe(3), before));
    EXPECT_EQ(memory.record().counter, 1);
  }
}

TEST(shared_recv_queue, entries_may_be_move_only) {
  srq_memory memory(4);
  shared_recv_queue<std::unique_ptr<int>> srq(memory.memory());
  const auto index = srq.srq_wqe().sge(1, 1, lkey(1)).finish(std::make_unique<int>(5)).wqe_index();
  EXPECT_EQ(*srq.retire(index), 5);
}

/// The device walks the links only; messages complete in any order; past 2^16.
TEST(shared_recv_queue, completes_in_any_order) {
  dice random;
  for (const auto wqes : {2u, 16u, 64u}) {
    srq_memory memory(wqes, 32);
    shared_recv_queue<std::uint64_t> srq(memory.memory());
    std::deque<std::uint64_t> posted;                              // in order, not yet taken
    std::vector<std::pair<std::uint16_t, std::uint64_t>> filling;  // index, entry
    std::uint64_t next = 0;
    while (srq.posted() < (1u << 16) + 100) {
      const auto in_use = posted.size() + filling.size();
      ASSERT_EQ(srq.available(), wqes - 1 - in_use);
      const auto result = srq.srq_wqe().sge(next, 1, lkey(1)).finish(next);
      ASSERT_EQ(result.ok(), in_use < wqes - 1);
      if (result.ok()) posted.push_back(next++);
      if (!random.one_in(3)) continue;
      srq.ring_doorbell();
      while (memory.has_more() && !random.one_in(4)) {
        const auto index = memory.take();
        const auto list = data_seg::read(memory.wqe(index).data() + 16);
        ASSERT_EQ(list.addr, posted.front()) << "in the order of posting";
        filling.emplace_back(index, posted.front());
        posted.pop_front();
      }
      while (!filling.empty() && !random.one_in(4)) {
        const auto which = random.below(static_cast<std::uint32_t>(filling.size()));
        ASSERT_EQ(srq.retire(filling[which].first), filling[which].second);
        filling.erase(filling.begin() + which);
      }
    }
    EXPECT_TRUE(memory.guards_stand());
  }
}

/// A queue pair on a shared receive queue, and one that only sends.
struct on_srq {
  send_queue<rc, int> sq;
  shared_recv_queue<int>& rq;
};
struct sends_only {
  send_queue<rc, int> sq;
};
struct receives_only {
  shared_recv_queue<int>& rq;
};

TEST(shared_recv_queue, completion_queue_finds_it_behind_every_queue_pair) {
  srq_memory shared(4);
  shared_recv_queue<int> srq(shared.memory());
  queue_pair_memory one_memory(8, 0x100);
  queue_pair_memory other_memory(8, 0x200);
  queue_pair_memory third_memory(8, 0x300);
  on_srq one{send_queue<rc, int>(one_memory.send()), srq};
  on_srq other{send_queue<rc, int>(other_memory.send()), srq};
  sends_only third{send_queue<rc, int>(third_memory.send())};
  receives_only fourth{srq};
  completion_queue_device device(16);
  completion_queue<on_srq, sends_only, receives_only> cq(device.memory());
  cq.attach(0x100, one);
  cq.attach(0x200, other);
  cq.attach(0x300, third);
  cq.attach(0x400, fourth);
  for (int i = 0; i < 3; ++i) (void)srq.srq_wqe().sge(1, 1, lkey(1)).finish(i);

  device.received(0x200, 2, 10);
  device.recv_failed(0x100, 0, cqe_syndrome::local_length_err);
  device.sent(0x100, one.sq.sq_wqe().nop().signal(70).finish().wqe_index());
  device.sent(0x300, third.sq.sq_wqe().nop().signal(80).finish().wqe_index());
  device.received(0x400, 1, 20);
  device.received(0x300, 0, 20);  // it receives nothing
  device.sent(0x400, 0);          // it sends nothing
  std::vector<std::pair<int, std::uint32_t>> got;
  cq.poll([&](auto&& c) { got.emplace_back(c.entry, c.qpn()); });
  EXPECT_EQ(got, (std::vector<std::pair<int, std::uint32_t>>{
                     {2, 0x200}, {0, 0x100}, {70, 0x100}, {80, 0x300}, {1, 0x400}}));
  EXPECT_EQ(cq.dropped(), 2u);
  EXPECT_EQ(srq.available(), 3u);
}

TEST(shared_recv_queue, one_of_xrc_gets_what_comes_through_unknown_queue_pairs) {
  srq_memory shared(8);
  shared_recv_queue<int> srq(shared.memory());
  queue_pair_memory memory(8, 0x100);
  sends_only sender{send_queue<rc, int>(memory.send())};
  receives_only xrc{srq};
  completion_queue_device device(16);
  completion_queue<sends_only, receives_only> cq(device.memory());
  cq.attach(0x100, sender);
  for (int i = 0; i < 5; ++i) (void)srq.srq_wqe().sge(1, 1, lkey(1)).finish(i);
  std::vector<std::pair<int, std::uint32_t>> got;
  const auto note = [&](auto&& c) { got.emplace_back(c.entry, c.qpn()); };

  device.received(0x555, 0, 10);
  cq.poll(note);
  EXPECT_TRUE(got.empty()) << "nobody is there for it";
  cq.attach_xrc_srq(xrc);
  EXPECT_TRUE(cq.has_xrc_srq());
  device.received(0x777, 1, 10);
  device.recv_failed(0x888, 2, cqe_syndrome::local_length_err);
  device.sent(0x100, sender.sq.sq_wqe().nop().signal(70).finish().wqe_index());
  device.received(0x100, 3, 10);  // it receives nothing
  device.sent(0x777, 0);          // a receive queue sends nothing
  device.received(0, 3, 10);      // discarded
  cq.poll(note);
  EXPECT_EQ(got, (std::vector<std::pair<int, std::uint32_t>>{{1, 0x777}, {2, 0x888}, {70, 0x100}}));
  EXPECT_EQ(cq.dropped(), 4u);

  // CQEs that are queued when it goes are not its successor's, and a queue pair keeps its own.
  device.received(0x777, 3, 10);
  device.sent(0x100, sender.sq.sq_wqe().nop().signal(71).finish().wqe_index());
  cq.detach_xrc_srq();
  EXPECT_FALSE(cq.has_xrc_srq());
  cq.attach_xrc_srq(xrc);
  device.received(0x777, 4, 10);
  got.clear();
  cq.poll(note);
  EXPECT_EQ(got, (std::vector<std::pair<int, std::uint32_t>>{{71, 0x100}, {4, 0x777}}));
  EXPECT_EQ(cq.dropped(), 5u);
}

TEST(shared_recv_queue, of_xrc_keeps_what_came_through_the_number_that_a_new_queue_pair_gets) {
  srq_memory shared(8);
  shared_recv_queue<int> srq(shared.memory());
  queue_pair_memory memory(8, 0x777);
  sends_only later{send_queue<rc, int>(memory.send())};
  receives_only xrc{srq};
  completion_queue_device device(16);
  completion_queue<sends_only, receives_only> cq(device.memory());
  cq.attach_xrc_srq(xrc);
  for (int i = 0; i < 2; ++i) (void)srq.srq_wqe().sge(1, 1, lkey(1)).finish(i);
  device.received(0x777, 0, 10);
  cq.attach(0x777, later);
  device.sent(0x777, later.sq.sq_wqe().nop().signal(70).finish().wqe_index());
  std::vector<int> got;
  cq.poll([&](auto&& c) { got.push_back(c.entry); });
  EXPECT_EQ(got, (std::vector<int>{0, 70}));
  EXPECT_EQ(cq.dropped(), 0u);
}

}  // namespace
}  // namespace verbatim::test
