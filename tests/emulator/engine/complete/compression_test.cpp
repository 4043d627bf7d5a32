// Compressed completions of CQs made by verbs: the basic layout. Run with --compress-wait 20000, so
// that what is posted together is compressed together.
#include <algorithm>

#include "connected_pair.hpp"
#include "raw_ring.hpp"

namespace verbatim::testing {
namespace {

constexpr unsigned send_opcode_write = 0x08;
constexpr unsigned send_opcode_send = 0x0a;
constexpr unsigned cqe_req = 0;
constexpr unsigned cqe_resp_send = 2;
constexpr unsigned cqe_resp_send_imm = 3;
constexpr unsigned cqe_req_err = 13;

class compression_test : public connected_pair_test {
 protected:
  void SetUp() override {
    connected_pair_test::SetUp();
    sent.reset(ibv_create_cq(context.get(), 255, nullptr, nullptr, 0));
    ASSERT_TRUE(sent);
  }

  void TearDown() override {
    qp.reset();
    peer.reset();
  }

  cq_ptr compressed_cq(int cqe, std::uint8_t format = MLX5DV_CQE_RES_FORMAT_HASH,
                       std::uint16_t cqe_size = 64) const {
    ibv_cq_init_attr_ex attributes{};
    attributes.cqe = static_cast<std::uint32_t>(cqe);
    mlx5dv_cq_init_attr dv{};
    dv.comp_mask = MLX5DV_CQ_INIT_ATTR_MASK_COMPRESSED_CQE | MLX5DV_CQ_INIT_ATTR_MASK_CQE_SIZE;
    dv.cqe_comp_res_format = format;
    dv.cqe_size = cqe_size;
    return cq_ptr(ibv_cq_ex_to_cq(mlx5dv_create_cq(context.get(), &attributes, &dv)));
  }

  /// Both queue pairs. Receives that libmlx5 does not know of keep their place, so there are many.
  void connect_to(ibv_cq* send_completions, ibv_cq* receive_completions, std::uint32_t wqes = 512) {
    const auto made = [&](ibv_cq* completions) {
      ibv_qp_init_attr attributes = queue_pair_attributes(IBV_QPT_RC);
      attributes.send_cq = attributes.recv_cq = completions;
      attributes.cap.max_send_wr = attributes.cap.max_recv_wr = wqes;
      return qp_ptr(ibv_create_qp(pd.get(), &attributes));
    };
    qp = made(send_completions);
    peer = made(receive_completions);
    ASSERT_TRUE(qp && peer);
    to_rts(qp.get(), peer->qp_num);
    to_rts(peer.get(), qp->qp_num);
  }

  /// One doorbell for all: each WR is as long as `bytes` says, and signaled.
  void post_together(const std::vector<std::pair<ibv_wr_opcode, std::uint32_t>>& work_list,
                     unsigned more_flags = 0) {
    std::vector<ibv_send_wr> wrs;
    std::vector<ibv_sge> sges(work_list.size());
    for (std::size_t i = 0; i < work_list.size(); ++i) {
      wrs.push_back(work(work_list[i].first, work_list[i].second));
      wrs.back().send_flags |= more_flags;
      sges[i] = sge;
    }
    for (std::size_t i = 0; i < wrs.size(); ++i) {
      wrs[i].sg_list = &sges[i];
      wrs[i].next = i + 1 < wrs.size() ? &wrs[i + 1] : nullptr;
    }
    ibv_send_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_send(qp.get(), wrs.data(), &bad), 0);
  }

  /// Sends of 100, 101, ... bytes, which are too long for CQEs.
  void send(std::uint32_t count) {
    std::vector<std::pair<ibv_wr_opcode, std::uint32_t>> sends;
    for (std::uint32_t i = 0; i < count; ++i) {
      post_receive(1000);
      sends.emplace_back(IBV_WR_SEND, 100 + i);
    }
    post_together(sends);
  }

  void expect_receives(const std::vector<raw_completion>& got, std::uint32_t count,
                       std::uint32_t first_counter) {
    ASSERT_EQ(got.size(), count);
    for (std::uint32_t i = 0; i < count; ++i) {
      EXPECT_EQ(got[i].opcode, cqe_resp_send) << i;
      EXPECT_EQ(got[i].byte_count, 100 + i);
      EXPECT_EQ(got[i].counter, static_cast<std::uint16_t>(first_counter + i)) << i;
      EXPECT_EQ(got[i].qpn, peer->qp_num);
    }
  }

  cq_ptr sent;
  cq_ptr compressed;
};

TEST_F(compression_test, the_device_says_what_it_can) {
  mlx5dv_context dv{};
  dv.comp_mask = MLX5DV_CONTEXT_MASK_CQE_COMPRESION;
  ASSERT_EQ(mlx5dv_query_device(context.get(), &dv), 0);
  EXPECT_TRUE(dv.flags & MLX5DV_CONTEXT_FLAGS_CQE_128B_COMP);
  EXPECT_EQ(dv.cqe_comp_caps.max_num, 64u);
  EXPECT_EQ(dv.cqe_comp_caps.supported_format,
            unsigned{MLX5DV_CQE_RES_FORMAT_HASH | MLX5DV_CQE_RES_FORMAT_CSUM |
                     MLX5DV_CQE_RES_FORMAT_CSUM_STRIDX});
}

TEST_F(compression_test, a_title_stands_for_twenty_and_the_holes_are_not_written) {
  compressed = compressed_cq(63);
  ASSERT_TRUE(compressed);
  connect_to(sent.get(), compressed.get());
  raw_ring ring = raw_ring::of(compressed.get());
  constexpr std::uint8_t mark = 0x77;
  for (std::uint32_t i = 0; i < ring.count(); ++i) std::memset(ring.slot(i), mark, 63);
  send(20);
  ASSERT_TRUE(ring.wait());
  EXPECT_EQ(ring.slot(0)[63], cqe_resp_send << 4 | 3 << 2);
  EXPECT_EQ(ring.slot(0)[47], 20);
  for (std::uint32_t i = 1; i < 20; ++i) {
    const bool array = i == 1 || i == 8 || i == 16;
    EXPECT_EQ(ring.slot(i)[0] == mark, !array) << i;
    if (!array) {
      EXPECT_EQ(ring.slot(i)[62], mark) << i;
      EXPECT_EQ(ring.slot(i)[63], 0xf0) << i;
    }
  }
  const auto got = ring.next(20);
  expect_receives(got, 20, 0);
  for (const raw_completion& one : got) EXPECT_EQ(one.of, 20u);
  EXPECT_EQ(ring.consumed(), 20u);
}

// UCX gives the slots behind a title the title's owner bit, and would wait forever for one of the next
// lap. DPDK's receive function with vector instructions relies on the same.
TEST_F(compression_test, sessions_end_where_the_ring_ends) {
  compressed = compressed_cq(15);
  ASSERT_TRUE(compressed);
  connect_to(sent.get(), compressed.get());
  raw_ring ring = raw_ring::of(compressed.get());
  ASSERT_EQ(ring.count(), 16u);
  std::uint32_t before = 0;
  for (std::uint32_t round = 0; round < 30; ++round) {
    const std::uint32_t count = 3 + round % 11;
    send(count);
    const auto got = ring.next(count);
    expect_receives(got, count, before);
    const std::uint32_t in_lap = std::min(count, ring.count() - before % ring.count());
    for (std::uint32_t i = 0; i < count; ++i) {
      EXPECT_EQ(got[i].of, i < in_lap ? in_lap : count - in_lap) << before + i;
    }
    before += count;
    for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(next(sent.get()).status, IBV_WC_SUCCESS);
  }
  EXPECT_EQ(ring.consumed(), before);
}

TEST_F(compression_test, minis_of_sends_have_their_counter_and_opcode) {
  compressed = compressed_cq(63);
  ASSERT_TRUE(compressed);
  connect_to(compressed.get(), peer_cq.get());
  raw_ring ring = raw_ring::of(compressed.get());
  for (int i = 0; i < 2; ++i) post_receive(1000);
  post_together({{IBV_WR_RDMA_WRITE, 10},
                 {IBV_WR_SEND, 100},
                 {IBV_WR_RDMA_READ, 300},
                 {IBV_WR_RDMA_WRITE, 0},
                 {IBV_WR_SEND, 100}});
  const auto got = ring.next(5);
  ASSERT_EQ(got.size(), 5u);
  const unsigned opcodes[] = {send_opcode_write, send_opcode_send, 0x10, send_opcode_write,
                              send_opcode_send};
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].opcode, cqe_req);
    EXPECT_EQ(got[i].send_opcode, opcodes[i]);
    EXPECT_EQ(got[i].counter, i);
    EXPECT_EQ(got[i].of, 5u);
    EXPECT_EQ(got[i].qpn, qp->qp_num);
  }
  EXPECT_EQ(got[2].byte_count, 300u);
}

TEST_F(compression_test, what_does_not_fit_under_the_title_stays_outside) {
  compressed = compressed_cq(63);
  ASSERT_TRUE(compressed);
  connect_to(sent.get(), compressed.get());
  raw_ring ring = raw_ring::of(compressed.get());
  for (int i = 0; i < 6; ++i) post_receive(1000);
  // Two of a kind; one with immediate data; one that is inlined into its CQE; two of a kind.
  post_together({{IBV_WR_SEND, 100},
                 {IBV_WR_SEND, 101},
                 {IBV_WR_SEND_WITH_IMM, 102},
                 {IBV_WR_SEND, 20},
                 {IBV_WR_SEND, 104},
                 {IBV_WR_SEND, 105}});
  const auto got = ring.next(6);
  ASSERT_EQ(got.size(), 6u);
  const unsigned expected[] = {2, 2, 1, 1, 2, 2};
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].of, expected[i]) << i;
    EXPECT_EQ(got[i].counter, i);
  }
  EXPECT_EQ(got[2].opcode, cqe_resp_send_imm);
  EXPECT_EQ(got[3].format, 1u);
  EXPECT_EQ(got[3].byte_count, 20u);
}

TEST_F(compression_test, errors_are_never_compressed) {
  compressed = compressed_cq(63);
  ASSERT_TRUE(compressed);
  connect_to(compressed.get(), peer_cq.get());
  raw_ring ring = raw_ring::of(compressed.get());
  std::vector<ibv_send_wr> wrs(4, work(IBV_WR_RDMA_WRITE, 8));
  wrs[2].wr.rdma.rkey ^= 0x5500;
  for (std::size_t i = 0; i + 1 < wrs.size(); ++i) wrs[i].next = &wrs[i + 1];
  ibv_send_wr* bad = nullptr;
  ASSERT_EQ(ibv_post_send(qp.get(), wrs.data(), &bad), 0);
  const auto got = ring.next(4);
  ASSERT_EQ(got.size(), 4u);
  EXPECT_EQ(got[0].of, 2u);
  EXPECT_EQ(got[1].of, 2u);
  EXPECT_EQ(got[2].opcode, cqe_req_err);
  EXPECT_EQ(got[2].syndrome, 0x13u);
  EXPECT_EQ(got[3].opcode, cqe_req_err);
  EXPECT_EQ(got[3].syndrome, 0x05u);
}

TEST_F(compression_test, solicited_completions_have_a_title_of_their_own) {
  compressed = compressed_cq(63);
  ASSERT_TRUE(compressed);
  connect_to(sent.get(), compressed.get());
  raw_ring ring = raw_ring::of(compressed.get());
  for (int i = 0; i < 4; ++i) post_receive(1000);
  post_together({{IBV_WR_SEND, 100}, {IBV_WR_SEND, 100}});
  post_together({{IBV_WR_SEND, 100}, {IBV_WR_SEND, 100}}, IBV_SEND_SOLICITED);
  const auto got = ring.next(4);
  ASSERT_EQ(got.size(), 4u);
  const bool solicited[] = {false, false, true, true};
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i].solicited, solicited[i]) << i;
}

TEST_F(compression_test, long_cqes_have_minis_in_their_second_half) {
  compressed = compressed_cq(31, MLX5DV_CQE_RES_FORMAT_CSUM, 128);
  ASSERT_TRUE(compressed);
  connect_to(sent.get(), compressed.get());
  raw_ring ring = raw_ring::of(compressed.get());
  std::uint8_t first_half[64];
  std::memcpy(first_half, ring.slot(0) - 64, sizeof first_half);
  send(10);
  expect_receives(ring.next(10), 10, 0);
  EXPECT_EQ(std::memcmp(first_half, ring.slot(0) - 64, sizeof first_half), 0);
}

TEST_F(compression_test, the_format_with_strides_has_each_counter) {
  compressed = compressed_cq(31, MLX5DV_CQE_RES_FORMAT_CSUM_STRIDX);
  ASSERT_TRUE(compressed);
  connect_to(sent.get(), compressed.get());
  raw_ring ring = raw_ring::of(compressed.get());
  send(9);
  const auto got = ring.next(9);
  expect_receives(got, 9, 0);
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i].mini & 0xffff, i);
}

TEST_F(compression_test, a_cq_that_does_not_ask_for_it_is_not_compressed) {
  connect_to(sent.get(), peer_cq.get());
  send(8);
  for (std::uint32_t i = 0; i < 8; ++i) {
    const ibv_wc wc = next(peer_cq.get());
    EXPECT_EQ(wc.status, IBV_WC_SUCCESS);
    EXPECT_EQ(wc.byte_len, 100 + i);
  }
}

TEST_F(compression_test, more_than_the_ring_holds_is_an_overrun) {
  compressed = compressed_cq(7);
  ASSERT_TRUE(compressed);
  connect_to(sent.get(), compressed.get());
  raw_ring ring = raw_ring::of(compressed.get());
  ASSERT_EQ(ring.count(), 8u);
  send(9);
  EXPECT_EQ(next_event(), IBV_EVENT_CQ_ERR);
  expect_words("is full: 8 completions are not consumed");
  expect_receives(ring.next(8), 8, 0);
  EXPECT_EQ(ring.next(std::chrono::milliseconds(50)).opcode, 0xfu);
}

}  // namespace
}  // namespace verbatim::testing
