// Streams under --reorder-streams: out of order between them, in order within each. Run with that
// option.
#include <algorithm>
#include <map>
#include <vector>

#include "dc_fixture.hpp"

namespace verbatim::testing {
namespace {

constexpr mlx5dv_dci_streams four_of_which_two_may_fail{.log_num_concurent = 2,
                                                        .log_num_errored = 1};
constexpr std::size_t wqes = 14;
constexpr std::uint16_t streams = 3;

class dci_reorder_test : public dc_test {
 protected:
  void SetUp() override {
    dc_test::SetUp();
    dct = create_dct();
    ASSERT_TRUE(dct);
  }

  /// Posts to a new DCI with one doorbell; returns the positions of the WQEs in the order of their
  /// CQEs.
  std::vector<std::size_t> completion_order() {
    const qp_ptr dci = create_dci(four_of_which_two_may_fail);
    ibv_wr_start(ibv_qp_to_qp_ex(dci.get()));
    std::map<std::uint64_t, std::size_t> position;
    for (std::size_t i = 0; i < wqes; ++i) {
      const auto stream = static_cast<std::uint16_t>(i % streams);
      position[add(dci.get(), dct->qp_num, 100, write(), stream)] = i;
    }
    EXPECT_EQ(ibv_wr_complete(ibv_qp_to_qp_ex(dci.get())), 0);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < wqes; ++i) {
      const ibv_wc wc = next(cq.get());
      EXPECT_EQ(wc.status, IBV_WC_SUCCESS);
      order.push_back(position[wc.wr_id]);
    }
    return order;
  }

  qp_ptr dct;
};

TEST_F(dci_reorder_test, streams_overtake_each_other_but_not_themselves) {
  const std::vector<std::size_t> order = completion_order();
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  for (std::size_t stream = 0; stream < streams; ++stream) {
    std::vector<std::size_t> own;
    std::copy_if(order.begin(), order.end(), std::back_inserter(own),
                 [stream](std::size_t one) { return one % streams == stream; });
    EXPECT_TRUE(std::is_sorted(own.begin(), own.end())) << stream;
    EXPECT_EQ(own.size(), (wqes + streams - 1 - stream) / streams);
  }
}

TEST_F(dci_reorder_test, one_seed_gives_one_order) {
  EXPECT_EQ(completion_order(), completion_order());
}

TEST_F(dci_reorder_test, a_stream_without_receiver_holds_up_no_other) {
  const qp_ptr dci = create_dci(four_of_which_two_may_fail);
  const auto send = [](ibv_qp_ex* to) { ibv_wr_send(to); };
  ibv_wr_start(ibv_qp_to_qp_ex(dci.get()));
  const auto held = add(dci.get(), dct->qp_num, 8, send, std::uint16_t{1});
  const auto free = add(dci.get(), dct->qp_num, 8, write(), std::uint16_t{2});
  ASSERT_EQ(ibv_wr_complete(ibv_qp_to_qp_ex(dci.get())), 0);
  EXPECT_EQ(next(cq.get()).wr_id, free);
  post_receive(8);
  EXPECT_EQ(next(cq.get()).wr_id, held);
}

TEST_F(dci_reorder_test, an_error_lets_other_streams_go_on) {
  const qp_ptr dci = create_dci(four_of_which_two_may_fail);
  const auto bad = [this](ibv_qp_ex* to) {
    ibv_wr_rdma_write(to, remote_mr->rkey ^ 1, reinterpret_cast<std::uint64_t>(remote.data()));
  };
  ibv_wr_start(ibv_qp_to_qp_ex(dci.get()));
  std::map<std::uint64_t, ibv_wc_status> expected;
  expected[add(dci.get(), dct->qp_num, 8, bad, std::uint16_t{1})] = IBV_WC_REM_ACCESS_ERR;
  expected[add(dci.get(), dct->qp_num, 8, write(), std::uint16_t{1})] = IBV_WC_WR_FLUSH_ERR;
  expected[add(dci.get(), dct->qp_num, 8, write(), std::uint16_t{2})] = IBV_WC_SUCCESS;
  expected[add(dci.get(), dct->qp_num, 8, write(), std::uint16_t{3})] = IBV_WC_SUCCESS;
  ASSERT_EQ(ibv_wr_complete(ibv_qp_to_qp_ex(dci.get())), 0);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const ibv_wc wc = next(cq.get());
    EXPECT_EQ(wc.status, expected[wc.wr_id]) << wc.wr_id;
  }
  EXPECT_EQ(state_of(dci.get()), IBV_QPS_RTS);
}

}  // namespace
}  // namespace verbatim::testing
