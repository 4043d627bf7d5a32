// The promises of a completion queue: whose CQE it is, whom it calls, and when it gives slots back.
#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <set>

#include "device.hpp"
#include "dice.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"

namespace verbatim::test {
namespace {

using rc_endpoint = endpoint<send_queue<rc, int>>;
using uc_endpoint = endpoint<send_queue<uc, std::string, ring_end::wrapping>>;

/// The completions that callbacks saw, in words.
struct seen {
  std::vector<std::string> calls;

  template <class Entry>
  static std::string text(const Entry& entry) {
    if constexpr (std::is_same_v<Entry, int>) {
      return std::to_string(entry);
    } else {
      return entry;
    }
  }
  template <class Entry>
  void operator()(const send_completion<Entry>& c) {
    calls.push_back("send " + text(c.entry) + (c.ok() ? "" : " " + std::string(name(c.status()))) +
                    (c.signaled ? "" : " unsignaled"));
  }
  template <class Entry>
  void operator()(const recv_completion<Entry>& c) {
    calls.push_back("recv " + text(c.entry) + (c.ok() ? "" : " " + std::string(name(c.status()))));
  }
};

using words = std::vector<std::string>;

class completion_queue_test : public testing::Test {
 protected:
  void SetUp() override { cq.attach(memory.qpn(), qp); }

  void post_signaled(int entry) { (void)qp.sq.sq_wqe().nop().signal(entry).finish(); }

  queue_pair_memory memory{16, 0x100};
  rc_endpoint qp{memory};
  completion_queue_device device{8};
  completion_queue<rc_endpoint, uc_endpoint> cq{device.memory()};
  seen log;
};

TEST_F(completion_queue_test, an_empty_queue_has_nothing_and_publishes_nothing) {
  EXPECT_EQ(cq.poll(log), 0u);
  EXPECT_TRUE(log.calls.empty());
  EXPECT_EQ(device.record(), 0u);
}

TEST_F(completion_queue_test, slots_belong_to_the_device_until_the_owner_bit_of_the_lap) {
  int entry = 0;
  for (int lap = 0; lap < 4; ++lap) {
    for (int i = 0; i < 8; ++i) {
      post_signaled(++entry);
      EXPECT_EQ(cq.poll(log), 0u) << "what lies there is of the lap before";
      device.sent(0x100, static_cast<std::uint16_t>(entry - 1));
      EXPECT_EQ(cq.poll(log), 1u);
      EXPECT_EQ(log.calls.back(), "send " + std::to_string(entry));
      EXPECT_EQ(device.record(), static_cast<std::uint32_t>(entry));
    }
  }
  EXPECT_EQ(cq.ci(), 32u);
}

TEST_F(completion_queue_test, budget_bounds_a_poll_and_the_index_is_published_once) {
  for (int i = 0; i < 8; ++i) post_signaled(i);
  for (std::uint16_t i = 0; i < 8; ++i) device.sent(0x100, i);
  EXPECT_EQ(cq.poll(log, 0), 0u);
  EXPECT_EQ(device.record(), 0u);
  unsigned calls = 0;
  EXPECT_EQ(cq.poll(
                [&](auto&&) {
                  ++calls;
                  EXPECT_EQ(device.record(), 0u) << "published once, at the end";
                },
                3),
            3u);
  EXPECT_EQ(calls, 3u);
  EXPECT_EQ(device.record(), 3u);
  EXPECT_EQ(cq.poll(log), 5u);
  EXPECT_EQ(log.calls, (words{"send 3", "send 4", "send 5", "send 6", "send 7"}));
  EXPECT_EQ(device.record(), 8u);
}

TEST_F(completion_queue_test, one_good_cqe_retires_the_unsignaled_before_it) {
  for (int i = 0; i < 3; ++i) (void)qp.sq.sq_wqe().nop().finish();
  post_signaled(5);
  EXPECT_EQ(qp.sq.available(), 12u);
  device.sent(0x100, 3);
  cq.poll(log);
  EXPECT_EQ(log.calls, words{"send 5"});
  EXPECT_EQ(qp.sq.available(), 16u);
}

TEST_F(completion_queue_test, callback_sees_the_fields_of_the_cqe) {
  (void)qp.sq.sq_wqe().read().rdma(1, rkey(2)).sge(3, 100, lkey(5)).signal(6).finish();
  (void)qp.rq.rq_wqe().sge(1, 200, lkey(3)).finish(7);
  device.write(cqe64::values{.byte_cnt = 100,
                             .s_wqe_opcode = opcode::rdma_read,
                             .qpn = 0x100,
                             .wqe_counter = 0,
                             .opcode = cqe_opcode::req});
  device.write(cqe64::values{.imm = 0x11223344,
                             .byte_cnt = 150,
                             .qpn = 0x100,
                             .wqe_counter = 0,
                             .opcode = cqe_opcode::resp_send_imm,
                             .se = 1});
  int calls = 0;
  cq.poll(overloaded{[&](send_completion<int> c) {
                       ++calls;
                       EXPECT_TRUE(c.ok());
                       EXPECT_EQ(c.status(), cqe_syndrome::ok);
                       EXPECT_EQ(c.vendor_err_synd(), 0);
                       EXPECT_EQ(c.opcode(), opcode::rdma_read);
                       EXPECT_EQ(c.byte_count(), 100u);
                       EXPECT_EQ(c.qpn(), 0x100u);
                       EXPECT_EQ(c.wqe_counter(), 0);
                       EXPECT_EQ(c.entry, 6);
                       EXPECT_TRUE(c.signaled);
                     },
                     [&](recv_completion<int> c) {
                       ++calls;
                       EXPECT_TRUE(c.ok());
                       EXPECT_EQ(c.opcode(), cqe_opcode::resp_send_imm);
                       EXPECT_EQ(c.byte_count(), 150u);
                       EXPECT_EQ(c.imm(), 0x11223344u);
                       EXPECT_TRUE(c.solicited());
                       EXPECT_EQ(c.entry, 7);
                     },
                     [](auto&&) { ADD_FAILURE() << "of no queue here"; }});
  EXPECT_EQ(calls, 2);
}

TEST_F(completion_queue_test, every_responder_opcode_completes_a_receive) {
  int entry = 0;
  for (const auto kind : {cqe_opcode::resp_wr_imm, cqe_opcode::resp_send, cqe_opcode::resp_send_imm,
                          cqe_opcode::resp_send_inv}) {
    const auto index = qp.rq.rq_wqe().sge(1, 2, lkey(3)).finish(++entry).wqe_index();
    device.write(
        cqe64::values{.imm = 0x55667788, .qpn = 0x100, .wqe_counter = index, .opcode = kind});
    cq.poll(overloaded{[&](recv_completion<int> c) {
                         EXPECT_EQ(c.entry, entry);
                         EXPECT_EQ(c.opcode(), kind);
                         EXPECT_EQ(c.invalidated_rkey(), rkey(0x55667788));
                       },
                       [](auto&&) { ADD_FAILURE(); }});
  }
  EXPECT_EQ(qp.rq.available(), 8u);
}

TEST_F(completion_queue_test, errors_of_signaled_and_unsignaled_wqes) {
  post_signaled(1);
  (void)qp.sq.sq_wqe().send().no_data().finish();
  post_signaled(3);
  (void)qp.sq.sq_wqe().send().no_data().finish();
  // The first is done without a CQE of its own in between: the second fails, the rest is flushed.
  device.send_failed(0x100, 1, cqe_syndrome::remote_access_err);
  device.send_failed(0x100, 2, cqe_syndrome::wr_flush_err, opcode::nop);
  device.send_failed(0x100, 3, cqe_syndrome::wr_flush_err);
  cq.poll(log);
  EXPECT_EQ(log.calls, (words{"send 0 remote_access_err unsignaled", "send 3 wr_flush_err",
                              "send 0 wr_flush_err unsignaled"}));
  EXPECT_EQ(qp.sq.available(), 16u);
}

TEST_F(completion_queue_test, vendor_syndrome_of_an_error) {
  post_signaled(1);
  device.send_failed(0x100, 0, cqe_syndrome::transport_retry_exc_err);
  cq.poll([](auto&& c) {
    EXPECT_FALSE(c.ok());
    EXPECT_EQ(c.status(), cqe_syndrome::transport_retry_exc_err);
    EXPECT_EQ(c.vendor_err_synd(), 0x42);
  });
}

TEST_F(completion_queue_test, errors_of_receives) {
  for (int i = 1; i <= 3; ++i) (void)qp.rq.rq_wqe().sge(1, 2, lkey(3)).finish(i);
  device.received(0x100, 0, 10);
  device.recv_failed(0x100, 1, cqe_syndrome::local_length_err);
  device.recv_failed(0x100, 2, cqe_syndrome::wr_flush_err);
  cq.poll(log);
  EXPECT_EQ(log.calls, (words{"recv 1", "recv 2 local_length_err", "recv 3 wr_flush_err"}));
  EXPECT_EQ(qp.rq.available(), 8u);
}

TEST_F(completion_queue_test, nobody_is_told_of_flushed_fillers) {
  for (int i = 0; i < 15; ++i) retire(qp.sq, qp.sq.sq_wqe().nop().signal(0).finish().wqe_index());
  const auto index =
      qp.sq.sq_wqe().send().inline_data(byte_string(100)).signal(4).finish().wqe_index();
  ASSERT_EQ(index, 16);
  device.send_failed(0x100, 15, cqe_syndrome::wr_flush_err, opcode::nop);
  device.send_failed(0x100, 16, cqe_syndrome::wr_flush_err);
  EXPECT_EQ(cq.poll(log), 2u);
  EXPECT_EQ(log.calls, words{"send 4 wr_flush_err"});
  EXPECT_EQ(qp.sq.available(), 16u);
}

TEST_F(completion_queue_test, cqes_of_nobody_are_dropped_and_counted) {
  post_signaled(1);
  device.sent(0x999, 0);
  device.sent(0, 0);
  device.sent(0x100, 0);
  device.write(cqe64::values{.qpn = 0x100, .opcode = cqe_opcode::no_packet});
  device.write(cqe64::values{.qpn = 0x100, .opcode = cqe_opcode::sig_err});
  EXPECT_EQ(cq.poll(log), 5u);
  EXPECT_EQ(log.calls, words{"send 1"});
  EXPECT_EQ(cq.dropped(), 4u);
  EXPECT_EQ(device.record(), 5u) << "their slots are given back all the same";
}

TEST_F(completion_queue_test, dispatches_among_queue_pairs_of_different_types) {
  queue_pair_memory uc_memory(8, 0x110);  // the same place in a table of 16
  uc_endpoint uc_qp(uc_memory);
  queue_pair_memory rc_memory(8, 0x120);
  rc_endpoint rc_qp(rc_memory);
  cq.attach(0x110, uc_qp);
  cq.attach(0x120, rc_qp);

  post_signaled(1);
  (void)uc_qp.sq.sq_wqe().nop().signal("of UC").finish();
  (void)rc_qp.sq.sq_wqe().nop().signal(3).finish();
  (void)uc_qp.rq.rq_wqe().sge(1, 2, lkey(3)).finish("from UC");
  device.sent(0x120, 0);
  device.sent(0x110, 0);
  device.received(0x110, 0, 9);
  device.sent(0x100, 0);
  cq.poll(log);
  EXPECT_EQ(log.calls, (words{"send 3", "send of UC", "recv from UC", "send 1"}));

  cq.detach(0x110);
  cq.detach(0x110);  // not attached any more: nothing to do
  cq.detach(0);
  (void)rc_qp.sq.sq_wqe().nop().signal(4).finish();
  device.sent(0x110, 1);
  device.sent(0x120, 1);
  cq.poll(log);
  EXPECT_EQ(log.calls.back(), "send 4") << "found although what was before it is gone";
  EXPECT_EQ(cq.dropped(), 1u);
}

TEST_F(completion_queue_test, any_number_of_queue_pairs_comes_and_goes) {
  dice random;
  std::vector<std::optional<rc_endpoint>> qps(300);
  std::deque<queue_pair_memory> memories;
  for (std::uint32_t i = 0; i < 300; ++i) {
    memories.emplace_back(8, 0x1000 + (i % 3 == 0 ? i * 16 : i));  // some of them collide
  }
  std::set<std::uint32_t> numbers;
  for (auto& m : memories) numbers.insert(m.qpn());
  for (int step = 0; step < 3000; ++step) {
    const auto i = random.below(300);
    const auto qpn = memories[i].qpn();
    if (qps[i]) {
      const auto index = qps[i]->sq.sq_wqe().nop().signal(static_cast<int>(i)).finish().wqe_index();
      device.sent(qpn, index);
      ASSERT_EQ(cq.poll(log), 1u);
      ASSERT_EQ(log.calls.back(), "send " + std::to_string(i));
      if (random.one_in(2)) {
        cq.detach(qpn);
        qps[i].reset();
        numbers.insert(qpn);
      }
    } else if (numbers.erase(qpn) == 1) {
      qps[i].emplace(memories[i]);
      cq.attach(qpn, *qps[i]);
    }
  }
  EXPECT_EQ(cq.dropped(), 0u);
}

TEST_F(completion_queue_test, callback_may_post_again) {
  int entry = 0;
  const auto post_next = [&] {
    post_signaled(++entry);
    qp.sq.ring_doorbell();
    device.sent(0x100, static_cast<std::uint16_t>(qp.sq.pi() - 1));
  };
  post_next();
  EXPECT_EQ(cq.poll(
                [&](auto&& c) {
                  log(c);
                  post_next();
                },
                20),
            20u)
      << "what was posted in the callback completes in the same poll";
  EXPECT_EQ(log.calls.back(), "send 20");
  EXPECT_EQ(memory.record().snd_counter, 21);
}

TEST_F(completion_queue_test, callback_may_detach_and_destroy_its_queue_pair) {
  queue_pair_memory other_memory(8, 0x200);
  std::optional<rc_endpoint> other(std::in_place, other_memory);
  cq.attach(0x200, *other);
  (void)other->sq.sq_wqe().nop().signal(1).finish();
  (void)other->sq.sq_wqe().nop().signal(2).finish();
  post_signaled(3);
  device.sent(0x200, 0);
  device.sent(0x200, 1);
  device.sent(0x100, 0);
  EXPECT_EQ(cq.poll([&](auto&& c) {
    log(c);
    if (c.qpn() != 0x200) return;
    cq.detach(0x200);
    other.reset();
  }),
            3u);
  EXPECT_EQ(log.calls, (words{"send 1", "send 3"}));
  EXPECT_EQ(cq.dropped(), 1u);
}

TEST_F(completion_queue_test, a_queue_pair_that_begins_anew_gets_nothing_of_its_past) {
  post_signaled(1);
  (void)qp.rq.rq_wqe().sge(1, 2, lkey(3)).finish(2);
  device.sent(0x100, 0);
  device.received(0x100, 0, 9);
  cq.discard(0x100);
  qp.sq.reset();
  qp.rq.reset();
  post_signaled(3);
  device.sent(0x100, 0);
  EXPECT_EQ(cq.poll(log), 3u);
  EXPECT_EQ(log.calls, words{"send 3"});
  EXPECT_EQ(cq.dropped(), 2u);
}

TEST_F(completion_queue_test, numbers_can_be_used_again_at_once) {
  post_signaled(1);
  device.sent(0x100, 0);
  cq.detach(0x100);
  queue_pair_memory other_memory(8, 0x100);
  rc_endpoint other(other_memory);
  cq.attach(0x100, other);
  EXPECT_EQ(cq.poll(log), 1u);
  EXPECT_TRUE(log.calls.empty()) << "that was another queue pair's";
}

TEST_F(completion_queue_test, a_closed_queue_finds_nothing_and_touches_nothing) {
  for (int i = 0; i < 3; ++i) post_signaled(i);
  for (std::uint16_t i = 0; i < 3; ++i) device.sent(0x100, i);
  EXPECT_EQ(cq.poll(log, 1), 1u);
  cq.close();
  EXPECT_EQ(cq.poll(log), 0u);
  cq.detach(0x100);
  EXPECT_EQ(device.record(), 1u);
}

TEST(prefetching_completion_queue, finds_bursts_of_any_length_in_every_lap) {
  queue_pair_memory memory(16, 0x100);
  rc_endpoint qp(memory);
  completion_queue_device device(8);
  completion_queue<with_format<cq_format{.prefetch = 5}>, rc_endpoint> cq(device.memory());
  cq.attach(0x100, qp);
  for (unsigned posted = 0, round = 0; round < 64; ++round) {
    const unsigned burst = round % 9, begin = posted;
    for (; posted != begin + burst; ++posted) {
      const auto wqe = qp.sq.sq_wqe().nop().signal(static_cast<int>(posted)).finish();
      device.sent(0x100, wqe.wqe_index());
    }
    std::vector<int> entries, expected;
    while (cq.poll([&](auto&& c) { entries.push_back(c.entry); }, 1 + round % 4) != 0) continue;
    for (unsigned i = begin; i != posted; ++i) expected.push_back(static_cast<int>(i));
    EXPECT_EQ(entries, expected) << "round " << round;
  }
}

TEST_F(completion_queue_test, callback_may_attach) {
  std::deque<queue_pair_memory> memories;
  std::deque<rc_endpoint> qps;
  post_signaled(1);
  device.sent(0x100, 0);
  cq.poll([&](auto&& c) {
    for (std::uint32_t i = 0; i < 40; ++i) {  // the table grows under the poll
      memories.emplace_back(8, 0x500 + i);
      qps.emplace_back(memories.back());
      cq.attach(0x500 + i, qps.back());
    }
    log(c);
  });
  EXPECT_EQ(log.calls, words{"send 1"});
}

}  // namespace
}  // namespace verbatim::test
