// Tag matching, through ibv_post_srq_ops and the extended CQ of libmlx5.
#include <infiniband/mlx5dv.h>
#include <infiniband/tm_types.h>

#include <optional>

#include "connected_pair.hpp"
#include "long_enough.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::testing {
namespace {

/// The facts of one completion of an extended CQ.
struct tag_completion {
  ibv_wc_status status = IBV_WC_GENERAL_ERR;
  ibv_wc_opcode opcode = IBV_WC_SEND;
  std::uint64_t wr_id = 0;
  unsigned flags = 0;
  std::uint32_t bytes = 0;
  std::uint64_t tag = 0;
  std::uint32_t priv = 0;
};

/// `qp` sends to `peer`, which receives through a tag-matching SRQ.
class tag_matching_test : public connected_pair_test {
 protected:
  static constexpr std::uint32_t header_bytes = sizeof(ibv_tmh);

  void SetUp() override {
    connected_pair_test::SetUp();
    ibv_cq_init_attr_ex cq_attributes{};
    cq_attributes.cqe = 63;
    cq_attributes.wc_flags = std::uint64_t{IBV_WC_STANDARD_FLAGS} | IBV_WC_EX_WITH_TM_INFO;
    tag_cq = ibv_create_cq_ex(context.get(), &cq_attributes);
    ASSERT_TRUE(tag_cq);
    tag_cq_owner.reset(ibv_cq_ex_to_cq(tag_cq));
    ibv_srq_init_attr_ex attributes{};
    attributes.attr = {32, 1, 0};
    attributes.comp_mask =
        IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_CQ | IBV_SRQ_INIT_ATTR_TM;
    attributes.srq_type = IBV_SRQT_TM;
    attributes.pd = pd.get();
    attributes.cq = tag_cq_owner.get();
    attributes.tm_cap = {8, 8};
    srq.reset(ibv_create_srq_ex(context.get(), &attributes));
    ASSERT_TRUE(srq);
    connect(IBV_QPT_RC, srq.get());
    reported();
  }

  void TearDown() override {
    qp.reset();
    peer.reset();
  }

  int post(ibv_ops_wr wr) {
    ibv_ops_wr* bad = nullptr;
    const int result = ibv_post_srq_ops(srq.get(), &wr, &bad);
    handle = wr.tm.handle;
    return result;
  }

  static ibv_ops_wr operation(ibv_ops_wr_opcode opcode, std::uint64_t wr_id) {
    ibv_ops_wr wr{};
    wr.wr_id = wr_id;
    wr.opcode = opcode;
    wr.flags = IBV_OPS_SIGNALED;
    return wr;
  }

  /// Appends a tag whose buffer lies at `offset` of `remote`.
  tag_completion add(std::uint64_t tag, std::uint64_t recv_wr_id, std::uint64_t offset = 0,
                     std::uint32_t bytes = 4096, std::uint64_t mask = ~std::uint64_t{0}) {
    tag_sge = {reinterpret_cast<std::uint64_t>(remote.data()) + offset, bytes, remote_mr->lkey};
    ibv_ops_wr wr = operation(IBV_WR_TAG_ADD, recv_wr_id + 1000);
    wr.tm.add.recv_wr_id = recv_wr_id;
    wr.tm.add.sg_list = &tag_sge;
    wr.tm.add.num_sge = bytes != 0 ? 1 : 0;
    wr.tm.add.tag = tag;
    wr.tm.add.mask = mask;
    EXPECT_EQ(post(wr), 0);
    return next_of_tags();
  }

  tag_completion sync(std::uint32_t unexpected) {
    ibv_ops_wr wr = operation(IBV_WR_TAG_SYNC, 77);
    wr.flags |= IBV_OPS_TM_SYNC;
    wr.tm.unexpected_cnt = unexpected;
    EXPECT_EQ(post(wr), 0);
    return next_of_tags();
  }

  void post_shared_receive(std::uint64_t offset) {
    ibv_sge sge{reinterpret_cast<std::uint64_t>(remote.data()) + offset, 4096, remote_mr->lkey};
    ibv_recv_wr wr{};
    wr.wr_id = offset;
    wr.sg_list = &sge;
    wr.num_sge = 1;
    ibv_recv_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_srq_recv(srq.get(), &wr, &bad), 0);
  }

  /// Sends a message of `bytes` bytes, its header included; returns how that ended.
  ibv_wc_status send(std::uint8_t opcode, std::uint64_t tag, std::uint32_t bytes) {
    ibv_tmh header{};
    header.opcode = opcode;
    header.app_ctx = htobe32(0x01020304);
    header.tag = htobe64(tag);
    std::memcpy(local.data(), &header, sizeof header);
    connected_pair_test::post(qp.get(), work(IBV_WR_SEND, bytes));
    return next(cq.get()).status;
  }

  tag_completion next_of_tags() {
    ibv_poll_cq_attr attributes{};
    const auto end = std::chrono::steady_clock::now() + long_enough;
    while (ibv_start_poll(tag_cq, &attributes) != 0) {
      if (std::chrono::steady_clock::now() > end) return {};
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
    tag_completion found;
    found.status = tag_cq->status;
    found.wr_id = tag_cq->wr_id;
    if (found.status == IBV_WC_SUCCESS) {
      found.opcode = ibv_wc_read_opcode(tag_cq);
      found.flags = ibv_wc_read_wc_flags(tag_cq);
      found.bytes = ibv_wc_read_byte_len(tag_cq);
      ibv_wc_tm_info info{};
      ibv_wc_read_tm_info(tag_cq, &info);
      found.tag = info.tag;
      found.priv = info.priv;
    }
    ibv_end_poll(tag_cq);
    return found;
  }

  ibv_cq_ex* tag_cq = nullptr;
  cq_ptr tag_cq_owner;
  srq_ptr srq;
  ibv_sge tag_sge{};
  std::uint32_t handle = 0;
};

TEST_F(tag_matching_test, is_announced) {
  ibv_device_attr_ex attributes{};
  ASSERT_EQ(ibv_query_device_ex(context.get(), nullptr, &attributes), 0);
  EXPECT_EQ(attributes.tm_caps.flags, unsigned{IBV_TM_CAP_RC});
  EXPECT_GT(attributes.tm_caps.max_num_tags, 0u);
}

TEST_F(tag_matching_test, brings_a_message_to_the_buffer_of_its_tag) {
  EXPECT_EQ(add(5, 50, 8192).opcode, IBV_WC_TM_ADD);
  EXPECT_EQ(add(6, 60, 16384).opcode, IBV_WC_TM_ADD);
  EXPECT_EQ(send(IBV_TMH_EAGER, 6, header_bytes + 100), IBV_WC_SUCCESS);
  const tag_completion got = next_of_tags();
  EXPECT_EQ(got.status, IBV_WC_SUCCESS);
  EXPECT_EQ(got.opcode, IBV_WC_TM_RECV);
  EXPECT_EQ(got.flags, unsigned(IBV_WC_TM_MATCH) | IBV_WC_TM_DATA_VALID);
  EXPECT_EQ(got.wr_id, 60u);
  EXPECT_EQ(got.bytes, 100u);
  EXPECT_EQ(got.tag, 6u);
  EXPECT_EQ(got.priv, 0x01020304u);
  EXPECT_TRUE(std::equal(local.begin() + header_bytes, local.begin() + header_bytes + 100,
                         remote.begin() + 16384));
  EXPECT_EQ(remote[16384 + 100], 0);
  EXPECT_EQ(remote[8192], 0);
  EXPECT_EQ(reported(), "");
}

TEST_F(tag_matching_test, takes_messages_of_many_pieces) {
  EXPECT_EQ(add(1, 10, 0, 300000).status, IBV_WC_SUCCESS);
  EXPECT_EQ(send(IBV_TMH_EAGER, 1, 300000), IBV_WC_SUCCESS);
  EXPECT_EQ(next_of_tags().bytes, 300000 - header_bytes);
  EXPECT_TRUE(std::equal(local.begin() + header_bytes, local.begin() + 300000, remote.begin()));
}

TEST_F(tag_matching_test, compares_only_the_bits_of_the_mask_and_takes_the_first) {
  add(0xab00, 1, 0, 64, 0xff00);
  add(0xab12, 2, 4096, 64);
  EXPECT_EQ(send(IBV_TMH_EAGER, 0xab12, header_bytes + 8), IBV_WC_SUCCESS);
  EXPECT_EQ(next_of_tags().wr_id, 1u);
  EXPECT_EQ(send(IBV_TMH_EAGER, 0xab12, header_bytes + 8), IBV_WC_SUCCESS);
  EXPECT_EQ(next_of_tags().wr_id, 2u);
}

TEST_F(tag_matching_test, takes_a_tag_without_a_buffer) {
  add(9, 90, 0, 0);
  EXPECT_EQ(send(IBV_TMH_EAGER, 9, header_bytes), IBV_WC_SUCCESS);
  const tag_completion got = next_of_tags();
  EXPECT_EQ(got.wr_id, 90u);
  EXPECT_EQ(got.bytes, 0u);
}

TEST_F(tag_matching_test, an_unexpected_message_takes_a_receive) {
  add(5, 50, 8192);
  post_shared_receive(0);
  EXPECT_EQ(send(IBV_TMH_EAGER, 7, header_bytes + 20), IBV_WC_SUCCESS);
  const tag_completion got = next_of_tags();
  EXPECT_EQ(got.opcode, IBV_WC_TM_RECV);
  EXPECT_EQ(got.flags, 0u);
  EXPECT_EQ(got.wr_id, 0u);
  EXPECT_EQ(got.bytes, header_bytes + 20);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + header_bytes + 20, remote.begin()));
}

TEST_F(tag_matching_test, a_tag_waits_until_unexpected_messages_are_counted) {
  post_shared_receive(0);
  post_shared_receive(4096);
  EXPECT_EQ(send(IBV_TMH_EAGER, 7, header_bytes), IBV_WC_SUCCESS);
  EXPECT_EQ(next_of_tags().flags, 0u);
  // The message above may have been for it.
  EXPECT_EQ(add(8, 80, 8192).flags, unsigned{IBV_WC_TM_SYNC_REQ});
  EXPECT_EQ(send(IBV_TMH_EAGER, 8, header_bytes), IBV_WC_SUCCESS);
  EXPECT_EQ(next_of_tags().flags, 0u);
  const tag_completion synced = sync(2);
  EXPECT_EQ(synced.opcode, IBV_WC_TM_SYNC);
  EXPECT_EQ(synced.wr_id, 77u);
  EXPECT_EQ(send(IBV_TMH_EAGER, 8, header_bytes), IBV_WC_SUCCESS);
  EXPECT_EQ(next_of_tags().wr_id, 80u);
}

TEST_F(tag_matching_test, a_message_without_a_tag_takes_a_receive) {
  post_shared_receive(0);
  EXPECT_EQ(send(IBV_TMH_NO_TAG, 5, header_bytes + 4), IBV_WC_SUCCESS);
  const tag_completion got = next_of_tags();
  EXPECT_EQ(got.opcode, IBV_WC_TM_NO_TAG);
  EXPECT_EQ(got.bytes, header_bytes + 4);
  EXPECT_EQ(add(8, 80).flags, 0u);
}

TEST_F(tag_matching_test, a_removed_tag_matches_nothing) {
  add(5, 50, 8192);
  ibv_ops_wr wr = operation(IBV_WR_TAG_DEL, 3);
  wr.tm.handle = handle;
  ASSERT_EQ(post(wr), 0);
  const tag_completion removed = next_of_tags();
  EXPECT_EQ(removed.status, IBV_WC_SUCCESS);
  EXPECT_EQ(removed.opcode, IBV_WC_TM_DEL);
  EXPECT_EQ(removed.wr_id, 3u);
  post_shared_receive(0);
  EXPECT_EQ(send(IBV_TMH_EAGER, 5, header_bytes), IBV_WC_SUCCESS);
  EXPECT_EQ(next_of_tags().flags, 0u);
}

TEST_F(tag_matching_test, a_matched_tag_cannot_be_removed_any_more) {
  add(5, 50, 8192);
  const std::uint32_t added = handle;
  EXPECT_EQ(send(IBV_TMH_EAGER, 5, header_bytes), IBV_WC_SUCCESS);
  ibv_ops_wr wr = operation(IBV_WR_TAG_DEL, 3);
  wr.tm.handle = added;
  ASSERT_EQ(post(wr), 0);
  EXPECT_EQ(next_of_tags().wr_id, 50u);
  EXPECT_EQ(next_of_tags().status, IBV_WC_TM_ERR);
}

TEST_F(tag_matching_test, entries_come_round_again) {
  for (std::uint64_t i = 0; i < 40; ++i) {
    EXPECT_EQ(add(i, i, 64 * i, 64).status, IBV_WC_SUCCESS);
    EXPECT_EQ(send(IBV_TMH_EAGER, i, header_bytes + 8), IBV_WC_SUCCESS);
    EXPECT_EQ(next_of_tags().wr_id, i);
  }
  EXPECT_EQ(reported(), "");
}

/// A firmware command about the SRQ, of 16 bytes.
std::array<std::byte, 16> command(std::uint32_t opcode, std::uint32_t srqn, std::uint32_t last) {
  std::array<std::byte, 16> in{};
  wire::store32(in.data(), opcode << 16);
  wire::store32(in.data() + 8, srqn);
  wire::store32(in.data() + 12, last);
  return in;
}

TEST_F(tag_matching_test, can_be_asked_and_armed_by_devx) {
  constexpr std::uint32_t query_xrq = 0x719;
  constexpr std::uint32_t arm_xrq = 0x71a;
  for (std::uint64_t i = 0; i < 3; ++i) add(i, i);
  post_shared_receive(0);
  post_shared_receive(4096);
  EXPECT_EQ(send(IBV_TMH_EAGER, 7, header_bytes), IBV_WC_SUCCESS);
  EXPECT_EQ(next_of_tags().flags, 0u);
  mlx5dv_srq dv{};
  dv.comp_mask = MLX5DV_SRQ_MASK_SRQN;
  mlx5dv_obj of{};
  of.srq.in = srq.get();
  of.srq.out = &dv;
  ASSERT_EQ(mlx5dv_init_obj(&of, MLX5DV_OBJ_SRQ), 0);

  const auto ask = command(query_xrq, dv.srqn, 0);
  std::array<std::byte, 0x200> out{};
  ASSERT_EQ(mlx5dv_devx_srq_query(srq.get(), ask.data(), ask.size(), out.data(), out.size()), 0);
  const auto word = [&out](std::size_t at) { return wire::load32(out.data() + 0x10 + at); };
  EXPECT_EQ(word(0x00), 1u << 8) << "tag matching, without offload";
  EXPECT_EQ(word(0x20), 4u << 28 | 3u) << "2^4 entries, of which the fourth is next";
  EXPECT_EQ(word(0x24), 0u << 16 | 1u) << "one unexpected message, and none counted";
  sync(1);
  ASSERT_EQ(mlx5dv_devx_srq_query(srq.get(), ask.data(), ask.size(), out.data(), out.size()), 0);
  EXPECT_EQ(word(0x24), 1u << 16 | 1u);

  const auto arm = command(arm_xrq, dv.srqn, 1);
  std::array<std::byte, 16> answer{};
  ASSERT_EQ(mlx5dv_devx_srq_modify(srq.get(), arm.data(), arm.size(), answer.data(), answer.size()),
            0);
  EXPECT_EQ(send(IBV_TMH_EAGER, 7, header_bytes), IBV_WC_SUCCESS);
  EXPECT_EQ(next_event(), IBV_EVENT_SRQ_LIMIT_REACHED) << "the last receive is taken";
  const auto other = command(arm_xrq, dv.srqn + 1, 1);
  EXPECT_NE(
      mlx5dv_devx_srq_modify(srq.get(), other.data(), other.size(), answer.data(), answer.size()),
      0);
  expect_words("names object");
}

TEST_F(tag_matching_test, a_message_longer_than_its_buffer_fails) {
  add(5, 50, 8192, 10);
  EXPECT_EQ(send(IBV_TMH_EAGER, 5, header_bytes + 11), IBV_WC_REM_INV_REQ_ERR);
  expect_words("a message of 11 bytes came for tag 0x5, but its buffer has 10");
}

}  // namespace
}  // namespace verbatim::testing
