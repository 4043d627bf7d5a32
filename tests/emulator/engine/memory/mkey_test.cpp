// Mkeys of direct verbs: lists, strides, nesting, and what happens when they are misused.
#include <algorithm>
#include <numeric>

#include "mkey_fixture.hpp"

namespace verbatim::testing {
namespace {

TEST_F(mkey_test, scatters_what_a_peer_writes) {
  const mkey_ptr mkey = make(4);
  ASSERT_TRUE(mkey);
  ASSERT_EQ(configure_list(peer.get(), mkey.get(), {at_remote(100, 10), at_remote(50, 5)}),
            IBV_WC_SUCCESS);
  expect(write(12, 3, mkey->rkey), IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 7, remote.begin() + 103));
  EXPECT_TRUE(std::equal(local.begin() + 7, local.begin() + 12, remote.begin() + 50));
  EXPECT_EQ(remote[110], 0);
  EXPECT_EQ(remote[55], 0);
  expect(write(13, 3, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("13 bytes at 0x3 are not inside the 15 bytes at 0x0 of the mkey");
}

TEST_F(mkey_test, gathers_what_it_is_read_from) {
  const mkey_ptr mkey = make(4);
  ASSERT_EQ(configure_list(qp.get(), mkey.get(), {at_local(1000, 100000), at_local(7, 3)}),
            IBV_WC_SUCCESS);
  ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 0);
  sge = {0, 100003, mkey->lkey};
  expect(wr, IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin() + 1000, local.begin() + 101000, remote.begin()));
  EXPECT_TRUE(std::equal(local.begin() + 7, local.begin() + 10, remote.begin() + 100000));
  EXPECT_EQ(reported(), "");
}

TEST_F(mkey_test, takes_turns_through_strides) {
  const mkey_ptr mkey = make(4);
  const auto base = reinterpret_cast<std::uint64_t>(local.data());
  ASSERT_EQ(
      configure_strided(qp.get(), mkey.get(), 1000,
                        {{base, 4, 12, local_mr->lkey}, {base + 100000, 2, 1, local_mr->lkey}}),
      IBV_WC_SUCCESS);
  // The WRITE begins in the middle of the second turn.
  ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 0);
  sge = {8, 5992, mkey->lkey};
  expect(wr, IBV_WC_SUCCESS);
  for (std::uint32_t i = 0; i < 5992; ++i) {
    const std::uint32_t turn = (i + 8) / 6;
    const std::uint32_t in_turn = (i + 8) % 6;
    const std::uint32_t from = in_turn < 4 ? turn * 16 + in_turn : 100000 + turn * 3 + in_turn - 4;
    ASSERT_EQ(remote[i], local[from]) << i;
  }
  EXPECT_EQ(remote[5992], 0);
  sge = {8, 5993, mkey->lkey};
  wr.wr_id = ++next_wr_id;
  expect(wr, IBV_WC_LOC_PROT_ERR);
}

TEST_F(mkey_test, may_lie_on_top_of_another) {
  const mkey_ptr below = make(4);
  const mkey_ptr above = make(4);
  ASSERT_EQ(configure_list(peer.get(), below.get(), {at_remote(100, 10), at_remote(50, 10)}),
            IBV_WC_SUCCESS);
  ASSERT_EQ(configure_list(peer.get(), above.get(), {{8, 4, below->lkey}, {0, 2, below->lkey}}),
            IBV_WC_SUCCESS);
  expect(write(6, 0, above->rkey), IBV_WC_SUCCESS);
  EXPECT_EQ(remote[108], 0);
  EXPECT_EQ(remote[109], 1);
  EXPECT_EQ(remote[50], 2);
  EXPECT_EQ(remote[51], 3);
  EXPECT_EQ(remote[100], 4);
  EXPECT_EQ(remote[101], 5);
}

TEST_F(mkey_test, is_read_through_by_peers) {
  const mkey_ptr mkey = make(4);
  std::iota(remote.begin(), remote.end(), std::uint8_t{9});
  ASSERT_EQ(configure_list(peer.get(), mkey.get(), {at_remote(300, 70000), at_remote(0, 10)}),
            IBV_WC_SUCCESS);
  ibv_send_wr wr = work(IBV_WR_RDMA_READ, 70010);
  wr.wr.rdma.remote_addr = 0;
  wr.wr.rdma.rkey = mkey->rkey;
  expect(wr, IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 70000, remote.begin() + 300));
  EXPECT_TRUE(std::equal(local.begin() + 70000, local.begin() + 70010, remote.begin()));
}

TEST_F(mkey_test, gives_peers_only_the_rights_it_was_configured_with) {
  const mkey_ptr mkey = make(4);
  ASSERT_EQ(configure_list(peer.get(), mkey.get(), {at_remote(0, 64)}, IBV_ACCESS_LOCAL_WRITE),
            IBV_WC_SUCCESS);
  expect(write(1, 0, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("does not allow remote write");
}

TEST_F(mkey_test, needs_local_write_below_to_be_written) {
  const mr_ptr read_only = register_memory(remote, IBV_ACCESS_REMOTE_READ);
  const mkey_ptr mkey = make(4);
  ibv_sge entry = at_remote(0, 64);
  entry.lkey = read_only->lkey;
  ASSERT_EQ(configure_list(peer.get(), mkey.get(), {entry}), IBV_WC_SUCCESS);
  expect(write(1, 0, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("was registered without local write");
}

TEST_F(mkey_test, names_the_entry_that_is_wrong) {
  const mkey_ptr mkey = make(4);
  ASSERT_EQ(configure_list(peer.get(), mkey.get(), {at_remote(0, 8), at_remote(remote.size(), 8)}),
            IBV_WC_SUCCESS);
  expect(write(8, 0, mkey->rkey), IBV_WC_SUCCESS);
  expect(write(9, 0, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("entry 1 of the mkey");
}

TEST_F(mkey_test, that_is_not_configured_gives_nothing) {
  const mkey_ptr mkey = make(4);
  expect(write(1, 0, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("no UMR has configured it");
}

TEST_F(mkey_test, gives_nothing_once_it_is_invalidated) {
  const mkey_ptr mkey = make(4);
  ASSERT_EQ(configure_list(peer.get(), mkey.get(), {at_remote(0, 64)}), IBV_WC_SUCCESS);
  ibv_send_wr wr{};
  wr.opcode = IBV_WR_LOCAL_INV;
  wr.send_flags = IBV_SEND_SIGNALED;
  wr.invalidate_rkey = mkey->rkey;
  post(peer.get(), wr);
  EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_SUCCESS);
  expect(write(1, 0, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
}

TEST_F(mkey_test, that_did_not_allow_it_is_not_invalidated_by_the_peer) {
  const mkey_ptr mkey = make(4);
  ASSERT_EQ(configure_list(peer.get(), mkey.get(), {at_remote(0, 64)}), IBV_WC_SUCCESS);
  post_receive(64);
  ibv_send_wr wr = work(IBV_WR_SEND_WITH_INV, 8);
  wr.invalidate_rkey = mkey->rkey;
  expect(wr, IBV_WC_REM_ACCESS_ERR);
  expect_words("the mkey was created without remote invalidation");
}

TEST_F(raw_umr_test, wants_a_small_fence_before_the_key_is_used) {
  ASSERT_EQ(configure(), IBV_WC_SUCCESS);
  EXPECT_EQ(write_from_mkey(fence_mode::none), IBV_WC_SUCCESS);
  expect_words("which a UMR before it changes, without a fence: set fm to 1");
  EXPECT_EQ(write_from_mkey(fence_mode::reads_and_atomics), IBV_WC_SUCCESS);
  expect_words("without a fence");
  EXPECT_EQ(write_from_mkey(fence_mode::key_changes), IBV_WC_SUCCESS);
  EXPECT_EQ(write_from_mkey(fence_mode::none), IBV_WC_SUCCESS);
  ASSERT_EQ(configure(), IBV_WC_SUCCESS);
  EXPECT_EQ(write_from_mkey(fence_mode::reads_atomics_and_key_changes), IBV_WC_SUCCESS);
  EXPECT_EQ(reported(), "");
}

TEST_F(raw_umr_test, may_not_change_what_is_the_kernels) {
  control.mkey_mask = control.mkey_mask | mkey_mask::pd;
  EXPECT_EQ(configure(), IBV_WC_LOC_QP_OP_ERR);
  expect_words("bits 0x80 of its mkey_mask name fields that only the kernel may change");
}

TEST_F(raw_umr_test, says_how_long_its_list_is) {
  control.klm_octowords = 8;
  EXPECT_EQ(configure(), IBV_WC_LOC_QP_OP_ERR);
  expect_words("its klm_octowords is 8, but 4 octowords follow");
}

TEST_F(raw_umr_test, may_not_change_a_part_of_its_list) {
  control.trans_off_en = 1;
  control.bsf_octowords = 2;  // with trans_off_en the first octoword that changes
  EXPECT_EQ(configure(), IBV_WC_LOC_QP_OP_ERR);
  expect_words(
      "it changes the translation list from octoword 2 on: this device only takes whole lists");
}

TEST_F(raw_umr_test, may_ask_for_a_key_in_use) {
  control.check_not_free = 1;
  EXPECT_EQ(configure(), IBV_WC_MW_BIND_ERR);
  expect_words("is free, and the UMR asks for one in use");
}

TEST_F(raw_umr_test, changes_no_memory_region) {
  sends->begin(opcode::umr, 0, fence_mode::none, local_mr->lkey)
      .with(control)
      .with(mkey_context)
      .with(klm)
      .with_zeroes(48)
      .post();
  EXPECT_EQ(next(cq.get()).status, IBV_WC_MW_BIND_ERR);
  expect_words("no memory window and no mkey has key");
}

TEST_F(raw_umr_test, does_not_make_a_key_that_names_itself) {
  klm.mkey = mkey->lkey;
  EXPECT_EQ(configure(), IBV_WC_MW_BIND_ERR);
  expect_words("names the key itself");
}

}  // namespace
}  // namespace verbatim::testing
