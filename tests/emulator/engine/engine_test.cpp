// The engine's work on requests of real verbs: every operation, events, and doorbells that are missing or
// early.
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>
#include <thread>

#include "connected_pair.hpp"
#include "engine_fixture.hpp"
#include "long_enough.hpp"
#include "raw_send_queue.hpp"

namespace verbatim::testing {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

TEST_F(engine_test, write_copies) {
  for (const ibv_qp_type type : {IBV_QPT_RC, IBV_QPT_UC}) {
    connect(type);
    for (const std::uint32_t bytes : {1u, 8u, 64u, 4096u, 65536u, 65537u, 1048576u}) {
      remote.fill(0xee);
      expect(work(IBV_WR_RDMA_WRITE, bytes), IBV_WC_SUCCESS);
      // UC completes when the data has left.
      const auto end = std::chrono::steady_clock::now() + long_enough;
      while (type == IBV_QPT_UC && remote[bytes - 1] == 0xee &&
             std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(1ms);
      }
      EXPECT_TRUE(std::equal(local.begin(), local.begin() + bytes, remote.begin())) << bytes;
      if (bytes < remote.size()) {
        EXPECT_EQ(remote[bytes], 0xee);
      }
    }
  }
  EXPECT_EQ(reported(), "");
}

TEST_F(engine_test, read_copies_back) {
  connect();
  std::iota(remote.begin(), remote.end(), std::uint8_t{7});
  for (const std::uint32_t bytes : {1u, 4096u, 65537u, 1048576u}) {
    local.fill(0);
    const ibv_wc wc = expect(work(IBV_WR_RDMA_READ, bytes), IBV_WC_SUCCESS);
    EXPECT_EQ(wc.byte_len, bytes);
    EXPECT_TRUE(std::equal(local.begin(), local.begin() + bytes, remote.begin())) << bytes;
  }
}

TEST_F(engine_test, atomics_return_what_was_there) {
  connect();
  const auto target = reinterpret_cast<std::uint64_t*>(remote.data());
  const auto result = reinterpret_cast<std::uint64_t*>(local.data());
  *target = 40;
  ibv_send_wr add = work(IBV_WR_ATOMIC_FETCH_AND_ADD, 8);
  add.wr.atomic.compare_add = 2;
  EXPECT_EQ(expect(add, IBV_WC_SUCCESS).byte_len, 8u);
  EXPECT_EQ(*result, 40u);
  EXPECT_EQ(*target, 42u);
  ibv_send_wr swap = work(IBV_WR_ATOMIC_CMP_AND_SWP, 8);
  swap.wr.atomic.compare_add = 42;
  swap.wr.atomic.swap = 0x0102030405060708;
  expect(swap, IBV_WC_SUCCESS);
  EXPECT_EQ(*result, 42u);
  EXPECT_EQ(*target, 0x0102030405060708u);
  swap.wr_id = ++next_wr_id;
  expect(swap, IBV_WC_SUCCESS);
  EXPECT_EQ(*result, 0x0102030405060708u);
}

TEST_F(engine_test, send_carries_length_and_immediate) {
  for (const ibv_qp_type type : {IBV_QPT_RC, IBV_QPT_UC}) {
    connect(type);
    for (const ibv_wr_opcode opcode : {IBV_WR_SEND, IBV_WR_SEND_WITH_IMM}) {
      remote.fill(0);
      post_receive(200000);
      ibv_send_wr wr = work(opcode, 100000);
      wr.imm_data = 0x01020304;
      expect(wr, IBV_WC_SUCCESS);
      const ibv_wc wc = next(peer_cq.get());
      EXPECT_EQ(wc.status, IBV_WC_SUCCESS);
      EXPECT_EQ(wc.opcode, IBV_WC_RECV);
      EXPECT_EQ(wc.byte_len, 100000u);
      EXPECT_EQ(wc.qp_num, peer->qp_num);
      if (opcode == IBV_WR_SEND_WITH_IMM) {
        EXPECT_EQ(wc.imm_data, 0x01020304u);
      }
      EXPECT_TRUE(std::equal(local.begin(), local.begin() + 100000, remote.begin()));
    }
  }
}

TEST_F(engine_test, write_with_immediate_takes_a_receive) {
  connect();
  post_receive(0);
  ibv_send_wr wr = work(IBV_WR_RDMA_WRITE_WITH_IMM, 5000);
  wr.imm_data = 0x0a0b0c0d;
  expect(wr, IBV_WC_SUCCESS);
  const ibv_wc wc = next(peer_cq.get());
  EXPECT_EQ(wc.opcode, IBV_WC_RECV_RDMA_WITH_IMM);
  EXPECT_EQ(wc.byte_len, 5000u);
  EXPECT_EQ(wc.imm_data, 0x0a0b0c0du);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 5000, remote.begin()));
}

TEST_F(engine_test, inline_data_crosses_the_ring_end) {
  connect();
  for (int i = 0; i < 200; ++i) {
    const auto bytes = static_cast<std::uint32_t>(1 + i % 200);
    remote.fill(0xee);
    ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, bytes);
    wr.send_flags |= IBV_SEND_INLINE;
    expect(wr, IBV_WC_SUCCESS);
    ASSERT_TRUE(std::equal(local.begin(), local.begin() + bytes, remote.begin())) << i;
    ASSERT_EQ(remote[bytes], 0xee);
  }
  EXPECT_EQ(reported(), "");
}

TEST_F(engine_test, a_fence_waits_for_the_read) {
  connect();
  for (int i = 0; i < 20; ++i) {
    remote.fill(1);
    local.fill(2);
    ibv_send_wr read = work(IBV_WR_RDMA_READ, 500000);
    read.send_flags = 0;
    post(qp.get(), read);
    ibv_send_wr write = work(IBV_WR_RDMA_WRITE, 500000);
    write.send_flags |= IBV_SEND_FENCE;
    expect(write, IBV_WC_SUCCESS);
    ASSERT_TRUE(std::all_of(remote.begin(), remote.end(), [](auto one) { return one == 1; }));
  }
}

TEST_F(engine_test, a_receive_may_come_late) {
  connect();
  for (int i = 0; i < 3; ++i) post(qp.get(), work(IBV_WR_SEND, 8));
  std::this_thread::sleep_for(10ms);
  for (int i = 0; i < 3; ++i) {
    post_receive(8);
    EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
    EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_SUCCESS);
  }
}

TEST_F(engine_test, a_shared_receive_queue_tells_its_limit) {
  ibv_srq_init_attr srq_attributes{};
  srq_attributes.attr.max_wr = 8;
  srq_attributes.attr.max_sge = 1;
  const srq_ptr srq(ibv_create_srq(pd.get(), &srq_attributes));
  connect(IBV_QPT_RC, srq.get());
  for (int i = 0; i < 4; ++i) {
    ibv_recv_wr wr = receive(64, remote_mr->lkey);
    ibv_recv_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_srq_recv(srq.get(), &wr, &bad), 0);
  }
  ibv_srq_attr limit{.max_wr = 0, .max_sge = 0, .srq_limit = 3};
  ASSERT_EQ(ibv_modify_srq(srq.get(), &limit, IBV_SRQ_LIMIT), 0);
  for (int i = 0; i < 2; ++i) {
    expect(work(IBV_WR_SEND, 64), IBV_WC_SUCCESS);
    EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_SUCCESS);
  }
  EXPECT_EQ(next_event(), IBV_EVENT_SRQ_LIMIT_REACHED);
  ibv_qp_attr error{};
  error.qp_state = IBV_QPS_ERR;
  ASSERT_EQ(ibv_modify_qp(peer.get(), &error, IBV_QP_STATE), 0);
  EXPECT_EQ(next_event(), IBV_EVENT_QP_LAST_WQE_REACHED);
  peer.reset();
}

TEST_F(engine_test, events_come_once_per_arming) {
  const channel_ptr channel(ibv_create_comp_channel(context.get()));
  const cq_ptr watched(ibv_create_cq(context.get(), 15, nullptr, channel.get(), 0));
  qp = create(IBV_QPT_RC, watched.get());
  peer = create(IBV_QPT_RC, peer_cq.get());
  to_rts(qp.get(), peer->qp_num);
  to_rts(peer.get(), qp->qp_num);
  pollfd file{channel->fd, POLLIN, 0};
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(ibv_req_notify_cq(watched.get(), 0), 0);
    EXPECT_EQ(poll(&file, 1, 20), 0);
    post(qp.get(), work(IBV_WR_RDMA_WRITE, 8));
    ASSERT_EQ(poll(&file, 1, 2000), 1);
    ibv_cq* of = nullptr;
    void* cq_context = nullptr;
    ASSERT_EQ(ibv_get_cq_event(channel.get(), &of, &cq_context), 0);
    EXPECT_EQ(of, watched.get());
    ibv_ack_cq_events(of, 1);
    EXPECT_EQ(next(watched.get()).status, IBV_WC_SUCCESS);
    // The queue is not armed, so there is no event.
    post(qp.get(), work(IBV_WR_RDMA_WRITE, 8));
    EXPECT_EQ(next(watched.get()).status, IBV_WC_SUCCESS);
    EXPECT_EQ(poll(&file, 1, 20), 0);
  }
  qp.reset();
}

TEST_F(engine_test, only_solicited_messages_raise_solicited_events) {
  const channel_ptr channel(ibv_create_comp_channel(context.get()));
  cq_ptr watched(ibv_create_cq(context.get(), 15, nullptr, channel.get(), 0));
  peer_cq.swap(watched);
  connect();
  ASSERT_EQ(ibv_req_notify_cq(peer_cq.get(), 1), 0);
  for (int i = 0; i < 2; ++i) post_receive(8);
  expect(work(IBV_WR_SEND, 8), IBV_WC_SUCCESS);
  pollfd file{channel->fd, POLLIN, 0};
  EXPECT_EQ(poll(&file, 1, 50), 0);
  ibv_send_wr solicited = work(IBV_WR_SEND, 8);
  solicited.send_flags |= IBV_SEND_SOLICITED;
  expect(solicited, IBV_WC_SUCCESS);
  EXPECT_EQ(poll(&file, 1, 2000), 1);
  ibv_cq* of = nullptr;
  void* cq_context = nullptr;
  ASSERT_EQ(ibv_get_cq_event(channel.get(), &of, &cq_context), 0);
  ibv_ack_cq_events(of, 1);
  peer.reset();
  peer_cq.reset();
}

TEST_F(engine_test, a_resized_queue_keeps_what_is_unread) {
  connect();
  for (int i = 0; i < 5; ++i) expect(work(IBV_WR_RDMA_WRITE, 8), IBV_WC_SUCCESS);
  const std::uint64_t before = next_wr_id;
  for (int i = 0; i < 5; ++i) post(qp.get(), work(IBV_WR_RDMA_WRITE, 8));
  std::this_thread::sleep_for(50ms);
  ASSERT_EQ(ibv_resize_cq(cq.get(), 100), 0);
  for (int i = 0; i < 3; ++i) post(qp.get(), work(IBV_WR_RDMA_WRITE, 8));
  for (std::uint64_t i = 1; i <= 8; ++i) EXPECT_EQ(next(cq.get()).wr_id, before + i);
}

TEST_F(engine_test, a_forgotten_doorbell_is_noticed) {
  connect();
  mlx5dv_qp raw{};
  mlx5dv_obj objects{};
  objects.qp.in = qp.get();
  objects.qp.out = &raw;
  ASSERT_EQ(mlx5dv_init_obj(&objects, MLX5DV_OBJ_QP), 0);
  auto* const ctrl = static_cast<std::uint32_t*>(raw.sq.buf);
  ctrl[0] = htobe32(0);  // WQE 0, NOP
  ctrl[1] = htobe32(qp->qp_num << 8 | 1);
  ctrl[2] = htobe32(MLX5_WQE_CTRL_CQ_UPDATE);
  ctrl[3] = 0;
  __atomic_store_n(&raw.dbrec[MLX5_SND_DBR], htobe32(1), __ATOMIC_RELEASE);
  wait_for_words("ring the doorbell after writing the doorbell record");
  ibv_wc wc{};
  EXPECT_EQ(ibv_poll_cq(cq.get(), 1, &wc), 0);
  std::uint64_t value;
  std::memcpy(&value, ctrl, sizeof value);
  __atomic_store_n(static_cast<std::uint64_t*>(raw.bf.reg), value, __ATOMIC_RELEASE);
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_EQ(reported(), "");
}

// Neither the doorbell record nor the register has been written.
TEST_F(engine_test, a_post_without_any_doorbell_is_noticed) {
  connect();
  raw_send_queue posted(qp.get());
  posted.begin(opcode::nop).write();
  wait_for_words("the ring holds 1 send WQEBBs from WQE 0 on (nop), but nobody has written");
  ibv_wc wc{};
  EXPECT_EQ(ibv_poll_cq(cq.get(), 1, &wc), 0);
  posted.ring_doorbell();
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_EQ(reported(), "");
}

TEST_F(engine_test, a_doorbell_before_rts_is_noticed) {
  for (const auto state : {IBV_QPS_RESET, IBV_QPS_INIT, IBV_QPS_RTR}) {
    connect();
    ibv_qp_attr reset{};
    reset.qp_state = IBV_QPS_RESET;
    ASSERT_EQ(ibv_modify_qp(qp.get(), &reset, IBV_QP_STATE), 0);
    if (state != IBV_QPS_RESET) {
      ibv_qp_attr attributes = attributes_to(IBV_QPS_INIT, 0);
      ASSERT_EQ(ibv_modify_qp(qp.get(), &attributes, init_mask), 0);
    }
    if (state == IBV_QPS_RTR) {
      ibv_qp_attr attributes = attributes_to(IBV_QPS_RTR, peer->qp_num);
      ASSERT_EQ(ibv_modify_qp(qp.get(), &attributes, rtr_mask), 0);
    }
    EXPECT_EQ(reported(), "");
    raw_send_queue posted(qp.get());
    posted.begin(opcode::nop).post();
    const std::string said = wait_for_words("change the state to RTS first");
    EXPECT_NE(
        said.find("a doorbell for WQE 0 came in the state "s + (state == IBV_QPS_RTR    ? "RTR"
                                                                : state == IBV_QPS_INIT ? "INIT"
                                                                                        : "RESET")),
        std::string::npos)
        << said;
    qp.reset();
    peer.reset();
  }
}

// A doorbell that the device has not looked at yet counts for the state in which it was rung.
TEST_F(engine_test, a_doorbell_in_rts_is_not_too_early) {
  connect();
  for (int i = 0; i < 100; ++i) {
    raw_send_queue posted(qp.get());
    posted.begin(opcode::nop).post();
    ibv_qp_attr reset{};
    reset.qp_state = IBV_QPS_RESET;
    ASSERT_EQ(ibv_modify_qp(qp.get(), &reset, IBV_QP_STATE), 0);
    to_rts(qp.get(), peer->qp_num);
  }
  EXPECT_EQ(reported(), "");
}

TEST_F(engine_test, a_doorbell_with_other_words_is_noticed) {
  connect();
  mlx5dv_qp raw{};
  mlx5dv_obj objects{};
  objects.qp.in = qp.get();
  objects.qp.out = &raw;
  ASSERT_EQ(mlx5dv_init_obj(&objects, MLX5DV_OBJ_QP), 0);
  auto* const ctrl = static_cast<std::uint32_t*>(raw.sq.buf);
  ctrl[0] = htobe32(0x77);
  ctrl[1] = htobe32(qp->qp_num << 8 | 1);
  ctrl[2] = 0;
  ctrl[3] = 0;
  __atomic_store_n(&raw.dbrec[MLX5_SND_DBR], htobe32(1), __ATOMIC_RELEASE);
  const std::uint64_t value = htobe64(std::uint64_t{qp->qp_num} << 8 | 1);
  __atomic_store_n(static_cast<std::uint64_t*>(raw.bf.reg), value, __ATOMIC_RELEASE);
  EXPECT_EQ(next(cq.get()).status, IBV_WC_LOC_QP_OP_ERR);
  const std::string said = reported();
  EXPECT_NE(said.find("but its ctrl_seg begins with"), std::string::npos) << said;
  EXPECT_NE(said.find("its opcode 0x77 is not known"), std::string::npos) << said;
}

}  // namespace
}  // namespace verbatim::testing
