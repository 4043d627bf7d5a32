// Completion channels of libverbatim on the emulated device: sleeping until something completes.
#include "verbatim/verbs/completion/completion_channel.hpp"

#include <gtest/gtest.h>
#include <infiniband/verbs.h>
#include <poll.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "long_enough.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using type = rc_qp<int>;

// The same tests with what libmlx5 makes, and with what only commands of DevX make.
#ifdef MADE_BY_DEVX
constexpr cq_format format{.compression = cqe_compression::enhanced};
#else
constexpr cq_format format{};
#endif
template <class... Qps>
using cq_of = cq<with_format<format>, Qps...>;

constexpr send_flags solicited{.solicited = true};

class completion_channel_test : public testing::Test {
 protected:
  struct side {
    side(completion_channel_test& test)
        : channel(test.context), cq(test.context, 64, channel), qp(test.pd, cq) {}

    completion_channel channel;
    cq_of<type> cq;
    type qp;
  };

  void SetUp() override {
    const auto address = a.qp.address();
    a.qp.connect(b.qp.address());
    b.qp.connect(address);
  }

  void post_recv(type& qp) const {
    ASSERT_TRUE(qp.rq_wqe().sge(mr.addr() + 64, 64, mr.lkey()).finish(1));
    qp.ring_recv_doorbell();
  }

  void send(type& qp, send_flags flags = {}) const {
    ASSERT_TRUE(qp.sq_wqe().send(flags).sge(mr.addr(), 8, mr.lkey()).signal(2).finish());
    qp.ring_doorbell();
  }

  static bool readable(int fd, std::chrono::milliseconds limit) {
    pollfd one{.fd = fd, .events = POLLIN, .revents = 0};
    return poll(&one, 1, static_cast<int>(limit.count())) == 1;
  }

  /// One end of a ping-pong: how many messages came.
  int play(side& end, int rounds, bool begins, arm_mode mode) {
    int received = 0;
    if (begins) send(end.qp, solicited);
    while (received < rounds) {
      bool answer = false;
      const auto taken = end.cq.wait(
          [&](auto&& c) {
            EXPECT_EQ(c.status(), cqe_syndrome::ok);
            if (c.entry != 1) return;
            ++received;
            answer = true;
            post_recv(end.qp);
          },
          long_enough, mode);
      if (taken == 0) return received;
      if (answer && (!begins || received < rounds)) send(end.qp, solicited);
    }
    return received;
  }

  void ping_pong(arm_mode mode) {
    constexpr int rounds = 10'000;
    post_recv(a.qp);
    post_recv(b.qp);
    b.qp.hand_over();
    int at_b = 0;
    std::thread peer([&] { at_b = play(b, rounds, false, mode); });
    const int at_a = play(a, rounds, true, mode);
    peer.join();
    EXPECT_EQ(at_a, rounds);
    EXPECT_EQ(at_b, rounds);
    for (const auto* end : {&a, &b}) {
      EXPECT_EQ(end->cq.dropped(), 0u);
      if (end->cq.native() == nullptr) continue;
      // It did sleep, and acknowledged the events in batches.
      const auto acknowledged = end->cq.native()->comp_events_completed;
      EXPECT_GE(acknowledged, 64u);
      EXPECT_EQ(acknowledged % 64, 0u);
    }
  }

  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(128);
  verbatim::context context = open_device();
  verbatim::pd pd{context};
  verbatim::mr mr{pd, std::span(memory), access::local_write};
  side a{*this};
  side b{*this};
};

TEST_F(completion_channel_test, ping_pong_loses_no_wakeup) { ping_pong(arm_mode::any); }

TEST_F(completion_channel_test, solicited_ping_pong_loses_no_wakeup) {
  ping_pong(arm_mode::solicited_only);
}

TEST_F(completion_channel_test, waiting_ends_with_the_time) {
  a.cq.arm();
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(a.channel.wait(20ms), std::nullopt);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 20ms);
  EXPECT_EQ(a.channel.wait(0ns), std::nullopt);
  EXPECT_EQ(a.cq.wait([](auto&&) { ADD_FAILURE() << "nothing was posted"; }, 20ms), 0u);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 40ms);
}

TEST_F(completion_channel_test, collects_as_many_as_are_asked_for) {
  constexpr int messages = 20;
  for (int i = 0; i < messages; ++i) post_recv(b.qp);
  std::thread sender([&] {
    for (int i = 0; i < messages; ++i) {
      send(a.qp);
      ASSERT_EQ(a.cq.collect([](auto&&) {}, 1, 10s), 1u);
    }
  });
  int seen = 0;
  EXPECT_EQ(b.cq.collect([&](auto&&) { ++seen; }, 12, 10s), 12u);
  EXPECT_EQ(seen, 12);
  EXPECT_EQ(b.cq.collect([&](auto&&) { ++seen; }, messages - 12), 8u);
  sender.join();
  EXPECT_EQ(b.cq.collect([&](auto&&) { ++seen; }, 1, 10ms), 0u);
  EXPECT_EQ(seen, messages);
}

TEST_F(completion_channel_test, the_documented_order) {
  post_recv(b.qp);
  int seen = 0;
  const auto drain = [&] { return b.cq.poll([&](auto&&) { ++seen; }); };
  EXPECT_EQ(drain(), 0u);
  b.cq.arm();
  EXPECT_EQ(drain(), 0u);
  EXPECT_FALSE(readable(b.channel.fd(), 0ms));
  send(a.qp);
  EXPECT_TRUE(readable(b.channel.fd(), long_enough));
  EXPECT_EQ(b.channel.wait(long_enough), b.cq.cqn());
  EXPECT_EQ(drain(), 1u);
  EXPECT_EQ(seen, 1);

  // Once for each time it is armed.
  post_recv(b.qp);
  send(a.qp);
  EXPECT_EQ(b.channel.wait(20ms), std::nullopt);
  b.cq.arm();
  EXPECT_EQ(b.channel.wait(long_enough), b.cq.cqn());
}

TEST_F(completion_channel_test, solicited_only_sleeps_on_while_others_come) {
  b.cq.arm(arm_mode::solicited_only);
  post_recv(b.qp);
  send(a.qp);
  EXPECT_EQ(b.channel.wait(50ms), std::nullopt);
  post_recv(b.qp);
  send(a.qp, solicited);
  EXPECT_EQ(b.channel.wait(long_enough), b.cq.cqn());
  EXPECT_EQ(b.cq.poll([](auto&&) {}), 2u);
}

TEST_F(completion_channel_test, one_channel_of_two_queues) {
  completion_channel channel(context);
  cq_of<type> sends(context, 16, channel);
  cq_of<type> receives(context, 16, channel);
  type qp(pd, sends, receives);
  qp.connect(qp.address());
  sends.arm();
  receives.arm();
  post_recv(qp);
  send(qp);
  // The event of the other queue waits for its turn.
  EXPECT_EQ(receives.wait([](auto&& c) { EXPECT_EQ(c.entry, 1); }, long_enough), 1u);
  auto told = channel.wait(long_enough);
  // One more of a queue that was armed again before its completion was seen may stand in front.
  if (told == receives.cqn()) told = channel.wait(long_enough);
  EXPECT_EQ(told, sends.cqn());
  EXPECT_EQ(sends.poll([](auto&& c) { EXPECT_EQ(c.entry, 2); }), 1u);
}

TEST_F(completion_channel_test, queues_of_both_makes_on_one_channel) {
  completion_channel channel(context);
  cq<type> sends(context, 16, channel);
  cq<with_format<cq_format{.compression = cqe_compression::enhanced}>, type> receives(context, 16,
                                                                                      channel);
  type qp(pd, sends, receives);
  qp.connect(qp.address());
  for (int i = 0; i < 10; ++i) {
    sends.arm();
    receives.arm();
    post_recv(qp);
    send(qp);
    EXPECT_TRUE(readable(channel.fd(), long_enough));
    EXPECT_EQ(receives.wait([](auto&& c) { EXPECT_EQ(c.entry, 1); }, long_enough), 1u);
    EXPECT_EQ(sends.wait([](auto&& c) { EXPECT_EQ(c.entry, 2); }, long_enough), 1u);
    while (channel.wait(10ms)) continue;
    EXPECT_FALSE(readable(channel.fd(), 0ms));
  }
}

TEST_F(completion_channel_test, a_queue_goes_with_events_that_nobody_read) {
  a.cq.arm();
  b.cq.arm();
  post_recv(b.qp);
  send(a.qp);
  // One is still in the descriptor, and one has been taken and waits for a call.
  EXPECT_TRUE(readable(a.channel.fd(), long_enough));
  EXPECT_EQ(b.channel.wait(long_enough), b.cq.cqn());
  a.cq.close();
  EXPECT_FALSE(a.qp.is_open());
  EXPECT_EQ(a.channel.wait(0ns), std::nullopt);
  EXPECT_FALSE(readable(a.channel.fd(), 0ms));
  b.channel.close();
  EXPECT_FALSE(b.cq.is_open());
  EXPECT_THROW(b.channel.wait(0ns), error);
  EXPECT_THROW(b.cq.arm(), error);
}

TEST_F(completion_channel_test, a_queue_goes_with_events_that_wait_for_their_turn) {
  completion_channel channel(context);
  cq_of<type> sends(context, 16, channel);
  cq_of<type> receives(context, 16, channel);
  type qp(pd, sends, receives);
  qp.connect(qp.address());
  sends.arm();
  post_recv(qp);
  send(qp);
  EXPECT_TRUE(readable(channel.fd(), long_enough));
  int received = 0;
  EXPECT_EQ(receives.wait([&](auto&&) { ++received; }, long_enough), 1u);
  EXPECT_EQ(receives.wait([&](auto&&) { ++received; }, 10ms), 0u);  // takes the other's event
  EXPECT_FALSE(readable(channel.fd(), 0ms));
  sends.close();
  EXPECT_EQ(channel.wait(0ns), std::nullopt);
  EXPECT_EQ(received, 1);
}

TEST_F(completion_channel_test, refuses_in_words) {
  cq_of<type> deaf(context, 16);
  try {
    deaf.arm();
    FAIL() << "armed without a channel";
  } catch (const error& e) {
    EXPECT_NE(std::string(e.what()).find("make it with a completion_channel"), std::string::npos);
  }
  const auto other = open_device();
  EXPECT_THROW((cq_of<type>(other, 16, a.channel)), error);
}

}  // namespace
}  // namespace verbatim
