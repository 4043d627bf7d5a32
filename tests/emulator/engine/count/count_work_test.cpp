// Work whose numbers are known: programs/count_test.py runs each test as a process of its own and
// reads what --count says of it.
#include <infiniband/mlx5dv.h>

#include "connected_pair.hpp"

namespace verbatim::testing {
namespace {

/// One queue pair that is its own peer. The processor's breakpoints are enough for its doorbells.
class count_work : public connected_pair_test {
 protected:
  void connect_to_itself() {
    qp = create(IBV_QPT_RC, completions ? completions.get() : cq.get());
    ASSERT_TRUE(qp);
    to_rts(qp.get(), qp->qp_num);
  }

  void TearDown() override { qp.reset(); }

  ibv_cq* sends() const { return completions ? completions.get() : cq.get(); }

  void finish(unsigned count) const {
    for (unsigned i = 0; i < count; ++i) ASSERT_EQ(next(sends()).status, IBV_WC_SUCCESS);
    // Only the last doorbell of several in a register can be found there, with its copy.
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }

  /// Posts a list with one doorbell. `flags_of(i)` are the flags of number `i`.
  template <class Flags>
  void post_list(unsigned count, std::uint32_t bytes, Flags&& flags_of) {
    std::vector<ibv_send_wr> wrs;
    for (unsigned i = 0; i < count; ++i) {
      wrs.push_back(work(IBV_WR_RDMA_WRITE, bytes));
      wrs.back().send_flags = flags_of(i);
    }
    for (unsigned i = 0; i + 1 < count; ++i) wrs[i].next = &wrs[i + 1];
    ibv_send_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_send(qp.get(), wrs.data(), &bad), 0);
  }

  /// Waits for a CQE of the first lap of the ring, which libmlx5 does not read.
  static void wait_for_cqe(ibv_cq* of, std::size_t index) {
    mlx5dv_cq ring{};
    mlx5dv_obj object{};
    object.cq.in = of;
    object.cq.out = &ring;
    ASSERT_EQ(mlx5dv_init_obj(&object, MLX5DV_OBJ_CQ), 0);
    const auto& cqe = static_cast<const mlx5_cqe64*>(ring.buf)[index];
    const auto end = std::chrono::steady_clock::now() + long_enough;
    while (__atomic_load_n(&cqe.op_own, __ATOMIC_ACQUIRE) >> 4 == MLX5_CQE_INVALID) {
      ASSERT_LT(std::chrono::steady_clock::now(), end);
    }
  }

  void post_receives(unsigned count, std::uint32_t bytes) {
    std::vector<ibv_recv_wr> wrs(count, receive(bytes, remote_mr->lkey));
    for (unsigned i = 0; i + 1 < count; ++i) wrs[i].next = &wrs[i + 1];
    ibv_recv_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_recv(qp.get(), wrs.data(), &bad), 0);
  }

  void move_ten_thousand_bytes() {
    connect_to_itself();
    expect(work(IBV_WR_RDMA_WRITE, 10'000), IBV_WC_SUCCESS);
    expect(work(IBV_WR_RDMA_READ, 10'000), IBV_WC_SUCCESS);
    expect(work(IBV_WR_ATOMIC_FETCH_AND_ADD, 8), IBV_WC_SUCCESS);
  }

  cq_ptr completions;
};

TEST_F(count_work, doorbells) {
  connect_to_itself();
  for (int i = 0; i < 3; ++i) {
    ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 64);
    wr.send_flags |= IBV_SEND_INLINE;
    post(qp.get(), wr);
    finish(1);
  }
  post_list(5, 100, [](unsigned i) { return i == 4 ? unsigned{IBV_SEND_SIGNALED} : 0u; });
  finish(1);
}

TEST_F(count_work, two_queue_pairs) {
  connect();
  for (int i = 0; i < 3; ++i) expect(work(IBV_WR_RDMA_WRITE, 8), IBV_WC_SUCCESS);
  post(peer.get(), work(IBV_WR_RDMA_WRITE, 8));
  ASSERT_EQ(next(peer_cq.get()).status, IBV_WC_SUCCESS);
  peer.reset();
}

// NOPs with BlueFlame, by a copy that stores everything twice, as memmove(3) may.
TEST_F(count_work, copied_twice) {
  connect_to_itself();
  mlx5dv_qp direct{};
  mlx5dv_obj object{};
  object.qp.in = qp.get();
  object.qp.out = &direct;
  ASSERT_EQ(mlx5dv_init_obj(&object, MLX5DV_OBJ_QP), 0);
  std::size_t half = 0;
  for (std::uint32_t i = 0; i < 5; ++i, half ^= direct.bf.size) {
    std::array<std::uint32_t, 16> wqe{htobe32(i << 8), htobe32(qp->qp_num << 8 | 1),
                                      htobe32(MLX5_WQE_CTRL_CQ_UPDATE)};
    // The data after a NOP is not read.
    wqe[4] = 1;
    std::memcpy(static_cast<std::byte*>(direct.sq.buf) + i * sizeof wqe, wqe.data(), sizeof wqe);
    __atomic_store_n(&direct.dbrec[MLX5_SND_DBR], htobe32(i + 1), __ATOMIC_RELEASE);
    auto* const to =
        reinterpret_cast<std::uint64_t*>(static_cast<std::byte*>(direct.bf.reg) + half);
    for (int times = 0; times < 2; ++times) {
      for (std::size_t word = 0; word < sizeof wqe / sizeof *to; ++word) {
        std::uint64_t value;
        std::memcpy(&value, wqe.data() + 2 * word, sizeof value);
        __atomic_store_n(to + word, value, __ATOMIC_RELEASE);
      }
    }
    wait_for_cqe(cq.get(), i);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

TEST_F(count_work, mtu_1024) {
  mtu = IBV_MTU_1024;
  move_ten_thousand_bytes();
}

TEST_F(count_work, mtu_4096) {
  mtu = IBV_MTU_4096;
  move_ten_thousand_bytes();
}

TEST_F(count_work, events) {
  const channel_ptr channel(ibv_create_comp_channel(context.get()));
  ASSERT_TRUE(channel);
  completions.reset(ibv_create_cq(context.get(), 15, nullptr, channel.get(), 0));
  ASSERT_TRUE(completions);
  connect_to_itself();
  post_receives(4, 100);
  ASSERT_EQ(ibv_req_notify_cq(completions.get(), 1), 0);
  ibv_send_wr wr = work(IBV_WR_SEND_WITH_IMM, 10);
  wr.send_flags = IBV_SEND_SOLICITED;
  post(qp.get(), wr);
  ibv_cq* raised = nullptr;
  void* handle = nullptr;
  ASSERT_EQ(ibv_get_cq_event(channel.get(), &raised, &handle), 0);
  ibv_ack_cq_events(raised, 1);
  finish(1);
  qp.reset();
  completions.reset();
}

TEST_F(count_work, late_receive) {
  connect_to_itself();
  post(qp.get(), work(IBV_WR_SEND, 3000));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  post_receives(1, 3000);
  finish(2);
}

TEST_F(count_work, refused) {
  connect_to_itself();
  post_receives(3, 100);
  ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 8);
  wr.wr.rdma.rkey ^= 1;
  post(qp.get(), wr);
  unsigned failed = 0;
  for (; failed < 4 && next(cq.get()).status != IBV_WC_GENERAL_ERR; ++failed) {
  }
  EXPECT_EQ(failed, 4u);
}

// With --compress 10 and a long --compress-wait, so that the ten become one compressed CQE.
TEST_F(count_work, compressed) {
  ibv_cq_init_attr_ex attributes{};
  attributes.cqe = 63;
  mlx5dv_cq_init_attr dv{};
  dv.comp_mask = MLX5DV_CQ_INIT_ATTR_MASK_COMPRESSED_CQE;
  dv.cqe_comp_res_format = MLX5DV_CQE_RES_FORMAT_HASH;
  completions.reset(ibv_cq_ex_to_cq(mlx5dv_create_cq(context.get(), &attributes, &dv)));
  ASSERT_TRUE(completions);
  ibv_qp_init_attr wanted = queue_pair_attributes(IBV_QPT_RC);
  wanted.send_cq = wanted.recv_cq = completions.get();
  wanted.cap.max_send_wr = 16;
  qp.reset(ibv_create_qp(pd.get(), &wanted));
  ASSERT_TRUE(qp);
  to_rts(qp.get(), qp->qp_num);
  post_list(10, 8, [](unsigned) { return unsigned{IBV_SEND_SIGNALED}; });
  // libmlx5 does not read compressed CQEs. The title is written last.
  wait_for_cqe(completions.get(), 0);
  qp.reset();
  completions.reset();
}

// Writes that its parent sees in the counts so far, before it kills this process.
TEST_F(count_work, killed) {
  connect_to_itself();
  for (int i = 0; i < 7; ++i) expect(work(IBV_WR_RDMA_WRITE, 8), IBV_WC_SUCCESS);
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

}  // namespace
}  // namespace verbatim::testing
