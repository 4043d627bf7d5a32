// Payload in CQEs: where the device puts it is looked at in memory, and libmlx5 copies it out.
// libmlx5 44 copies the payload in a requester's CQE of 128 bytes from the wrong place (mended by
// rdma-core pull request 1743), so there UCX is the judge.
#include "connected_pair.hpp"
#include "long_enough.hpp"
#include "raw_ring.hpp"

namespace verbatim::testing {
namespace {

constexpr std::uint8_t untouched = 0xee;

enum class place { cqe, before_cqe, memory };

class scatter_test : public connected_pair_test {
 protected:
  void TearDown() override {
    qp.reset();
    peer.reset();
  }

  cq_ptr long_cq() const {
    ibv_cq_init_attr_ex attributes{};
    attributes.cqe = 63;
    mlx5dv_cq_init_attr dv{};
    dv.comp_mask = MLX5DV_CQ_INIT_ATTR_MASK_CQE_SIZE;
    dv.cqe_size = 128;
    return cq_ptr(ibv_cq_ex_to_cq(mlx5dv_create_cq(context.get(), &attributes, &dv)));
  }

  qp_ptr create_with(ibv_cq* completions, bool all_signaled, std::uint32_t dv_flags,
                     ibv_srq* srq = nullptr, ibv_qp_type type = IBV_QPT_RC) const {
    ibv_qp_init_attr_ex attributes{};
    attributes.qp_type = type;
    attributes.send_cq = attributes.recv_cq = completions;
    attributes.srq = srq;
    attributes.cap = {16, 16, 2, 2, 0};
    attributes.sq_sig_all = all_signaled;
    attributes.comp_mask = IBV_QP_INIT_ATTR_PD;
    attributes.pd = pd.get();
    mlx5dv_qp_init_attr dv{};
    dv.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS;
    dv.create_flags = dv_flags;
    return qp_ptr(mlx5dv_create_qp(context.get(), &attributes, &dv));
  }

  void connect_with(ibv_cq* send_completions, ibv_cq* receive_completions, bool all_signaled = true,
                    std::uint32_t dv_flags = 0, ibv_srq* srq = nullptr,
                    ibv_qp_type type = IBV_QPT_RC) {
    completions = send_completions;
    receive_cq = receive_completions;
    qp = create_with(send_completions, all_signaled, dv_flags, nullptr, type);
    peer = create_with(receive_completions, false, dv_flags, srq, type);
    ASSERT_TRUE(qp && peer);
    to_rts(qp.get(), peer->qp_num);
    to_rts(peer.get(), qp->qp_num);
  }

  static unsigned format_of(place where) {
    return where == place::cqe ? 1u : where == place::before_cqe ? 2u : 0u;
  }

  /// The completion is there; libmlx5 has not looked. It must hold `bytes` of `local`'s
  /// pattern in its place, and `there` must be as it was unless that is the place.
  template <class Memory>
  static void expect_in_place(const raw_ring& ring, std::uint32_t index, place where,
                              std::uint32_t bytes, const Memory& there, std::uint8_t first) {
    ASSERT_TRUE(ring.owned(index));
    const std::uint8_t* const cqe = ring.slot(index);
    EXPECT_EQ(cqe[63] >> 2 & 3u, format_of(where)) << bytes;
    for (std::uint32_t i = 0; i < bytes; ++i) {
      const auto expected = static_cast<std::uint8_t>(first + i);
      if (where == place::memory) {
        ASSERT_EQ(there[i], expected) << i;
      } else {
        ASSERT_EQ(there[i], untouched) << i;
        ASSERT_EQ((where == place::cqe ? cqe : cqe - 64)[i], expected) << i << " of " << bytes;
      }
    }
  }

  static void wait_for(const raw_ring& ring, std::uint32_t index) {
    const auto end = std::chrono::steady_clock::now() + long_enough;
    while (!ring.owned(index) && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }

  /// One message, into two SGEs.
  void expect_receive(raw_ring& ring, std::uint32_t index, std::uint32_t bytes, place where) {
    remote.fill(untouched);
    ibv_sge sges[] = {{reinterpret_cast<std::uint64_t>(remote.data()), 10, remote_mr->lkey},
                      {reinterpret_cast<std::uint64_t>(remote.data()) + 10, 500, remote_mr->lkey}};
    ibv_recv_wr wr{};
    wr.wr_id = bytes;
    wr.sg_list = sges;
    wr.num_sge = 2;
    ibv_recv_wr* bad = nullptr;
    if (peer->srq) {
      ASSERT_EQ(ibv_post_srq_recv(peer->srq, &wr, &bad), 0);
    } else {
      ASSERT_EQ(ibv_post_recv(peer.get(), &wr, &bad), 0);
    }
    post(qp.get(), work(IBV_WR_SEND, bytes));
    wait_for(ring, index);
    expect_in_place(ring, index, where, bytes, remote, 0);
    const ibv_wc wc = next(receive_cq);
    EXPECT_EQ(wc.status, IBV_WC_SUCCESS);
    EXPECT_EQ(wc.byte_len, bytes);
    EXPECT_EQ(wc.wr_id, bytes);
    EXPECT_TRUE(std::equal(local.begin(), local.begin() + bytes, remote.begin()));
    EXPECT_EQ(remote[bytes], untouched);
    if (completions != receive_cq) {
      EXPECT_EQ(next(completions).status, IBV_WC_SUCCESS);
    }
  }

  /// One READ.
  void expect_read(raw_ring& ring, std::uint32_t index, std::uint32_t bytes, place where) {
    std::iota(remote.begin(), remote.end(), std::uint8_t{3});
    local.fill(untouched);
    const ibv_send_wr wr = work(IBV_WR_RDMA_READ, bytes);
    post(qp.get(), wr);
    wait_for(ring, index);
    expect_in_place(ring, index, where, bytes, local, 3);
    const ibv_wc wc = next(completions);
    EXPECT_EQ(wc.status, IBV_WC_SUCCESS);
    EXPECT_EQ(wc.byte_len, bytes);
    if (completions != large.get() || where == place::memory) {
      EXPECT_TRUE(std::equal(local.begin(), local.begin() + bytes, remote.begin()));
    }
    EXPECT_EQ(local[bytes], untouched);
  }

  ibv_cq* completions = nullptr;
  ibv_cq* receive_cq = nullptr;
  cq_ptr large;
};

// Copied out of the CQE or written by the device, the middle of each list goes nowhere.
TEST_F(scatter_test, what_goes_to_the_null_key_is_thrown_away) {
  const mr_ptr null(ibv_alloc_null_mr(pd.get()));
  ASSERT_TRUE(null);
  connect_with(cq.get(), peer_cq.get());
  const auto list = [&](auto& into, std::uint32_t lkey) {
    into.fill(untouched);
    const auto at = reinterpret_cast<std::uint64_t>(into.data());
    return std::array<ibv_sge, 2>{ibv_sge{0, 7, null->lkey}, ibv_sge{at + 20, 500, lkey}};
  };
  const auto expect_rest = [](const auto& there, const auto& from, std::uint32_t bytes) {
    EXPECT_TRUE(std::equal(from.begin() + 7, from.begin() + bytes, there.begin() + 20)) << bytes;
    for (std::uint32_t i = 0; i < 20; ++i) ASSERT_EQ(there[i], untouched) << i;
    EXPECT_EQ(there[20 + bytes - 7], untouched);
  };
  for (const std::uint32_t bytes : {30u, 100u}) {
    auto sges = list(remote, remote_mr->lkey);
    ibv_recv_wr receive{};
    receive.sg_list = sges.data();
    receive.num_sge = 2;
    ibv_recv_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_recv(peer.get(), &receive, &bad), 0);
    post(qp.get(), work(IBV_WR_SEND, bytes));
    EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_SUCCESS);
    EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
    expect_rest(remote, local, bytes);
  }
  for (const std::uint32_t bytes : {30u, 100u}) {
    std::iota(remote.begin(), remote.end(), std::uint8_t{3});
    auto sges = list(local, local_mr->lkey);
    sges[1].length = bytes - 7;
    auto read = work(IBV_WR_RDMA_READ, bytes);
    read.sg_list = sges.data();
    read.num_sge = 2;
    post(qp.get(), read);
    EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
    expect_rest(local, remote, bytes);
  }
  EXPECT_EQ(reported(), "");
}

TEST_F(scatter_test, receives_of_up_to_32_bytes_are_in_the_cqe) {
  connect_with(cq.get(), peer_cq.get());
  raw_ring ring = raw_ring::of(peer_cq.get());
  std::uint32_t index = 0;
  for (const std::uint32_t bytes : {1u, 10u, 11u, 31u, 32u}) {
    expect_receive(ring, index++, bytes, place::cqe);
  }
  expect_receive(ring, index++, 33, place::memory);
}

TEST_F(scatter_test, receives_of_up_to_64_bytes_are_in_long_cqes) {
  large = long_cq();
  ASSERT_TRUE(large);
  connect_with(cq.get(), large.get());
  raw_ring ring = raw_ring::of(large.get());
  std::uint32_t index = 0;
  expect_receive(ring, index++, 32, place::cqe);
  for (const std::uint32_t bytes : {33u, 63u, 64u}) {
    expect_receive(ring, index++, bytes, place::before_cqe);
  }
  expect_receive(ring, index++, 65, place::memory);
}

TEST_F(scatter_test, receives_of_a_shared_queue_and_of_uc_are_in_the_cqe) {
  ibv_srq_init_attr attributes{};
  attributes.attr = {8, 2, 0};
  const srq_ptr srq(ibv_create_srq(pd.get(), &attributes));
  ASSERT_TRUE(srq);
  connect_with(cq.get(), peer_cq.get(), true, 0, srq.get());
  raw_ring ring = raw_ring::of(peer_cq.get());
  expect_receive(ring, 0, 32, place::cqe);
  expect_receive(ring, 1, 33, place::memory);
  connect_with(cq.get(), peer_cq.get(), true, 0, nullptr, IBV_QPT_UC);
  expect_receive(ring, 2, 32, place::cqe);
}

TEST_F(scatter_test, who_forbids_it_gets_everything_in_memory) {
  connect_with(cq.get(), peer_cq.get(), true, MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE);
  raw_ring received = raw_ring::of(peer_cq.get());
  expect_receive(received, 0, 8, place::memory);
  raw_ring ring = raw_ring::of(cq.get());
  expect_read(ring, 1, 8, place::memory);
}

TEST_F(scatter_test, results_are_in_the_cqe_if_all_are_signaled) {
  connect_with(cq.get(), peer_cq.get());
  raw_ring ring = raw_ring::of(cq.get());
  std::uint32_t index = 0;
  for (const std::uint32_t bytes : {1u, 32u}) expect_read(ring, index++, bytes, place::cqe);
  expect_read(ring, index++, 33, place::memory);
}

TEST_F(scatter_test, results_are_in_memory_if_not_all_are_signaled) {
  connect_with(cq.get(), peer_cq.get(), false);
  raw_ring ring = raw_ring::of(cq.get());
  expect_read(ring, 0, 8, place::memory);
}

TEST_F(scatter_test, results_are_in_the_cqe_of_who_says_that_it_looks_there) {
  connect_with(cq.get(), peer_cq.get(), false, MLX5DV_QP_CREATE_ALLOW_SCATTER_TO_CQE);
  raw_ring ring = raw_ring::of(cq.get());
  expect_read(ring, 0, 8, place::cqe);
  // Without a CQE there is no place but memory.
  local.fill(untouched);
  ibv_send_wr silent = work(IBV_WR_RDMA_READ, 8);
  silent.send_flags = 0;
  post(qp.get(), silent);
  post(qp.get(), work(IBV_WR_RDMA_WRITE, 0));
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 8, remote.begin()));
}

TEST_F(scatter_test, results_of_up_to_64_bytes_are_in_long_cqes) {
  large = long_cq();
  ASSERT_TRUE(large);
  connect_with(large.get(), peer_cq.get());
  raw_ring ring = raw_ring::of(large.get());
  expect_read(ring, 0, 32, place::cqe);
  expect_read(ring, 1, 33, place::before_cqe);
  expect_read(ring, 2, 64, place::before_cqe);
  expect_read(ring, 3, 65, place::memory);
}

/// UCX reads it so; libmlx5 copies it into memory as it is.
TEST_F(scatter_test, what_an_atomic_found_is_big_endian_in_the_cqe) {
  connect_with(cq.get(), peer_cq.get());
  raw_ring ring = raw_ring::of(cq.get());
  const std::uint64_t before = 0x1122334455667788;
  std::uint32_t index = 0;
  for (const ibv_wr_opcode which : {IBV_WR_ATOMIC_FETCH_AND_ADD, IBV_WR_ATOMIC_CMP_AND_SWP}) {
    std::memcpy(remote.data(), &before, sizeof before);
    local.fill(untouched);
    ibv_send_wr wr = work(which, 8);
    wr.wr.atomic.compare_add = which == IBV_WR_ATOMIC_FETCH_AND_ADD ? 1 : before;
    wr.wr.atomic.swap = before + 1;
    post(qp.get(), wr);
    wait_for(ring, index);
    ASSERT_TRUE(ring.owned(index));
    std::uint64_t in_cqe;
    std::memcpy(&in_cqe, ring.slot(index), sizeof in_cqe);
    EXPECT_EQ(be64toh(in_cqe), before);
    EXPECT_EQ(local[0], untouched);
    EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
    std::uint64_t found;
    std::memcpy(&found, local.data(), sizeof found);
    EXPECT_EQ(found, in_cqe);
    std::memcpy(&found, remote.data(), sizeof found);
    EXPECT_EQ(found, before + 1);
    ++index;
  }
}

// The device does not write there, but it is as strict as if it did.
TEST_F(scatter_test, the_key_of_a_receive_is_checked_all_the_same) {
  connect_with(cq.get(), peer_cq.get());
  ibv_recv_wr wr = receive(100, remote_mr->lkey ^ 0x5500);
  ibv_recv_wr* bad = nullptr;
  ASSERT_EQ(ibv_post_recv(peer.get(), &wr, &bad), 0);
  expect(work(IBV_WR_SEND, 8), IBV_WC_REM_OP_ERR);
  EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_LOC_PROT_ERR);
  expect_words("lkey");
}

}  // namespace
}  // namespace verbatim::testing
