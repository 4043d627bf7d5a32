// Completions that are late or wrong on request. Run with --lag-owner 30000, --core-clock 156250,
// --fail-at 40:0x99:0xee and --fail-receive-at 2:remote_aborted_err:0x93.
#include <infiniband/mlx5dv.h>

#include <array>

#include "connected_pair.hpp"
#include "long_enough.hpp"
#include "raw_ring.hpp"

namespace verbatim::testing {
namespace {

using namespace std::chrono_literals;

constexpr auto lag = 30ms;  // of --lag-owner

class completion_faults_test : public connected_pair_test {
 protected:
  static bool readable(ibv_comp_channel* channel, std::chrono::milliseconds patience) {
    pollfd file{channel->fd, POLLIN, 0};
    return poll(&file, 1, static_cast<int>(patience.count())) == 1;
  }

  static void take_event(ibv_comp_channel* channel) {
    ibv_cq* of = nullptr;
    void* user = nullptr;
    ASSERT_EQ(ibv_get_cq_event(channel, &of, &user), 0);
    ibv_ack_cq_events(of, 1);
  }
};

// Between payload and ownership there is garbage that only a program sees that does not wait.
TEST_F(completion_faults_test, the_owner_comes_after_the_payload) {
  connect();
  const raw_ring ring = raw_ring::of(peer_cq.get());
  post_receive(100);
  const auto begin = std::chrono::steady_clock::now();
  post(qp.get(), work(IBV_WR_SEND, 20));
  volatile const std::uint8_t* const at = ring.slot(0);
  while (at[19] != 19 && std::chrono::steady_clock::now() < begin + long_enough) {
    std::this_thread::yield();
  }
  EXPECT_EQ(at[19], 19);
  // The device may be in the middle of writing the garbage.
  const auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
  while (at[57] != 0xa5 && std::chrono::steady_clock::now() < soon) std::this_thread::yield();
  const std::array<std::uint8_t, 3> early{at[63], at[44], at[57]};
  // A thread that is kept off the processor meanwhile comes too late to see it.
  if (std::chrono::steady_clock::now() < begin + lag) {
    EXPECT_EQ(early, (std::array<std::uint8_t, 3>{0xf0, 0xa5, 0xa5}));
  }
  ASSERT_TRUE(ring.wait());
  EXPECT_GE(std::chrono::steady_clock::now() - begin, lag);
  EXPECT_EQ(at[44], 0);
  EXPECT_EQ(at[47], 20);
  EXPECT_EQ(next(peer_cq.get()).byte_len, 20u);
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
}

TEST_F(completion_faults_test, several_become_visible_in_order) {
  connect();
  for (int i = 0; i < 5; ++i) post(qp.get(), work(IBV_WR_RDMA_WRITE, 8));
  for (int i = 0; i < 5; ++i) {
    const ibv_wc wc = next(cq.get());
    EXPECT_EQ(wc.status, IBV_WC_SUCCESS);
    EXPECT_EQ(wc.wr_id, next_wr_id - 4 + static_cast<unsigned>(i));
  }
}

// The event says that there is something to read, so it does not come before the ownership.
TEST_F(completion_faults_test, the_event_comes_with_the_ownership) {
  const channel_ptr channel(ibv_create_comp_channel(context.get()));
  cq_ptr watched(ibv_create_cq(context.get(), 15, nullptr, channel.get(), 0));
  ASSERT_TRUE(channel && watched);
  qp = create(IBV_QPT_RC, watched.get());
  peer = create(IBV_QPT_RC, peer_cq.get());
  to_rts(qp.get(), peer->qp_num);
  to_rts(peer.get(), qp->qp_num);
  ASSERT_EQ(ibv_req_notify_cq(watched.get(), 0), 0);
  post(qp.get(), work(IBV_WR_RDMA_WRITE, 8));
  ASSERT_TRUE(readable(channel.get(), long_enough));
  ibv_wc wc{};
  EXPECT_EQ(ibv_poll_cq(watched.get(), 1, &wc), 1);
  take_event(channel.get());
  qp.reset();
}

class moderation_test : public completion_faults_test {
 protected:
  void SetUp() override {
    completion_faults_test::SetUp();
    channel.reset(ibv_create_comp_channel(context.get()));
    ASSERT_TRUE(channel);
    watched.reset(ibv_create_cq(context.get(), 63, nullptr, channel.get(), 0));
    ASSERT_TRUE(watched);
    qp = create(IBV_QPT_RC, watched.get());
    peer = create(IBV_QPT_RC, peer_cq.get());
    to_rts(qp.get(), peer->qp_num);
    to_rts(peer.get(), qp->qp_num);
  }

  void TearDown() override {
    qp.reset();
    watched.reset();
    channel.reset();
  }

  void moderate(std::uint16_t count, std::uint16_t period) {
    ibv_modify_cq_attr attributes{};
    attributes.attr_mask = IBV_CQ_ATTR_MODERATE;
    attributes.moderate.cq_count = count;
    attributes.moderate.cq_period = period;
    ASSERT_EQ(ibv_modify_cq(watched.get(), &attributes), 0);
  }

  void complete(int count) {
    for (int i = 0; i < count; ++i) post(qp.get(), work(IBV_WR_RDMA_WRITE, 8));
    for (int i = 0; i < count; ++i) EXPECT_EQ(next(watched.get()).status, IBV_WC_SUCCESS);
  }

  channel_ptr channel;
  cq_ptr watched;
};

TEST_F(moderation_test, an_event_waits_for_as_many_as_were_asked_for) {
  moderate(4, 0);
  ASSERT_EQ(ibv_req_notify_cq(watched.get(), 0), 0);
  complete(3);
  EXPECT_FALSE(readable(channel.get(), 60ms));
  ASSERT_EQ(ibv_req_notify_cq(watched.get(), 0), 0);
  complete(1);
  EXPECT_TRUE(readable(channel.get(), long_enough));
  take_event(channel.get());
  // A completion that is held back comes when nothing holds it back any more.
  ASSERT_EQ(ibv_req_notify_cq(watched.get(), 0), 0);
  post(qp.get(), work(IBV_WR_RDMA_WRITE, 8));
  EXPECT_FALSE(readable(channel.get(), 100ms));
  moderate(0, 0);
  EXPECT_TRUE(readable(channel.get(), long_enough));
  take_event(channel.get());
}

TEST_F(moderation_test, an_event_waits_no_longer_than_its_period) {
  moderate(100, 50'000);
  ASSERT_EQ(ibv_req_notify_cq(watched.get(), 0), 0);
  const auto begin = std::chrono::steady_clock::now();
  post(qp.get(), work(IBV_WR_RDMA_WRITE, 8));
  ASSERT_TRUE(readable(channel.get(), long_enough));
  // The lag of the ownership, and the period.
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 75ms);
  take_event(channel.get());
}

TEST_F(completion_faults_test, timestamps_count_at_the_rate_that_the_device_names) {
  ibv_device_attr_ex device{};
  ASSERT_EQ(ibv_query_device_ex(context.get(), nullptr, &device), 0);
  EXPECT_EQ(device.hca_core_clock, 156'250u);
  connect();
  raw_ring ring = raw_ring::of(cq.get());
  std::uint64_t stamps[2];
  std::chrono::steady_clock::time_point befores[2];
  std::chrono::steady_clock::time_point afters[2];
  for (int i = 0; i < 2; ++i) {
    befores[i] = std::chrono::steady_clock::now();
    post(qp.get(), work(IBV_WR_RDMA_WRITE, 8));
    const raw_completion one = ring.next();
    ASSERT_EQ(one.opcode, 0u);
    stamps[i] = one.timestamp;
    afters[i] = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(300ms);
  }
  const std::chrono::duration<double, std::milli> between(
      static_cast<double>(stamps[1] - stamps[0]) / 156'250);
  EXPECT_GE(between, befores[1] - afters[0]);
  EXPECT_LE(between, afters[1] - befores[0]);
  // By the clock page a stamp is the time of day.
  mlx5dv_clock_info info{};
  ASSERT_EQ(mlx5dv_get_clock_info(context.get(), &info), 0);
  const auto stamped = static_cast<std::int64_t>(mlx5dv_ts_to_ns(&info, stamps[1]));
  const std::int64_t now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                               std::chrono::system_clock::now().time_since_epoch())
                               .count();
  EXPECT_LT(stamped, now);
  EXPECT_GT(stamped, now - std::chrono::nanoseconds(long_enough).count());
}

// The first test has a receive too, if it has run.
TEST_F(completion_faults_test, the_second_receive_fails_as_page_faults_do) {
  connect();
  ibv_wc wc{};
  for (int i = 0; i < 2 && wc.status == IBV_WC_SUCCESS; ++i) {
    post_receive(100);
    post(qp.get(), work(IBV_WR_SEND, 20));
    wc = next(peer_cq.get());
    EXPECT_EQ(next(cq.get()).status,
              wc.status == IBV_WC_SUCCESS ? IBV_WC_SUCCESS : IBV_WC_REM_OP_ERR);
  }
  EXPECT_EQ(wc.status, IBV_WC_REM_ABORT_ERR);
  EXPECT_EQ(wc.vendor_err, 0x93u);
  expect_words(
      "fails as --fail-receive-at says, with syndrome 0x22 remote_aborted_err [remote_aborted_err "
      "(0x22); vendor 0x93 odp_fault");
  EXPECT_EQ(state_of(peer.get()), IBV_QPS_ERR);
}

// WQEs are counted over the whole life of a process, so this comes last.
TEST_F(completion_faults_test, the_fortieth_operation_fails_with_numbers_that_have_no_name) {
  connect();
  const raw_ring ring = raw_ring::of(cq.get());
  ibv_wc wc{};
  std::uint32_t index = 0;
  for (; index < 40; ++index) {
    post(qp.get(), work(IBV_WR_RDMA_WRITE, 8));
    wc = next(cq.get());
    if (wc.status != IBV_WC_SUCCESS) break;
  }
  EXPECT_EQ(wc.status, IBV_WC_GENERAL_ERR);
  EXPECT_EQ(wc.vendor_err, 0xeeu);
  EXPECT_EQ(ring.slot(index)[55], 0x99);
  expect_words(
      "fails as --fail-at says, with syndrome 0x99 [0x99; vendor 0xee, whose meaning no "
      "public source gives]");
  EXPECT_EQ(state_of(qp.get()), IBV_QPS_ERR);
}

}  // namespace
}  // namespace verbatim::testing
