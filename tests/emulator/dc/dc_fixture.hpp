// DC queue pairs by mlx5dv_create_qp, and posting to them, for tests.
#pragma once

#include <infiniband/mlx5dv.h>

#include <array>
#include <chrono>
#include <numeric>
#include <optional>
#include <thread>

#include "long_enough.hpp"
#include "verbs_fixture.hpp"

namespace verbatim::testing {

inline constexpr std::uint64_t access_key = 0x0123456789abcdef;

using ah_ptr = std::unique_ptr<ibv_ah, destroyer<ibv_destroy_ah>>;

/// A DCI, an SRQ with one DCT behind it, and memory at both ends, all in this process.
class dc_test : public device_test {
 protected:
  static constexpr int all_rights = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
                                    IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
  static constexpr int dct_rtr_mask =
      IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_MIN_RNR_TIMER;

  void SetUp() override {
    device_test::SetUp();
    local_mr.reset(ibv_reg_mr(pd.get(), local.data(), local.size(), all_rights));
    remote_mr.reset(ibv_reg_mr(pd.get(), remote.data(), remote.size(), all_rights));
    peer_cq.reset(ibv_create_cq(context.get(), 63, nullptr, nullptr, 0));
    ibv_srq_init_attr shared{};
    shared.attr.max_wr = 16;
    shared.attr.max_sge = 1;
    srq.reset(ibv_create_srq(pd.get(), &shared));
    ibv_port_attr port{};
    ASSERT_EQ(ibv_query_port(context.get(), 1, &port), 0);
    ibv_ah_attr address{};
    address.dlid = port.lid;
    address.port_num = 1;
    ah.reset(ibv_create_ah(pd.get(), &address));
    ASSERT_TRUE(local_mr && remote_mr && peer_cq && srq && ah);
    std::iota(local.begin(), local.end(), std::uint8_t{0});
  }

  ibv_qp_init_attr_ex dc_attributes() const {
    ibv_qp_init_attr_ex attributes{};
    attributes.qp_type = IBV_QPT_DRIVER;
    attributes.send_cq = cq.get();
    attributes.recv_cq = peer_cq.get();
    attributes.pd = pd.get();
    attributes.comp_mask = IBV_QP_INIT_ATTR_PD;
    return attributes;
  }

  qp_ptr create_dct(std::uint64_t key = access_key) const {
    ibv_qp_init_attr_ex attributes = dc_attributes();
    attributes.srq = srq.get();
    mlx5dv_qp_init_attr dc{};
    dc.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC;
    dc.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCT;
    dc.dc_init_attr.dct_access_key = key;
    qp_ptr made(mlx5dv_create_qp(context.get(), &attributes, &dc));
    if (!made) return made;
    ibv_qp_attr init = attributes_for(IBV_QPS_INIT);
    init.qp_access_flags = access_flags;
    EXPECT_EQ(ibv_modify_qp(made.get(), &init, init_mask), 0);
    ibv_qp_attr rtr = attributes_for(IBV_QPS_RTR);
    EXPECT_EQ(ibv_modify_qp(made.get(), &rtr, dct_rtr_mask), 0);
    return made;
  }

  qp_ptr create_dci(std::optional<mlx5dv_dci_streams> streams = std::nullopt) const {
    ibv_qp_init_attr_ex attributes = dc_attributes();
    attributes.cap.max_send_wr = 32;
    attributes.cap.max_send_sge = 1;
    attributes.cap.max_inline_data = 64;
    attributes.comp_mask |= IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
    attributes.send_ops_flags =
        IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM | IBV_QP_EX_WITH_SEND_WITH_INV |
        IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM | IBV_QP_EX_WITH_RDMA_READ |
        IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP | IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD;
    mlx5dv_qp_init_attr dc{};
    dc.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC | MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS;
    dc.send_ops_flags = MLX5DV_QP_EX_WITH_RAW_WQE;
    dc.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCI;
    if (streams) {
      dc.comp_mask |= MLX5DV_QP_INIT_ATTR_MASK_DCI_STREAMS;
      dc.dc_init_attr.dci_streams = *streams;
    }
    qp_ptr made(mlx5dv_create_qp(context.get(), &attributes, &dc));
    if (made) to_rts(made.get());
    return made;
  }

  void to_rts(ibv_qp* dci, std::uint8_t max_rd_atomic = 5) const {
    for (const auto& [state, mask] :
         {std::pair{IBV_QPS_INIT, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT},
          std::pair{IBV_QPS_RTR, IBV_QP_STATE | IBV_QP_PATH_MTU},
          std::pair{IBV_QPS_RTS, rts_mask}}) {
      ibv_qp_attr attributes = attributes_for(state);
      attributes.timeout = 8;
      attributes.max_rd_atomic = max_rd_atomic;
      attributes.retry_cnt = 2;
      attributes.rnr_retry = rnr_retry;
      EXPECT_EQ(ibv_modify_qp(dci, &attributes, mask), 0);
    }
  }

  /// Builds one WR with `begin(ibv_qp_ex*)`, which names the operation; the rest is here.
  template <class Begin>
  std::uint64_t add(ibv_qp* dci, std::uint32_t dctn, std::uint32_t bytes, Begin&& begin,
                    std::optional<std::uint16_t> stream = std::nullopt) {
    ibv_qp_ex* const to = ibv_qp_to_qp_ex(dci);
    mlx5dv_qp_ex* const dc = mlx5dv_qp_ex_from_ibv_qp_ex(to);
    to->wr_id = ++next_wr_id;
    to->wr_flags = IBV_SEND_SIGNALED;
    begin(to);
    if (stream) {
      mlx5dv_wr_set_dc_addr_stream(dc, ah.get(), dctn, key, *stream);
    } else {
      mlx5dv_wr_set_dc_addr(dc, ah.get(), dctn, key);
    }
    ibv_wr_set_sge(to, lkey.value_or(local_mr->lkey), reinterpret_cast<std::uint64_t>(local.data()),
                   bytes);
    return to->wr_id;
  }

  /// One WR with a doorbell of its own.
  template <class Begin>
  std::uint64_t post(ibv_qp* dci, std::uint32_t dctn, std::uint32_t bytes, Begin&& begin) {
    ibv_wr_start(ibv_qp_to_qp_ex(dci));
    const std::uint64_t wr_id = add(dci, dctn, bytes, begin);
    EXPECT_EQ(ibv_wr_complete(ibv_qp_to_qp_ex(dci)), 0);
    return wr_id;
  }

  void post_receive(std::uint32_t bytes) {
    ibv_sge sge{reinterpret_cast<std::uint64_t>(remote.data()), bytes, remote_mr->lkey};
    ibv_recv_wr wr{};
    wr.wr_id = ++next_wr_id;
    wr.sg_list = &sge;
    wr.num_sge = 1;
    ibv_recv_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_srq_recv(srq.get(), &wr, &bad), 0);
  }

  /// The next completion; one of status general error after long_enough.
  static ibv_wc next(ibv_cq* from) {
    ibv_wc wc{};
    wc.status = IBV_WC_GENERAL_ERR;
    const auto end = std::chrono::steady_clock::now() + long_enough;
    while (ibv_poll_cq(from, 1, &wc) == 0 && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
    return wc;
  }

  static ibv_qp_state state_of(ibv_qp* qp) {
    ibv_qp_attr attributes{};
    ibv_qp_init_attr init{};
    EXPECT_EQ(ibv_query_qp(qp, &attributes, IBV_QP_STATE, &init), 0);
    return attributes.qp_state;
  }

  static void expect_words(const std::string& words) {
    const std::string said = reported();
    EXPECT_NE(said.find(words), std::string::npos) << said;
  }

  auto write() {
    return [this](ibv_qp_ex* to) {
      ibv_wr_rdma_write(to, remote_mr->rkey, reinterpret_cast<std::uint64_t>(remote.data()));
    };
  }

  std::array<std::uint8_t, 1 << 18> local{};
  alignas(8) std::array<std::uint8_t, 1 << 18> remote{};
  mr_ptr local_mr;
  mr_ptr remote_mr;
  cq_ptr peer_cq;
  srq_ptr srq;
  ah_ptr ah;
  std::uint64_t next_wr_id = 100;
  std::uint64_t key = access_key;
  std::optional<std::uint32_t> lkey;
  unsigned access_flags = all_rights;
  std::uint8_t rnr_retry = 7;
};

}  // namespace verbatim::testing
