// Two UD queue pairs of this process and the address of the second, for tests.
#pragma once

#include <infiniband/mlx5dv.h>

#include <atomic>
#include <cstring>

#include "connected_pair.hpp"

namespace verbatim::testing {

using ah_ptr = std::unique_ptr<ibv_ah, destroyer<ibv_destroy_ah>>;

class datagram_pair : public connected_pair_test {
 protected:
  static constexpr std::uint32_t qkey = 0x11111111;

  void SetUp() override {
    connected_pair_test::SetUp();
    remote.fill(0xee);
    address.port_num = 1;
    address.dlid = 1;
    address.sl = 3;
  }

  void TearDown() override {
    ah.reset();
    connected_pair_test::TearDown();
  }

  /// From RESET to RTS, which takes less than for connected queue pairs.
  static void to_rts(ibv_qp* which) {
    ibv_qp_attr attributes{};
    attributes.port_num = 1;
    attributes.qkey = qkey;
    attributes.qp_state = IBV_QPS_INIT;
    ASSERT_EQ(ibv_modify_qp(which, &attributes,
                            IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY),
              0);
    attributes.qp_state = IBV_QPS_RTR;
    ASSERT_EQ(ibv_modify_qp(which, &attributes, IBV_QP_STATE), 0);
    attributes.qp_state = IBV_QPS_RTS;
    ASSERT_EQ(ibv_modify_qp(which, &attributes, IBV_QP_STATE | IBV_QP_SQ_PSN), 0);
  }

  /// Makes both, and an address handle with `address`.
  void start(ibv_srq* srq = nullptr) {
    qp = create(IBV_QPT_UD, cq.get());
    peer = create(IBV_QPT_UD, peer_cq.get(), srq);
    ASSERT_TRUE(qp && peer);
    to_rts(qp.get());
    to_rts(peer.get());
    ah.reset(ibv_create_ah(pd.get(), &address));
    ASSERT_TRUE(ah);
    reported();
  }

  /// From `local` to the peer.
  ibv_send_wr datagram(std::uint32_t bytes) {
    ibv_send_wr wr = work(IBV_WR_SEND, bytes);
    if (bytes == 0) wr.num_sge = 0;
    wr.wr.ud.ah = ah.get();
    wr.wr.ud.remote_qpn = peer->qp_num;
    wr.wr.ud.remote_qkey = qkey;
    return wr;
  }

  void send(const ibv_send_wr& wr) { expect(wr, IBV_WC_SUCCESS); }

  void post_receive_to(ibv_qp* which, std::uint32_t bytes) {
    ibv_recv_wr wr = receive(bytes, remote_mr->lkey);
    ibv_recv_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_recv(which, &wr, &bad), 0);
  }

  /// A new queue pair's first WQE, written by hand into its ring.
  class raw_wqe {
   public:
    explicit raw_wqe(ibv_qp* which) {
      mlx5dv_obj object{};
      object.qp.in = which;
      object.qp.out = &dv_;
      EXPECT_EQ(mlx5dv_init_obj(&object, MLX5DV_OBJ_QP), 0);
      std::memset(dv_.sq.buf, 0, dv_.sq.wqe_cnt * dv_.sq.stride);
    }

    std::byte* at(std::size_t octoword) const {
      return static_cast<std::byte*>(dv_.sq.buf) + octoword * 16;
    }

    /// Hands over so many WQEBBs.
    void ring(std::uint32_t wqebbs) const {
      dv_.dbrec[MLX5_SND_DBR] = htobe32(wqebbs);
      std::atomic_thread_fence(std::memory_order_seq_cst);
      std::uint64_t first;
      std::memcpy(&first, dv_.sq.buf, sizeof first);
      *static_cast<volatile std::uint64_t*>(dv_.bf.reg) = first;
    }

   private:
    mlx5dv_qp dv_{};
  };

  ibv_ah_attr address{};
  ah_ptr ah;
};

}  // namespace verbatim::testing
