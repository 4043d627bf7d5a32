// The events of libverbatim's completion queues besides completions, on the emulated device: events
// that are held back, an overrun, and the time.
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "long_enough.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/completion_channel.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/context/device_clock.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using type = rc_qp<int>;

std::uint64_t real_time() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

class cq_events : public testing::Test {
 protected:
  void write(type& qp, int entry) {
    ASSERT_TRUE(qp.sq_wqe()
                    .write()
                    .rdma(mr.addr() + 64, mr.rkey())
                    .sge(mr.addr(), 64, mr.lkey())
                    .signal(entry)
                    .finish());
    qp.ring_doorbell();
  }

  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(128);
  verbatim::context context = open_device();
  verbatim::pd pd{context};
  verbatim::mr mr{pd, std::span(memory), access::local_write | access::remote_write};
  completion_channel channel{context};
};

TEST_F(cq_events, held_back_until_so_many_are_there) {
  cq<type> cq(context, 64, channel);
  type qp(pd, cq);
  qp.connect(qp.address());
  cq.moderate(4, 65535us);
  unsigned seen = 0;
  const auto begin = std::chrono::steady_clock::now();
  cq.arm();
  for (int i = 0; i < 3; ++i) write(qp, i);
  const auto early = channel.wait(20ms);
  if (std::chrono::steady_clock::now() - begin < 65ms) {
    EXPECT_EQ(early, std::nullopt);
  }
  write(qp, 3);
  if (!early) {
    ASSERT_EQ(channel.wait(long_enough), cq.cqn());
  }
  if (std::chrono::steady_clock::now() - begin < 65ms) {
    // They were more than one; else the period may have ended.
    while (cq.poll([&](auto&&) { ++seen; }) != 0) {
    }
    EXPECT_EQ(seen, 4u);
  }
}

TEST_F(cq_events, held_back_for_so_long) {
  cq<type> cq(context, 64, channel);
  type qp(pd, cq);
  qp.connect(qp.address());
  cq.moderate(100, 50'000us);
  cq.arm();
  const auto begin = std::chrono::steady_clock::now();
  write(qp, 1);
  ASSERT_EQ(channel.wait(long_enough), cq.cqn());
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 50ms);

  cq.moderate(0, 0us);
  while (cq.poll([](auto&&) {}) != 0) {
  }
  cq.arm();
  write(qp, 2);
  EXPECT_EQ(channel.wait(long_enough), cq.cqn());
}

TEST_F(cq_events, moderation_that_makes_no_sense_is_refused) {
  cq<type> cq(context, 64, channel);
  const auto refusal = [&](std::uint16_t count, std::chrono::microseconds period) {
    try {
      cq.moderate(count, period);
    } catch (const error& e) {
      return e.advice();
    }
    return std::string();
  };
  EXPECT_NE(refusal(4, 65536us).find("at most 65535 completions and 65535 microseconds"),
            std::string::npos);
  EXPECT_NE(refusal(4, 0us).find("give both"), std::string::npos);
  EXPECT_NE(refusal(0, 4us).find("give both"), std::string::npos);
  EXPECT_EQ(refusal(4, 4us), "");
}

TEST_F(cq_events, an_overrun_is_reported) {
  cq<type> cq(context, 3);
  type qp(pd, cq);
  qp.connect(qp.address());
  const auto room = static_cast<int>(static_cast<unsigned>(cq.native()->cqe) + 1);
  for (int i = 0; i <= room; ++i) write(qp, i);

  pollfd one{.fd = context.native()->async_fd, .events = POLLIN, .revents = 0};
  ASSERT_EQ(poll(&one, 1, 30'000), 1);
  ibv_async_event event{};
  ASSERT_EQ(ibv_get_async_event(context.native(), &event), 0);
  EXPECT_EQ(event.event_type, IBV_EVENT_CQ_ERR);
  EXPECT_EQ(event.element.cq, cq.native());
  ibv_ack_async_event(&event);

  // The CQEs that were there can still be polled, and none is added.
  int seen = 0;
  while (cq.poll([&](auto&& c) { EXPECT_EQ(c.entry, seen++); }) != 0) {
  }
  EXPECT_EQ(seen, room);
  write(qp, 99);
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(cq.poll([](auto&&) {}), 0u);
}

TEST_F(cq_events, a_clock_that_does_not_go_back) {
  cq<type> cq(context, 64);
  type qp(pd, cq);
  qp.connect(qp.address());
  device_clock clock(context);
  std::uint64_t last_ticks = 0;
  std::uint64_t last_ns = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto begin = real_time();
    write(qp, i);
    std::uint64_t ticks = 0;
    while (ticks == 0) cq.poll([&](auto&& c) { ticks = c.timestamp(); });
    const auto end = real_time();
    const auto ns = clock.to_ns(ticks);
    ASSERT_GE(ticks, last_ticks);
    ASSERT_GE(ns, last_ns);
    // The comparison of the clocks was not made at this moment.
    ASSERT_GE(ns + 1'000'000, begin);
    ASSERT_LE(ns, end + 1'000'000);
    last_ticks = ticks;
    last_ns = ns;
  }
}

TEST_F(cq_events, a_clock_that_converts_as_libmlx5_does) {
  device_clock clock(context);
  mlx5dv_clock_info info{};
  do {
    ASSERT_EQ(mlx5dv_get_clock_info(context.native(), &info), 0);
    clock.refresh();
  } while (clock.to_ns(info.last_cycles) != mlx5dv_ts_to_ns(&info, info.last_cycles));
  // On both sides of the comparison, as far as their products stay below 64 bits.
  for (std::uint64_t apart = 0; apart < 1'000'000'000; apart = apart * 3 + 1) {
    for (const auto ticks : {info.last_cycles + apart, info.last_cycles - apart}) {
      ASSERT_EQ(clock.to_ns(ticks & info.mask), mlx5dv_ts_to_ns(&info, ticks & info.mask)) << apart;
    }
  }
  EXPECT_FALSE(clock.expires(info.last_cycles));
  EXPECT_TRUE(clock.expires((info.last_cycles + info.mask / 2) & info.mask));
}

/// libibverbs' own conversion, of completions that it polls.
TEST_F(cq_events, a_clock_that_agrees_with_wallclock_completions) {
  ibv_cq_init_attr_ex attr{};
  attr.cqe = 64;
  attr.wc_flags =
      IBV_WC_EX_WITH_COMPLETION_TIMESTAMP | IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK;
  const std::unique_ptr<ibv_cq_ex, void (*)(ibv_cq_ex*)> theirs(
      ibv_create_cq_ex(context.native(), &attr),
      [](ibv_cq_ex* of) { EXPECT_EQ(ibv_destroy_cq(ibv_cq_ex_to_cq(of)), 0); });
  ASSERT_TRUE(theirs);
  ibv_qp_init_attr init{};
  init.qp_type = IBV_QPT_RC;
  init.send_cq = init.recv_cq = ibv_cq_ex_to_cq(theirs.get());
  init.cap = {.max_send_wr = 8,
              .max_recv_wr = 8,
              .max_send_sge = 1,
              .max_recv_sge = 1,
              .max_inline_data = 0};
  const std::unique_ptr<ibv_qp, int (*)(ibv_qp*)> qp(ibv_create_qp(pd.native(), &init),
                                                     ibv_destroy_qp);
  ASSERT_TRUE(qp);
  // Flushed completions have no timestamp, so it takes a connection: the peer sends.
  cq<type> ours(context, 64);
  type peer(pd, ours);
  ibv_qp_attr to{};
  to.qp_state = IBV_QPS_INIT;
  to.port_num = 1;
  ASSERT_EQ(ibv_modify_qp(qp.get(), &to,
                          IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS),
            0);
  auto address = peer.address();
  to.qp_state = IBV_QPS_RTR;
  to.path_mtu = IBV_MTU_1024;
  to.dest_qp_num = address.qpn;
  to.rq_psn = address.psn;
  to.ah_attr.port_num = 1;
  to.ah_attr.dlid = address.lid;
  ASSERT_EQ(ibv_modify_qp(qp.get(), &to,
                          IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
                              IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER),
            0);
  address.qpn = qp->qp_num;
  peer.connect(address, {.rtr = {.path_mtu = std::uint16_t{1024}}});

  device_clock clock(context);
  for (int i = 0; i < 20; ++i) {
    ibv_sge sge{.addr = mr.addr(), .length = 64, .lkey = mr.lkey().value()};
    ibv_recv_wr wr{};
    wr.sg_list = &sge;
    wr.num_sge = 1;
    ibv_recv_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_recv(qp.get(), &wr, &bad), 0);
    ASSERT_TRUE(peer.sq_wqe().send().sge(mr.addr() + 64, 64, mr.lkey()).signal(i).finish());
    peer.ring_doorbell();
    ibv_poll_cq_attr how{};
    int found = ENOENT;
    const auto deadline = std::chrono::steady_clock::now() + long_enough;
    while (found == ENOENT && std::chrono::steady_clock::now() < deadline) {
      found = ibv_start_poll(theirs.get(), &how);
    }
    ASSERT_EQ(found, 0);
    ASSERT_EQ(theirs->status, IBV_WC_SUCCESS);
    const auto ticks = ibv_wc_read_completion_ts(theirs.get());
    const auto ns = ibv_wc_read_completion_wallclock_ns(theirs.get());
    ibv_end_poll(theirs.get());
    clock.refresh();
    const auto our_ns = clock.to_ns(ticks);
    // Each may have taken another comparison of the kernel's.
    ASSERT_LE(std::max(ns, our_ns) - std::min(ns, our_ns), 1'000u);
  }
}

}  // namespace
}  // namespace verbatim
