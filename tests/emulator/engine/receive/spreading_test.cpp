// Queue pairs that spread frames over receive work queues, and flow tables, as real verbs and direct
// verbs make them. Runs with --link-layer ethernet.
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <utility>
#include <vector>

#include "raw_packet_fixture.hpp"

namespace verbatim::testing {
namespace {

using wq_ptr = std::unique_ptr<ibv_wq, decltype(&ibv_destroy_wq)>;
using table_ptr = std::unique_ptr<ibv_rwq_ind_table, decltype(&ibv_destroy_rwq_ind_table)>;

constexpr std::uint64_t ipv4_addresses = IBV_RX_HASH_SRC_IPV4 | IBV_RX_HASH_DST_IPV4;

class spreading_test : public raw_packet_test {
 protected:
  static constexpr std::size_t count = 2;

  wq_ptr create_wq(ibv_cq* completions, std::uint32_t flags = 0) const {
    ibv_wq_init_attr attributes{};
    attributes.wq_type = IBV_WQT_RQ;
    attributes.max_wr = 16;
    attributes.max_sge = 1;
    attributes.pd = pd.get();
    attributes.cq = completions;
    attributes.comp_mask = IBV_WQ_INIT_ATTR_FLAGS;
    attributes.create_flags = flags;
    return {ibv_create_wq(context.get(), &attributes), ibv_destroy_wq};
  }

  static int modify(ibv_wq* wq, ibv_wq_state to) {
    ibv_wq_attr attributes{};
    attributes.attr_mask = IBV_WQ_ATTR_STATE;
    attributes.wq_state = to;
    return ibv_modify_wq(wq, &attributes);
  }

  /// Posts a receive of 2048 bytes at that place of the remote buffer.
  void post_at(ibv_wq* wq, std::size_t place) {
    ibv_recv_wr wr = receive(2048, remote_mr->lkey);
    receive_sge.addr += place * 2048;
    wr.wr_id = place;
    ibv_recv_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_wq_recv(wq, &wr, &bad), 0);
  }

  qp_ptr create_spreading(std::uint64_t fields, std::uint32_t flags,
                          std::uint8_t key_bytes = 40) const {
    ibv_qp_init_attr_ex attributes{};
    mlx5dv_qp_init_attr of_mlx5{};
    std::array<std::uint8_t, 40> key{};
    // Bit 46 of the key is the last bit of the hash if bit 15 of the input is set, the last of a port.
    key[5] = 0x02;
    attributes.qp_type = IBV_QPT_RAW_PACKET;
    attributes.comp_mask =
        IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_IND_TABLE | IBV_QP_INIT_ATTR_RX_HASH;
    attributes.pd = pd.get();
    attributes.rwq_ind_tbl = table.get();
    attributes.rx_hash_conf = {IBV_RX_HASH_FUNC_TOEPLITZ, key_bytes, key.data(), fields};
    if (flags != 0) {
      of_mlx5.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS;
      of_mlx5.create_flags = flags;
    }
    return qp_ptr(mlx5dv_create_qp(context.get(), &attributes, &of_mlx5));
  }

  void create_table() {
    std::array<ibv_wq*, count> places{};
    for (std::size_t i = 0; i < count; ++i) {
      cqs.emplace_back(ibv_create_cq(context.get(), 32, nullptr, nullptr, 0));
      queues.push_back(create_wq(cqs.back().get()));
      ASSERT_TRUE(queues.back());
      ASSERT_EQ(modify(queues.back().get(), IBV_WQS_RDY), 0);
      for (std::size_t k = 0; k < 4; ++k) post_at(queues.back().get(), i * 4 + k);
      places[i] = queues.back().get();
    }
    ibv_rwq_ind_table_init_attr attributes{};
    attributes.log_ind_tbl_size = 1;
    attributes.ind_tbl = places.data();
    table.reset(ibv_create_rwq_ind_table(context.get(), &attributes));
    ASSERT_TRUE(table);
  }

  void TearDown() override {
    flows.clear();
    spreading.reset();
    table.reset();
    queues.clear();
    cqs.clear();
    raw_packet_test::TearDown();
  }

  std::vector<cq_ptr> cqs;
  std::vector<wq_ptr> queues;
  table_ptr table{nullptr, ibv_destroy_rwq_ind_table};
  qp_ptr spreading;
};

TEST_F(spreading_test, the_hash_chooses_the_queue) {
  create_table();
  spreading =
      create_spreading(IBV_RX_HASH_DST_PORT_UDP, MLX5DV_QP_CREATE_TIR_ALLOW_SELF_LOOPBACK_UC);
  ASSERT_TRUE(spreading);
  add_flow(spreading.get(), there);
  for (const unsigned port : {4096u, 4097u, 5001u, 5000u}) {
    send(frame(udp(there, 100, port)));
    const ibv_wc wc = next(cqs[port % count].get());
    ASSERT_EQ(wc.status, IBV_WC_SUCCESS);
    EXPECT_EQ(wc.byte_len, 142u);
    EXPECT_TRUE(std::equal(local.begin(), local.begin() + 142,
                           remote.begin() + static_cast<std::ptrdiff_t>(wc.wr_id) * 2048));
  }
  EXPECT_EQ(reported(), "");
}

TEST_F(spreading_test, own_frames_stay_away_unless_they_are_wanted) {
  create_table();
  spreading = create_spreading(0, 0);
  ASSERT_TRUE(spreading);
  add_flow(spreading.get(), there);
  send(frame(udp(there, 100)));
  ibv_wc wc{};
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(ibv_poll_cq(cqs[0].get(), 1, &wc), 0);
}

TEST_F(spreading_test, queues_follow_their_states) {
  const wq_ptr wq = create_wq(peer_cq.get());
  ASSERT_TRUE(wq);
  EXPECT_EQ(modify(wq.get(), IBV_WQS_RDY), 0);
  EXPECT_EQ(modify(wq.get(), IBV_WQS_ERR), 0);
  EXPECT_EQ(modify(wq.get(), IBV_WQS_RDY), EINVAL);
  expect_words("cannot go from 2 to 1");
  EXPECT_EQ(modify(wq.get(), IBV_WQS_RESET), 0);
  EXPECT_EQ(modify(wq.get(), IBV_WQS_RDY), 0);
}

TEST_F(spreading_test, what_is_not_there_is_refused_in_words) {
  EXPECT_FALSE(create_wq(peer_cq.get(), IBV_WQ_FLAGS_SCATTER_FCS));
  expect_words("only C-VLAN stripping is supported");
  create_table();
  EXPECT_FALSE(create_spreading(ipv4_addresses, 0, 20));
  expect_words("Toeplitz (1) with 40 bytes");
  EXPECT_FALSE(create_spreading(IBV_RX_HASH_IPSEC_SPI, 0));
  expect_words("no tunnels");
  EXPECT_FALSE(create_spreading(ipv4_addresses | IBV_RX_HASH_SRC_IPV6, 0));
  expect_words("two protocols of one layer");
}

/// Matchers and flows of direct verbs, which are in the driver's flow tables.
class flow_table_test : public raw_packet_test {
 protected:
  using matcher_ptr = std::unique_ptr<mlx5dv_flow_matcher, decltype(&mlx5dv_destroy_flow_matcher)>;
  using action_ptr = std::unique_ptr<ibv_flow_action, decltype(&ibv_destroy_flow_action)>;
  static constexpr std::size_t dmac_at = 8;
  static constexpr std::size_t outer_bytes = 14 + 20 + 8 + 8;

  /// The destination MAC, among the outer headers of match parameters.
  struct match {
    std::uint64_t bytes = 64;
    std::array<std::uint8_t, 64> outer{};

    explicit match(const mac& to) { std::copy(to.begin(), to.end(), outer.begin() + dmac_at); }
    mlx5dv_flow_match_parameters* get() {
      return reinterpret_cast<mlx5dv_flow_match_parameters*>(this);
    }
  };

  matcher_ptr create_matcher(mlx5dv_flow_table_type table, std::uint8_t criteria = 1) {
    match mask(mac{0xff, 0xff, 0xff, 0xff, 0xff, 0xff});
    mlx5dv_flow_matcher_attr attributes{};
    attributes.match_criteria_enable = criteria;
    attributes.match_mask = mask.get();
    attributes.comp_mask = MLX5DV_FLOW_MATCHER_MASK_FT_TYPE;
    attributes.ft_type = table;
    return {mlx5dv_create_flow_matcher(context.get(), &attributes), mlx5dv_destroy_flow_matcher};
  }

  bool add(const matcher_ptr& by, std::vector<mlx5dv_flow_action_attr> actions) {
    match value(there);
    flows.emplace_back(mlx5dv_create_flow(by.get(), value.get(), actions.size(), actions.data()));
    return flows.back() != nullptr;
  }

  static mlx5dv_flow_action_attr to(ibv_qp* peer) {
    return {.type = MLX5DV_FLOW_ACTION_DEST_IBV_QP, .qp = peer};
  }
  static mlx5dv_flow_action_attr by(const action_ptr& action) {
    return {.type = MLX5DV_FLOW_ACTION_IBV_FLOW_ACTION, .action = action.get()};
  }
};

TEST_F(flow_table_test, frames_go_into_a_tunnel_and_out_of_it) {
  frame_bytes outer = udp(there, 8, 4789);
  ASSERT_EQ(outer.size(), outer_bytes);
  const action_ptr into(
      mlx5dv_create_flow_action_packet_reformat(
          context.get(), outer.size(), outer.data(),
          MLX5DV_FLOW_ACTION_PACKET_REFORMAT_TYPE_L2_TO_L2_TUNNEL, MLX5DV_FLOW_TABLE_TYPE_NIC_TX),
      ibv_destroy_flow_action);
  const action_ptr out_of(
      mlx5dv_create_flow_action_packet_reformat(
          context.get(), 0, nullptr, MLX5DV_FLOW_ACTION_PACKET_REFORMAT_TYPE_L2_TUNNEL_TO_L2,
          MLX5DV_FLOW_TABLE_TYPE_NIC_RX),
      ibv_destroy_flow_action);
  const matcher_ptr leaving = create_matcher(MLX5DV_FLOW_TABLE_TYPE_NIC_TX);
  const matcher_ptr arriving = create_matcher(MLX5DV_FLOW_TABLE_TYPE_NIC_RX);
  ASSERT_TRUE(into && out_of && leaving && arriving);
  ASSERT_TRUE(add(leaving, {by(into)}));
  ASSERT_TRUE(add(arriving, {to(peer.get())}));
  const frame_bytes inner = udp(there, 33);
  post_receive_at(0);
  send(frame(inner));
  ibv_wc wc = next(peer_cq.get());
  ASSERT_EQ(wc.byte_len, outer_bytes + inner.size());
  EXPECT_TRUE(std::equal(inner.begin(), inner.end(), remote.begin() + outer_bytes));
  EXPECT_EQ(remote[16] << 8 | remote[17], static_cast<int>(outer_bytes - 14 + inner.size()));
  EXPECT_EQ(ip_sum(remote.data()), 0xffff);
  flows.pop_back();
  ASSERT_TRUE(add(arriving, {by(out_of), to(peer.get())}));
  post_receive_at(0);
  send(frame(inner));
  wc = next(peer_cq.get());
  ASSERT_EQ(wc.byte_len, inner.size());
  EXPECT_TRUE(std::equal(inner.begin(), inner.end(), remote.begin()));
  EXPECT_NE(mlx5dv_destroy_flow_matcher(arriving.get()), 0) << "its flow is there";
  expect_words("is used by 1 other object");
  flows.clear();
}

TEST_F(flow_table_test, what_a_table_does_not_have_is_refused_in_words) {
  EXPECT_FALSE(create_matcher(MLX5DV_FLOW_TABLE_TYPE_FDB));
  expect_words("this device has NIC_RX (0) and NIC_TX (1)");
  EXPECT_FALSE(create_matcher(MLX5DV_FLOW_TABLE_TYPE_NIC_RX, 3));
  expect_words("matches outer headers (1) only");
  EXPECT_FALSE(create_matcher(MLX5DV_FLOW_TABLE_TYPE_NIC_RX, 0));
  expect_words("bits that match criteria 0x0 do not enable");
  const matcher_ptr leaving = create_matcher(MLX5DV_FLOW_TABLE_TYPE_NIC_TX);
  ASSERT_TRUE(leaving);
  EXPECT_FALSE(add(leaving, {to(peer.get())}));
  expect_words("leads to no queue pair");
  flows.clear();
}

}  // namespace
}  // namespace verbatim::testing
