// Asynchronous events of libverbatim on the emulated device: as values, and where they have to arrive. Run
// with --raise-at, which says what WQEs raise; see its meson.build.
#include <gtest/gtest.h>
#include <infiniband/verbs.h>
#include <poll.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "async_events_fixture.hpp"
#include "long_enough.hpp"
#include "verbatim/verbs/base/async_event.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {
namespace {

TEST_F(async_events, none) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(context.wait_event(0ns), std::nullopt);
  EXPECT_EQ(context.wait_event(20ms), std::nullopt);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 20ms);
  EXPECT_FALSE(readable(0ms));
  EXPECT_FALSE(context.failed());
}

TEST_F(async_events, a_queue_that_is_overrun_says_so) {
  cq<with_format<format>, type> cq(context, 3);
  type qp(pd, cq);
  qp.connect(qp.address());
  EXPECT_FALSE(cq.overrun());
  const int room = overrun(cq, qp);
  ASSERT_TRUE(readable(long_enough));
  const auto event = expect(async_event_type::cq_err);
  EXPECT_EQ(event.subject, async_event_subject::cq);
  EXPECT_EQ(event.number, cq.cqn());
  EXPECT_EQ(event.object, cq.describe());
  EXPECT_EQ(to_string(event),
            "CQ_ERR of " + cq.describe() +
                ": it was full when one more completion came, and the device writes no more there "
                "(poll what is left, close it with its queue pairs, and make it longer)");
  EXPECT_TRUE(cq.overrun());
  int seen = 0;
  while (cq.poll([&](auto&& c) { EXPECT_EQ(c.entry, seen++); }) != 0) {
  }
  EXPECT_EQ(seen, room);
  EXPECT_FALSE(readable(0ms));
  cq.close();  // waits for nothing
  EXPECT_TRUE(cq.overrun());
}

/// --raise-at 3:cq_err
TEST_F(requested_events, of_a_completion_queue) {
  cq<with_format<format>, type> cq(context, 64);
  type qp(pd, cq);
  qp.connect(qp.address());
  int seen = 0;
  const auto poll = [&] { return cq.poll([&](auto&& c) { EXPECT_EQ(c.entry, seen++); }); };
  for (int i = 0; i < 2; ++i) {
    write(qp, i);
    const auto deadline = std::chrono::steady_clock::now() + long_enough;
    while (poll() == 0) ASSERT_LT(std::chrono::steady_clock::now(), deadline);
  }
  write(qp, 2);
  EXPECT_EQ(expect(async_event_type::cq_err).number, cq.cqn());
  EXPECT_TRUE(cq.overrun());
  write(qp, 3);
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(poll(), 0u);
  EXPECT_EQ(seen, 2);
}

TEST_F(async_events, a_refused_peer_puts_the_queue_pair_in_error) {
  two_ends ends(pd);
  auto& [cq, peer_cq, qp, peer] = ends;
  write(qp, 1, rkey(mr.rkey().value() ^ 0xff));
  const auto event = expect(async_event_type::qp_access_err);
  EXPECT_EQ(event.subject, async_event_subject::qp);
  EXPECT_EQ(event.number, peer.qpn());
  EXPECT_EQ(event.object, peer.describe());
  EXPECT_EQ(peer.state(), qp_state::error);
  EXPECT_EQ(qp.state(), qp_state::rts);  // its completion shows it

  // The queue pairs work again after a reset.
  while (cq.poll([](auto&&) {}) == 0) {
  }
  peer.reset();
  qp.reset();
  ends.connect();
  write(qp, 2);
  int seen = 0;
  while (seen == 0)
    cq.poll([&](auto&& c) {
      EXPECT_EQ(c.status(), cqe_syndrome::ok);
      seen = c.entry;
    });
  EXPECT_EQ(seen, 2);
}

TEST_F(async_events, an_event_of_before_the_reset_changes_no_state) {
  two_ends ends(pd);
  write(ends.qp, 1, rkey(mr.rkey().value() ^ 0xff));
  ASSERT_TRUE(readable(long_enough));
  ends.peer.reset();
  expect(async_event_type::qp_access_err);
  EXPECT_EQ(ends.peer.state(), qp_state::reset);
}

TEST_F(async_events, an_object_goes_before_its_event_is_read) {
  for (int round = 0; round < 3; ++round) {
    verbatim::cq<with_format<format>, type> cq(context, 3);
    type qp(pd, cq);
    qp.connect(qp.address());
    overrun(cq, qp);
    ASSERT_TRUE(readable(long_enough));
    cq.close();
    EXPECT_EQ(context.wait_event(0ns), std::nullopt);
  }
  EXPECT_FALSE(readable(0ms));
}

#ifndef MADE_BY_DEVX

TEST_F(async_events, a_shared_queue_that_runs_low) {
  using receiver = rc_qp<int, on_srq<int>>;
  cq<receiver> cq(context, 64);
  srq<int> srq(pd, {.max_wr = 16});
  receiver qp(pd, cq, srq);
  qp.connect(qp.address());
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(srq.srq_wqe().sge(mr.addr() + 64, 64, mr.lkey()).finish(i));
  }
  srq.ring_doorbell();
  EXPECT_THROW(srq.arm_limit(1u << 20), error);
  srq.arm_limit(4);
  ASSERT_TRUE(qp.sq_wqe().send().sge(mr.addr(), 8, mr.lkey()).signal(9).finish());
  qp.ring_doorbell();
  const auto event = expect(async_event_type::srq_limit_reached);
  EXPECT_EQ(event.subject, async_event_subject::srq);
  EXPECT_EQ(event.number, srq.srqn());
  EXPECT_EQ(event.object, srq.describe());
  // Once for each time it is armed.
  ibv_srq_attr attr{};
  ASSERT_EQ(ibv_query_srq(srq.native(), &attr), 0);
  EXPECT_EQ(attr.srq_limit, 0u);

  qp.to_error();
  EXPECT_EQ(expect(async_event_type::qp_last_wqe_reached).number, qp.qpn());
  srq.close();
  EXPECT_THROW(srq.arm_limit(1), error);
}

TEST_F(async_events, objects_of_others) {
  ibv_cq* const cq = ibv_create_cq(context.native(), 3, nullptr, nullptr, 0);
  ASSERT_NE(cq, nullptr);
  ibv_qp_init_attr attr{};
  attr.qp_type = IBV_QPT_RC;
  attr.send_cq = attr.recv_cq = cq;
  attr.cap = {.max_send_wr = 16,
              .max_recv_wr = 1,
              .max_send_sge = 1,
              .max_recv_sge = 1,
              .max_inline_data = 0};
  ibv_qp* const qp = ibv_create_qp(pd.native(), &attr);
  ASSERT_NE(qp, nullptr);
  verbatim::cq<type> ours(context, 16);
  type asks(pd, ours);
  const auto to = asks.address();
  ibv_qp_attr change{};
  change.qp_state = IBV_QPS_INIT;
  change.port_num = 1;
  ASSERT_EQ(ibv_modify_qp(qp, &change,
                          IBV_QP_STATE | IBV_QP_PORT | IBV_QP_PKEY_INDEX | IBV_QP_ACCESS_FLAGS),
            0);
  change.qp_state = IBV_QPS_RTR;
  change.path_mtu = IBV_MTU_1024;
  change.dest_qp_num = to.qpn;
  change.rq_psn = to.psn;
  change.ah_attr.dlid = to.lid;
  change.ah_attr.port_num = 1;
  ASSERT_EQ(ibv_modify_qp(qp, &change,
                          IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
                              IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER),
            0);
  auto peer = to;
  peer.qpn = qp->qp_num;
  asks.connect(peer);
  write(asks, 1);  // it gave no remote_write
  const auto event = expect(async_event_type::qp_access_err);
  EXPECT_EQ(event.number, qp->qp_num);
  EXPECT_EQ(event.object, "QP " + std::to_string(qp->qp_num) + " of " + context.name() +
                              " that was made through native()");
  // Acknowledged, or this would wait for ever.
  EXPECT_EQ(ibv_destroy_qp(qp), 0);
  EXPECT_EQ(ibv_destroy_cq(cq), 0);
}

TEST_F(async_events, threads_that_wait_share_them) {
  constexpr int queues = 12;
  std::mutex mutex;
  std::multiset<std::uint32_t> told;
  std::atomic<int> woken = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, waiter = context]() mutable {
      try {
        while (const auto event = waiter.wait_event(long_enough)) {
          const std::lock_guard lock(mutex);
          told.insert(event->number);
        }
      } catch (const error& e) {
        EXPECT_NE(std::string(e.what()).find("it has been closed"), std::string::npos);
        ++woken;
      }
    });
  }
  std::set<std::uint32_t> overran;
  {
    std::vector<cq<type>> cqs;
    std::vector<type> qps;
    for (int i = 0; i < queues; ++i) {
      cqs.emplace_back(context, 3);
      qps.emplace_back(pd, cqs.back());
      qps.back().connect(qps.back().address());
      overran.insert(cqs.back().cqn());
    }
    for (std::size_t i = 0; i < cqs.size(); ++i) overrun(cqs[i], qps[i]);
    const auto end = std::chrono::steady_clock::now() + long_enough;
    for (const auto& cq : cqs) {
      while (!cq.overrun() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
      EXPECT_TRUE(cq.overrun());
    }
    // Some stay unread while others are closed.
    for (int i = 0; i < 20; ++i) {
      cq<type> short_lived(context, 3);
      type qp(pd, short_lived);
      qp.connect(qp.address());
      overrun(short_lived, qp);
      short_lived.close();
    }
  }
  context.close();
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(woken, 4);
  for (const auto cqn : overran) EXPECT_GE(told.count(cqn), 1u);
}

TEST_F(async_events, closed) {
  const auto again = context;
  context.close();
  EXPECT_THROW(context.wait_event(0ns), error);
  EXPECT_TRUE(readable(0ms));  // a program that polls the descriptor is to find out
  EXPECT_FALSE(again.failed());
}

/// --raise-at 1:port_err,2:port_active,3:gid_change,4:pkey_change,5:qp_fatal,6:device_fatal
TEST_F(requested_events, of_ports_and_devices) {
  cq<type> cq(context, 64);
  type qp(pd, cq);
  qp.connect(qp.address());
  auto other = open_device();
  const auto before = context.local_end(1);
  EXPECT_TRUE(before.port.active);

  const auto of_port = [&](int entry, async_event_type what, const char* text) {
    write(qp, entry);
    const auto event = expect(what);
    EXPECT_TRUE(changes_port(what));
    EXPECT_EQ(event.subject, async_event_subject::port);
    EXPECT_EQ(event.number, 1u);
    EXPECT_EQ(event.object, "port 1 of " + context.name());
    EXPECT_EQ(to_string(event).find(text), 0u) << event;
    // Everybody hears of ports.
    const auto also = other.wait_event(long_enough);
    ASSERT_TRUE(also);
    EXPECT_EQ(also->type, what);
  };
  of_port(1, async_event_type::port_err, "PORT_ERR of port 1 of mlx5_0: its link is down (");
  EXPECT_FALSE(context.port(1).active);
  EXPECT_FALSE(qp.local_end().port.active);
  of_port(2, async_event_type::port_active, "PORT_ACTIVE of port 1");
  EXPECT_TRUE(context.port(1).active);
  of_port(3, async_event_type::gid_change, "GID_CHANGE of port 1");
  const auto table = context.gid_table(1);
  ASSERT_EQ(table.size(), before.gids.size() + 1);
  EXPECT_EQ(context.gid(1, table.back().index), table.back().gid);
  of_port(4, async_event_type::pkey_change, "PKEY_CHANGE of port 1");

  write(qp, 5);
  EXPECT_EQ(expect(async_event_type::qp_fatal).number, qp.qpn());
  EXPECT_EQ(qp.state(), qp_state::error);
  qp.reset();
  EXPECT_EQ(qp.state(), qp_state::reset);
  qp.connect(qp.address());
  EXPECT_FALSE(context.failed());
  write(qp, 6);
  const auto last = expect(async_event_type::device_fatal);
  EXPECT_EQ(last.subject, async_event_subject::device);
  EXPECT_EQ(last.object, context.name());
  EXPECT_TRUE(context.failed());
  EXPECT_FALSE(other.failed());
  (void)other.wait_event(long_enough);
  EXPECT_TRUE(other.failed());
}

#endif

TEST(async_event, every_type_has_words) {
  for (int i = IBV_EVENT_CQ_ERR; i <= IBV_EVENT_WQ_FATAL; ++i) {
    const auto what = static_cast<async_event_type>(i);
    EXPECT_FALSE(name(what).empty()) << i;
    EXPECT_FALSE(meaning(what).empty()) << i;
    EXPECT_FALSE(remedy(what).empty()) << i;
  }
  const async_event unknown{static_cast<async_event_type>(77), async_event_subject::device, 0,
                            "mlx5_0"};
  EXPECT_EQ(to_string(unknown).find("event 77 of mlx5_0: this library does not know"), 0u);
}

}  // namespace
}  // namespace verbatim
