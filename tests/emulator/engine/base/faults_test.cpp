// --fail-at and --delay-completions. Run with --fail-at 3:remote_access_err and --delay-completions
// 20000.
#include "connected_pair.hpp"

namespace verbatim::testing {
namespace {

using faults_test = connected_pair_test;

// One test, because WQEs are counted over the whole life of a process.
TEST_F(faults_test, the_third_operation_fails_and_all_complete_late) {
  connect();
  remote.fill(0);
  for (int i = 1; i <= 2; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    expect(work(IBV_WR_RDMA_WRITE, 8), IBV_WC_SUCCESS);
    EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(20));
    EXPECT_EQ(remote[7], 7);
  }
  EXPECT_EQ(reported(), "");
  remote.fill(0);
  const ibv_wc wc = expect(work(IBV_WR_RDMA_WRITE, 8), IBV_WC_REM_ACCESS_ERR);
  EXPECT_EQ(wc.qp_num, qp->qp_num);
  EXPECT_EQ(remote[7], 0);
  EXPECT_EQ(state_of(qp.get()), IBV_QPS_ERR);
  expect_words("fails as --fail-at says, with syndrome 0x13 remote_access_err");
  expect(work(IBV_WR_RDMA_WRITE, 8), IBV_WC_WR_FLUSH_ERR);
}

/// A completion that is held back comes before the queue pair goes.
TEST_F(faults_test, nothing_comes_after_its_queue_pair_is_gone) {
  connect();
  post(qp.get(), work(IBV_WR_RDMA_WRITE, 8));
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  qp.reset();
  ibv_wc wc{};
  EXPECT_EQ(ibv_poll_cq(cq.get(), 1, &wc), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  EXPECT_EQ(ibv_poll_cq(cq.get(), 1, &wc), 0);
}

}  // namespace
}  // namespace verbatim::testing
