// The streams of a DCI: order within each, errors that stay in one, and how many may fail.
#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

#include "dc_fixture.hpp"

namespace verbatim::testing {
namespace {

constexpr mlx5dv_dci_streams four_of_which_two_may_fail{.log_num_concurent = 2,
                                                        .log_num_errored = 1};

class dci_streams_test : public dc_test {
 protected:
  void SetUp() override {
    dc_test::SetUp();
    dct = create_dct();
    dci = create_dci(four_of_which_two_may_fail);
    ASSERT_TRUE(dct && dci);
  }

  /// One write in a stream, with a doorbell of its own.
  std::uint64_t post_write(std::uint16_t stream) {
    ibv_wr_start(ibv_qp_to_qp_ex(dci.get()));
    const std::uint64_t wr_id = add(dci.get(), dct->qp_num, 8, write(), stream);
    EXPECT_EQ(ibv_wr_complete(ibv_qp_to_qp_ex(dci.get())), 0);
    return wr_id;
  }

  /// One that fails at once, for its key.
  std::uint64_t post_failing(std::uint16_t stream) {
    lkey = local_mr->lkey ^ 1;
    const std::uint64_t wr_id = post_write(stream);
    lkey.reset();
    return wr_id;
  }

  ibv_wc_status status_of(std::uint64_t wr_id) {
    const ibv_wc wc = next(cq.get());
    EXPECT_EQ(wc.wr_id, wr_id);
    return wc.status;
  }

  qp_ptr dct;
  qp_ptr dci;
};

TEST_F(dci_streams_test, every_stream_works) {
  for (std::uint16_t stream = 0; stream < 12; ++stream) {
    EXPECT_EQ(status_of(post_write(stream)), IBV_WC_SUCCESS) << stream;
  }
  EXPECT_EQ(status_of(post_write(0xffff)), IBV_WC_SUCCESS);
  EXPECT_EQ(reported(), "");
}

TEST_F(dci_streams_test, a_failed_stream_flushes_its_own) {
  EXPECT_EQ(status_of(post_failing(1)), IBV_WC_LOC_PROT_ERR);
  EXPECT_EQ(status_of(post_write(1)), IBV_WC_WR_FLUSH_ERR);
  EXPECT_EQ(status_of(post_write(2)), IBV_WC_SUCCESS);
  EXPECT_EQ(status_of(post_write(1)), IBV_WC_WR_FLUSH_ERR);
  EXPECT_EQ(state_of(dci.get()), IBV_QPS_RTS);
}

TEST_F(dci_streams_test, a_remote_error_stays_in_its_stream_too) {
  ibv_wr_start(ibv_qp_to_qp_ex(dci.get()));
  const auto bad = [this](ibv_qp_ex* to) {
    ibv_wr_rdma_write(to, remote_mr->rkey ^ 1, reinterpret_cast<std::uint64_t>(remote.data()));
  };
  std::map<std::uint64_t, ibv_wc_status> expected;
  expected[add(dci.get(), dct->qp_num, 8, write(), std::uint16_t{1})] = IBV_WC_SUCCESS;
  expected[add(dci.get(), dct->qp_num, 8, bad, std::uint16_t{1})] = IBV_WC_REM_ACCESS_ERR;
  expected[add(dci.get(), dct->qp_num, 8, write(), std::uint16_t{1})] = IBV_WC_WR_FLUSH_ERR;
  expected[add(dci.get(), dct->qp_num, 8, write(), std::uint16_t{2})] = IBV_WC_SUCCESS;
  ASSERT_EQ(ibv_wr_complete(ibv_qp_to_qp_ex(dci.get())), 0);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const ibv_wc wc = next(cq.get());
    ASSERT_TRUE(expected.contains(wc.wr_id)) << wc.wr_id;
    EXPECT_EQ(wc.status, expected[wc.wr_id]) << wc.wr_id;
  }
  EXPECT_EQ(state_of(dci.get()), IBV_QPS_RTS);
}

TEST_F(dci_streams_test, too_many_failed_streams_are_the_queue_pairs_error) {
  EXPECT_EQ(status_of(post_failing(1)), IBV_WC_LOC_PROT_ERR);
  EXPECT_EQ(state_of(dci.get()), IBV_QPS_RTS);
  EXPECT_EQ(status_of(post_failing(2)), IBV_WC_LOC_PROT_ERR);
  EXPECT_EQ(state_of(dci.get()), IBV_QPS_ERR);
  EXPECT_EQ(status_of(post_write(3)), IBV_WC_WR_FLUSH_ERR);
  expect_words("2 streams are in error, as many as log_num_errored allows");
  ibv_qp_attr reset{};
  reset.qp_state = IBV_QPS_RESET;
  ASSERT_EQ(ibv_modify_qp(dci.get(), &reset, IBV_QP_STATE), 0);
  to_rts(dci.get());
  EXPECT_EQ(status_of(post_write(1)), IBV_WC_SUCCESS);
}

TEST_F(dci_streams_test, a_stream_without_receiver_holds_up_no_other) {
  ibv_wr_start(ibv_qp_to_qp_ex(dci.get()));
  const auto send = [](ibv_qp_ex* to) { ibv_wr_send(to); };
  const auto held = add(dci.get(), dct->qp_num, 8, send, std::uint16_t{1});
  const auto free = add(dci.get(), dct->qp_num, 8, write(), std::uint16_t{2});
  ASSERT_EQ(ibv_wr_complete(ibv_qp_to_qp_ex(dci.get())), 0);
  EXPECT_EQ(status_of(free), IBV_WC_SUCCESS);
  post_receive(8);
  EXPECT_EQ(status_of(held), IBV_WC_SUCCESS);
}

/// The emulator completes in the ring's order while no stream waits.
TEST_F(dci_streams_test, without_being_asked_nothing_is_reordered) {
  ibv_wr_start(ibv_qp_to_qp_ex(dci.get()));
  std::vector<std::uint64_t> posted;
  for (std::uint16_t i = 0; i < 14; ++i) {
    posted.push_back(add(dci.get(), dct->qp_num, 1000, write(), static_cast<std::uint16_t>(i % 3)));
  }
  ASSERT_EQ(ibv_wr_complete(ibv_qp_to_qp_ex(dci.get())), 0);
  for (const std::uint64_t wr_id : posted) EXPECT_EQ(status_of(wr_id), IBV_WC_SUCCESS);
  EXPECT_EQ(reported(), "");
}

TEST_F(dci_streams_test, a_reset_stream_works_again) {
  EXPECT_EQ(status_of(post_failing(1)), IBV_WC_LOC_PROT_ERR);
  EXPECT_NE(mlx5dv_dci_stream_id_reset(dci.get(), 2), 0);
  expect_words("stream 2 of queue pair");
  EXPECT_EQ(mlx5dv_dci_stream_id_reset(dci.get(), 1), 0);
  EXPECT_EQ(status_of(post_write(1)), IBV_WC_SUCCESS);
  // It does not count as failed any more.
  EXPECT_EQ(status_of(post_failing(3)), IBV_WC_LOC_PROT_ERR);
  EXPECT_EQ(state_of(dci.get()), IBV_QPS_RTS);
  EXPECT_EQ(status_of(post_write(1)), IBV_WC_SUCCESS);
}

TEST_F(dci_streams_test, limits_are_checked) {
  EXPECT_EQ(create_dci(mlx5dv_dci_streams{.log_num_concurent = 9, .log_num_errored = 1}), nullptr);
}

}  // namespace
}  // namespace verbatim::testing
