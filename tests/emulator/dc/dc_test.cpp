// DC on real verbs: every operation, moving from peer to peer, and what goes wrong.
#include <arpa/inet.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "dc_fixture.hpp"
#include "verbatim/generated/segments/av_dc_compact_seg.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"

namespace verbatim::testing {
namespace {

constexpr auto send = [](ibv_qp_ex* to) { ibv_wr_send(to); };

TEST_F(dc_test, the_number_of_a_dct_comes_with_rtr) {
  const qp_ptr dct = create_dct();
  const qp_ptr other = create_dct();
  ASSERT_TRUE(dct && other);
  EXPECT_NE(dct->qp_num, 0u);
  EXPECT_NE(dct->qp_num, other->qp_num);
  EXPECT_EQ(reported(), "");
}

TEST_F(dc_test, the_device_names_its_stream_limits) {
  mlx5dv_context capabilities{};
  capabilities.comp_mask = MLX5DV_CONTEXT_MASK_DCI_STREAMS;
  ASSERT_EQ(mlx5dv_query_device(context.get(), &capabilities), 0);
  ASSERT_TRUE(capabilities.comp_mask & MLX5DV_CONTEXT_MASK_DCI_STREAMS);
  EXPECT_GT(capabilities.dci_streams_caps.max_log_num_concurent, 0);
  EXPECT_GT(capabilities.dci_streams_caps.max_log_num_errored, 0);
}

TEST_F(dc_test, writes_copy) {
  const qp_ptr dct = create_dct();
  const qp_ptr dci = create_dci();
  ASSERT_TRUE(dct && dci);
  for (const std::uint32_t bytes : {1u, 64u, 4096u, 65537u, 262144u}) {
    remote.fill(0xee);
    const std::uint64_t wr_id = post(dci.get(), dct->qp_num, bytes, write());
    const ibv_wc wc = next(cq.get());
    EXPECT_EQ(wc.status, IBV_WC_SUCCESS) << ibv_wc_status_str(wc.status);
    EXPECT_EQ(wc.wr_id, wr_id);
    EXPECT_EQ(wc.qp_num, dci->qp_num);
    EXPECT_TRUE(std::equal(local.begin(), local.begin() + bytes, remote.begin())) << bytes;
  }
  EXPECT_EQ(reported(), "");
}

TEST_F(dc_test, reads_copy_back) {
  const qp_ptr dct = create_dct();
  const qp_ptr dci = create_dci();
  std::iota(remote.begin(), remote.end(), std::uint8_t{9});
  local.fill(0);
  post(dci.get(), dct->qp_num, 100000, [this](ibv_qp_ex* to) {
    ibv_wr_rdma_read(to, remote_mr->rkey, reinterpret_cast<std::uint64_t>(remote.data()));
  });
  const ibv_wc wc = next(cq.get());
  EXPECT_EQ(wc.status, IBV_WC_SUCCESS);
  EXPECT_EQ(wc.byte_len, 100000u);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 100000, remote.begin()));
  EXPECT_EQ(reported(), "");
}

// The driver leaves log_sra_max at 0, which is one.
TEST_F(dc_test, without_max_rd_atomic_one_read_is_on_its_way_at_a_time) {
  const qp_ptr dct = create_dct();
  const qp_ptr dci = create_dci();
  ibv_qp_attr reset{};
  reset.qp_state = IBV_QPS_RESET;
  ASSERT_EQ(ibv_modify_qp(dci.get(), &reset, IBV_QP_STATE), 0);
  to_rts(dci.get(), 0);
  for (int i = 0; i < 3; ++i) {
    post(dci.get(), dct->qp_num, 8, [this](ibv_qp_ex* to) {
      ibv_wr_rdma_read(to, remote_mr->rkey, reinterpret_cast<std::uint64_t>(remote.data()));
    });
  }
  for (int i = 0; i < 3; ++i) EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_EQ(reported(), "");
}

TEST_F(dc_test, atomics_return_what_was_there) {
  const qp_ptr dct = create_dct();
  const qp_ptr dci = create_dci();
  const auto target = reinterpret_cast<std::uint64_t*>(remote.data());
  const auto result = reinterpret_cast<std::uint64_t*>(local.data());
  const auto at = reinterpret_cast<std::uint64_t>(target);
  *target = 40;
  post(dci.get(), dct->qp_num, 8,
       [&](ibv_qp_ex* to) { ibv_wr_atomic_fetch_add(to, remote_mr->rkey, at, 2); });
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_EQ(*result, 40u);
  EXPECT_EQ(*target, 42u);
  post(dci.get(), dct->qp_num, 8,
       [&](ibv_qp_ex* to) { ibv_wr_atomic_cmp_swp(to, remote_mr->rkey, at, 42, 7); });
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_EQ(*result, 42u);
  EXPECT_EQ(*target, 7u);
  EXPECT_EQ(reported(), "");
}

TEST_F(dc_test, a_message_names_its_sender) {
  const qp_ptr dct = create_dct();
  const qp_ptr dci = create_dci();
  post_receive(1000);
  post(dci.get(), dct->qp_num, 500, [](ibv_qp_ex* to) { ibv_wr_send_imm(to, 0x01020304); });
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  ibv_wc wc = next(peer_cq.get());
  EXPECT_EQ(wc.status, IBV_WC_SUCCESS);
  EXPECT_EQ(wc.opcode, IBV_WC_RECV);
  EXPECT_EQ(wc.byte_len, 500u);
  EXPECT_EQ(wc.imm_data, 0x01020304u);
  EXPECT_EQ(wc.src_qp, dci->qp_num);
  EXPECT_EQ(wc.slid, 1);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 500, remote.begin()));
  post_receive(0);
  post(dci.get(), dct->qp_num, 80, [this](ibv_qp_ex* to) {
    ibv_wr_rdma_write_imm(to, remote_mr->rkey, reinterpret_cast<std::uint64_t>(remote.data()), 5);
  });
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  wc = next(peer_cq.get());
  EXPECT_EQ(wc.opcode, IBV_WC_RECV_RDMA_WITH_IMM);
  EXPECT_EQ(wc.byte_len, 80u);
  EXPECT_EQ(reported(), "");
}

/// GRH that libmlx5 sees and where it is: in a CQE of 128 bytes, unless payload is there.
TEST_F(dc_test, a_global_address_puts_a_grh_into_a_long_cqe) {
  ibv_gid own{};
  ASSERT_EQ(ibv_query_gid(context.get(), 1, 0, &own), 0);
  ibv_ah_attr address{};
  address.dlid = 1;
  address.port_num = 1;
  address.sl = 3;
  address.is_global = 1;
  address.grh.dgid = own;
  address.grh.flow_label = 0x54321;
  address.grh.hop_limit = 9;
  address.grh.traffic_class = 0x77;
  ah.reset(ibv_create_ah(pd.get(), &address));
  ASSERT_TRUE(ah);
  for (const std::uint16_t cqe_size : {std::uint16_t{64}, std::uint16_t{128}}) {
    ibv_cq_init_attr_ex wanted{};
    wanted.cqe = 15;
    mlx5dv_cq_init_attr size{};
    size.comp_mask = MLX5DV_CQ_INIT_ATTR_MASK_CQE_SIZE;
    size.cqe_size = cqe_size;
    peer_cq.reset(ibv_cq_ex_to_cq(mlx5dv_create_cq(context.get(), &wanted, &size)));
    ASSERT_TRUE(peer_cq);
    const qp_ptr dct = create_dct();
    const qp_ptr dci = create_dci();
    mlx5dv_cq ring{};
    mlx5dv_obj of{};
    of.cq.in = peer_cq.get();
    of.cq.out = &ring;
    ASSERT_EQ(mlx5dv_init_obj(&of, MLX5DV_OBJ_CQ), 0);
    const auto* at = static_cast<const std::uint8_t*>(ring.buf);
    // 61 bytes go into a CQE of 128, and leave no room for a GRH; the MTU is 2048.
    for (const std::uint32_t bytes : {100u, 61u, 5000u}) {
      post_receive(8000);
      post(dci.get(), dct->qp_num, bytes, [](ibv_qp_ex* to) { ibv_wr_send_imm(to, 1); });
      EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
      const ibv_wc wc = next(peer_cq.get());
      ASSERT_EQ(wc.status, IBV_WC_SUCCESS);
      const bool expected = cqe_size == 128 && bytes != 61;
      EXPECT_EQ((wc.wc_flags & IBV_WC_GRH) != 0, expected) << bytes << " in " << cqe_size;
      EXPECT_EQ(wc.slid, 1);
      EXPECT_EQ(wc.sl, 3);
      EXPECT_EQ(wc.src_qp, dci->qp_num);
      const auto* const cqe = reinterpret_cast<const mlx5_cqe64*>(at + cqe_size - 64);
      EXPECT_EQ(ntohl(cqe->flags_rqpn) >> 28 & 3, expected ? 2u : 0u);
      at += cqe_size;
      if (!expected) continue;
      ibv_grh grh;
      std::memcpy(&grh, reinterpret_cast<const std::uint8_t*>(cqe) - sizeof grh, sizeof grh);
      EXPECT_EQ(ntohl(grh.version_tclass_flow), 0x67754321u);
      const std::uint32_t last_packet = bytes == 100 ? 100 : 904;
      EXPECT_EQ(ntohs(grh.paylen), 12 + 4 + last_packet + 4);
      EXPECT_EQ(grh.hop_limit, 9);
      EXPECT_EQ(std::memcmp(&grh.sgid, &own, sizeof own), 0);
      EXPECT_EQ(std::memcmp(&grh.dgid, &own, sizeof own), 0);
    }
  }
  EXPECT_EQ(reported(), "");
}

TEST_F(dc_test, one_batch_may_go_to_several_targets) {
  const std::array<qp_ptr, 3> targets{create_dct(), create_dct(), create_dct()};
  const qp_ptr dci = create_dci();
  for (int i = 0; i < 9; ++i) post_receive(100);
  ibv_wr_start(ibv_qp_to_qp_ex(dci.get()));
  for (unsigned i = 0; i < 9; ++i) add(dci.get(), targets[i % 3]->qp_num, i + 1, send);
  ASSERT_EQ(ibv_wr_complete(ibv_qp_to_qp_ex(dci.get())), 0);
  for (unsigned i = 0; i < 9; ++i) {
    ASSERT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
    // A connection is opened when the last has closed, so messages come in the order of the ring.
    const ibv_wc wc = next(peer_cq.get());
    ASSERT_EQ(wc.status, IBV_WC_SUCCESS);
    EXPECT_EQ(wc.byte_len, i + 1);
    EXPECT_EQ(wc.qp_num, targets[i % 3]->qp_num);
  }
  EXPECT_EQ(reported(), "");
}

TEST_F(dc_test, one_target_serves_several_initiators) {
  const qp_ptr dct = create_dct();
  const std::array<qp_ptr, 2> initiators{create_dci(), create_dci()};
  for (int i = 0; i < 10; ++i) {
    post_receive(100000);
    post(initiators[static_cast<unsigned>(i % 2)].get(), dct->qp_num, 90000, send);
  }
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
    const ibv_wc wc = next(peer_cq.get());
    EXPECT_EQ(wc.status, IBV_WC_SUCCESS);
    EXPECT_EQ(wc.byte_len, 90000u);
  }
  EXPECT_EQ(reported(), "");
}

TEST_F(dc_test, without_a_receive_the_sender_waits) {
  const qp_ptr dct = create_dct();
  const qp_ptr dci = create_dci();
  post(dci.get(), dct->qp_num, 10, send);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ibv_wc early{};
  EXPECT_EQ(ibv_poll_cq(cq.get(), 1, &early), 0);
  post_receive(10);
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_EQ(next(peer_cq.get()).byte_len, 10u);
}

TEST_F(dc_test, a_wrong_access_key_is_never_answered) {
  const qp_ptr dct = create_dct();
  const qp_ptr dci = create_dci();
  key = access_key + 1;
  const std::uint64_t wr_id = post(dci.get(), dct->qp_num, 8, write());
  const ibv_wc wc = next(cq.get());
  EXPECT_EQ(wc.status, IBV_WC_RETRY_EXC_ERR) << ibv_wc_status_str(wc.status);
  EXPECT_EQ(wc.wr_id, wr_id);
  EXPECT_EQ(remote[1], 0);
  EXPECT_EQ(state_of(dci.get()), IBV_QPS_ERR);
  expect_words("its dc_key is 0x123456789abcdf0 instead of 0x123456789abcdef");
}

TEST_F(dc_test, a_wrong_lid_is_never_answered) {
  const qp_ptr dct = create_dct();
  const qp_ptr dci = create_dci();
  ibv_ah_attr address{};
  address.dlid = 0x99;
  address.port_num = 1;
  ah.reset(ibv_create_ah(pd.get(), &address));
  post(dci.get(), dct->qp_num, 8, write());
  EXPECT_EQ(next(cq.get()).status, IBV_WC_RETRY_EXC_ERR);
  expect_words("rlid of its address vector is 0x99, and the port has 0x1");
}

TEST_F(dc_test, an_error_is_the_initiators_only) {
  const qp_ptr dct = create_dct();
  const qp_ptr dci = create_dci();
  post(dci.get(), dct->qp_num, 8, [this](ibv_qp_ex* to) {
    ibv_wr_rdma_write(to, remote_mr->rkey ^ 1, reinterpret_cast<std::uint64_t>(remote.data()));
  });
  EXPECT_EQ(next(cq.get()).status, IBV_WC_REM_ACCESS_ERR);
  expect_words("no memory region has rkey");
  EXPECT_EQ(state_of(dci.get()), IBV_QPS_ERR);
  // Flushed, as on any queue pair in error.
  post(dci.get(), dct->qp_num, 8, write());
  EXPECT_EQ(next(cq.get()).status, IBV_WC_WR_FLUSH_ERR);
  // Others go on, and so does the DCI itself once it is reset.
  const qp_ptr other = create_dci();
  post(other.get(), dct->qp_num, 8, write());
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  ibv_qp_attr reset{};
  reset.qp_state = IBV_QPS_RESET;
  ASSERT_EQ(ibv_modify_qp(dci.get(), &reset, IBV_QP_STATE), 0);
  to_rts(dci.get());
  post(dci.get(), dct->qp_num, 8, write());
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
}

TEST_F(dc_test, a_message_that_is_too_long_fails_on_both_sides) {
  const qp_ptr dct = create_dct();
  const qp_ptr dci = create_dci();
  post_receive(10);
  post(dci.get(), dct->qp_num, 11, send);
  EXPECT_EQ(next(cq.get()).status, IBV_WC_REM_INV_REQ_ERR);
  EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_LOC_LEN_ERR);
  expect_words("a message of 11 bytes came, but its buffers have 10");
  const qp_ptr other = create_dci();
  post_receive(10);
  post(other.get(), dct->qp_num, 10, send);
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_SUCCESS);
}

TEST_F(dc_test, rights_are_those_of_the_target) {
  access_flags = IBV_ACCESS_REMOTE_READ;
  const qp_ptr dct = create_dct();
  const qp_ptr dci = create_dci();
  post(dci.get(), dct->qp_num, 8, write());
  EXPECT_EQ(next(cq.get()).status, IBV_WC_REM_ACCESS_ERR);
  expect_words("qp_access_flags do not allow rdma_write");
}

TEST_F(dc_test, a_target_that_is_gone_is_given_up) {
  qp_ptr dct = create_dct();
  const std::uint32_t number = dct->qp_num;
  dct.reset();
  const qp_ptr dci = create_dci();
  post(dci.get(), number, 8, write());
  EXPECT_EQ(next(cq.get()).status, IBV_WC_RETRY_EXC_ERR);
  expect_words("process has no such queue pair");
}

TEST_F(dc_test, rc_and_dc_do_not_mix) {
  const qp_ptr rc = create_qp();
  for (const auto& [state, mask] :
       {std::pair{IBV_QPS_INIT, init_mask}, std::pair{IBV_QPS_RTR, rtr_mask}}) {
    ASSERT_EQ(modify(rc.get(), state, mask), 0);
  }
  const qp_ptr dci = create_dci();
  post(dci.get(), rc->qp_num, 8, write());
  EXPECT_EQ(next(cq.get()).status, IBV_WC_RETRY_EXC_ERR);
  expect_words("or is of another type");
}

TEST_F(dc_test, a_dct_needs_an_srq_and_its_own_steps) {
  ibv_qp_init_attr_ex attributes = dc_attributes();
  mlx5dv_qp_init_attr dc{};
  dc.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC;
  dc.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCT;
  EXPECT_EQ(mlx5dv_create_qp(context.get(), &attributes, &dc), nullptr);
  attributes.srq = srq.get();
  const qp_ptr dct(mlx5dv_create_qp(context.get(), &attributes, &dc));
  ASSERT_TRUE(dct);
  reported();
  ibv_qp_attr rtr = attributes_for(IBV_QPS_RTR);
  EXPECT_EQ(ibv_modify_qp(dct.get(), &rtr, dct_rtr_mask), EINVAL);
  expect_words("DCT cannot go from RESET to RTR");
  ibv_qp_attr init = attributes_for(IBV_QPS_INIT);
  EXPECT_EQ(ibv_modify_qp(dct.get(), &init, IBV_QP_STATE | IBV_QP_PORT), EINVAL);
  expect_words("DCT from RESET to INIT: ACCESS_FLAGS, PKEY_INDEX missing");
}

/// libmlx5 writes full address vectors only, UCX compact ones too: 16 bytes, ext 0.
TEST_F(dc_test, a_compact_address_vector_is_enough) {
  const qp_ptr dct = create_dct();
  const qp_ptr dci = create_dci();
  ibv_port_attr port{};
  ASSERT_EQ(ibv_query_port(context.get(), 1, &port), 0);
  alignas(16) std::array<std::byte, 64> wqe{};
  ctrl_seg{.opcode = opcode::rdma_write, .qpn = dci->qp_num, .ds = 4, .ce = completion_mode::always}
      .write(wqe.data());
  av_dc_compact_seg{.dc_key = access_key, .dqp_dct = dct->qp_num, .rlid = port.lid}.write(
      wqe.data() + 16);
  raddr_seg{.raddr = reinterpret_cast<std::uint64_t>(remote.data()), .rkey = remote_mr->rkey}.write(
      wqe.data() + 32);
  data_seg{.byte_count = 33,
           .lkey = local_mr->lkey,
           .addr = reinterpret_cast<std::uint64_t>(local.data())}
      .write(wqe.data() + 48);
  ibv_qp_ex* const to = ibv_qp_to_qp_ex(dci.get());
  ibv_wr_start(to);
  to->wr_id = 1;
  to->wr_flags = IBV_SEND_SIGNALED;
  mlx5dv_wr_raw_wqe(mlx5dv_qp_ex_from_ibv_qp_ex(to), wqe.data());
  ASSERT_EQ(ibv_wr_complete(to), 0);
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 33, remote.begin()));
  EXPECT_EQ(reported(), "");
}

}  // namespace
}  // namespace verbatim::testing
