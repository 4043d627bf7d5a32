// The engine's work on requests of real verbs that must fail: every error, and how the rest is flushed.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <chrono>

#include "connected_pair.hpp"
#include "engine_fixture.hpp"
#include "raw_send_queue.hpp"

namespace verbatim::testing {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

TEST_F(engine_test, a_wrong_lkey_is_a_local_protection_error) {
  connect();
  work(IBV_WR_RDMA_WRITE, 8);
  ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 8);
  sge.lkey ^= 1;
  expect(wr, IBV_WC_LOC_PROT_ERR);
  EXPECT_EQ(state_of(qp.get()), IBV_QPS_ERR);
  expect_words("no memory region has lkey");
}

TEST_F(engine_test, local_bounds_are_checked) {
  connect();
  ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 8);
  sge.addr += local.size() - 7;
  expect(wr, IBV_WC_LOC_PROT_ERR);
  expect_words("are not inside the 1048576 bytes");
}

TEST_F(engine_test, results_need_local_write) {
  connect();
  const mr_ptr read_only = register_memory(local, 0);
  ibv_send_wr wr = work(IBV_WR_RDMA_READ, 8);
  sge.lkey = read_only->lkey;
  expect(wr, IBV_WC_LOC_PROT_ERR);
  expect_words("was registered without local write");
}

TEST_F(engine_test, a_wrong_rkey_is_a_remote_access_error) {
  connect();
  ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 8);
  wr.wr.rdma.rkey ^= 0x100;
  expect(wr, IBV_WC_REM_ACCESS_ERR);
  EXPECT_EQ(state_of(qp.get()), IBV_QPS_ERR);
  EXPECT_EQ(state_of(peer.get()), IBV_QPS_ERR);
  EXPECT_EQ(next_event(), IBV_EVENT_QP_ACCESS_ERR);
  expect_words("refused: no memory region has rkey");
}

TEST_F(engine_test, remote_bounds_are_checked) {
  connect();
  ibv_send_wr wr = work(IBV_WR_RDMA_READ, 8);
  wr.wr.rdma.remote_addr += remote.size() - 4;
  expect(wr, IBV_WC_REM_ACCESS_ERR);
}

TEST_F(engine_test, rights_of_the_remote_region_are_checked) {
  connect();
  const mr_ptr read_only = register_memory(remote, IBV_ACCESS_REMOTE_READ);
  ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 8);
  wr.wr.rdma.rkey = read_only->rkey;
  expect(wr, IBV_WC_REM_ACCESS_ERR);
  expect_words("was registered without remote write");
}

TEST_F(engine_test, rights_of_the_remote_queue_pair_are_checked) {
  access_flags = IBV_ACCESS_REMOTE_READ;
  connect();
  expect(work(IBV_WR_RDMA_WRITE, 8), IBV_WC_REM_ACCESS_ERR);
  expect_words("qp_access_flags do not allow rdma_write");
}

TEST_F(engine_test, an_atomic_must_be_aligned) {
  connect();
  ibv_send_wr wr = work(IBV_WR_ATOMIC_FETCH_AND_ADD, 8);
  wr.wr.atomic.remote_addr += 4;
  expect(wr, IBV_WC_REM_INV_REQ_ERR);
  EXPECT_EQ(next_event(), IBV_EVENT_QP_REQ_ERR);
}

TEST_F(engine_test, a_message_longer_than_its_buffers_fails_on_both_sides) {
  connect();
  post_receive(99);
  expect(work(IBV_WR_SEND, 100), IBV_WC_REM_INV_REQ_ERR);
  EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_LOC_LEN_ERR);
  expect_words("a message of 100 bytes came, but its buffers have 99");
}

TEST_F(engine_test, a_wrong_key_in_a_receive_fails_on_both_sides) {
  connect();
  ibv_recv_wr wr = receive(100, remote_mr->lkey + 1);
  ibv_recv_wr* bad = nullptr;
  ASSERT_EQ(ibv_post_recv(peer.get(), &wr, &bad), 0);
  expect(work(IBV_WR_SEND, 100), IBV_WC_REM_OP_ERR);
  EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_LOC_PROT_ERR);
}

TEST_F(engine_test, memory_that_is_gone_is_an_error) {
  connect();
  void* const page =
      mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const mr_ptr mr(ibv_reg_mr(pd.get(), page, 8192, all_rights));
  munmap(page, 8192);
  ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 8);
  sge = {reinterpret_cast<std::uint64_t>(page), 8, mr->lkey};
  expect(wr, IBV_WC_LOC_PROT_ERR);
  expect_words("cannot be read any more");
}

/// A NIC writes to the pages that it has pinned. UCX unmaps memory before it deregisters it.
TEST_F(engine_test, a_write_to_memory_that_is_gone_is_dropped) {
  connect();
  void* const page =
      mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const mr_ptr mr(ibv_reg_mr(pd.get(), page, 8192, all_rights));
  ASSERT_TRUE(mr);
  munmap(static_cast<std::byte*>(page) + 4096, 4096);
  ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 100);
  wr.wr.rdma.remote_addr = reinterpret_cast<std::uint64_t>(page) + 4090;
  wr.wr.rdma.rkey = mr->rkey;
  expect(wr, IBV_WC_SUCCESS);
  wr.opcode = IBV_WR_RDMA_READ;
  expect(wr, IBV_WC_REM_ACCESS_ERR);
  expect_words("cannot be read any more");
}

TEST_F(engine_test, a_write_around_memory_that_is_gone_reaches_the_rest) {
  connect();
  constexpr std::size_t page = 4096;
  auto* const pages = static_cast<std::uint8_t*>(
      mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  const mr_ptr mr(ibv_reg_mr(pd.get(), pages, 3 * page, all_rights));
  ASSERT_TRUE(mr);
  const auto sent = static_cast<std::uint32_t>(page) + 16;
  munmap(pages + page, page);
  ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, sent);
  wr.wr.rdma.remote_addr = reinterpret_cast<std::uint64_t>(pages) + page - 8;
  wr.wr.rdma.rkey = mr->rkey;
  expect(wr, IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 8, pages + page - 8));
  EXPECT_TRUE(std::equal(local.begin() + page + 8, local.begin() + page + 16, pages + 2 * page));
  munmap(pages, page);
  munmap(pages + 2 * page, page);
}

/// On-demand pages are not pinned, so a NIC cannot write there.
TEST_F(engine_test, a_write_to_an_on_demand_page_that_is_gone_is_an_error) {
  connect();
  void* const page =
      mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const mr_ptr mr(ibv_reg_mr(pd.get(), page, 8192, all_rights | IBV_ACCESS_ON_DEMAND));
  ASSERT_TRUE(mr);
  munmap(page, 8192);
  ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 8);
  wr.wr.rdma.remote_addr = reinterpret_cast<std::uint64_t>(page);
  wr.wr.rdma.rkey = mr->rkey;
  expect(wr, IBV_WC_REM_ACCESS_ERR);
  expect_words("cannot be written any more");
}

/// A NIC would write here. The emulator cannot, and says so.
TEST_F(engine_test, a_write_to_memory_that_became_read_only_is_an_error) {
  connect();
  void* const page =
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const mr_ptr mr(ibv_reg_mr(pd.get(), page, 4096, all_rights));
  ASSERT_TRUE(mr);
  mprotect(page, 4096, PROT_READ);
  ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 8);
  wr.wr.rdma.remote_addr = reinterpret_cast<std::uint64_t>(page);
  wr.wr.rdma.rkey = mr->rkey;
  expect(wr, IBV_WC_REM_ACCESS_ERR);
  expect_words("cannot be written any more");
  munmap(page, 4096);
}

TEST_F(engine_test, without_a_receive_the_sender_gives_up) {
  rnr_retry = 2;
  connect();
  expect(work(IBV_WR_SEND, 8), IBV_WC_RNR_RETRY_EXC_ERR);
  expect_words("given up after 2 RNR retries");
}

TEST_F(engine_test, a_peer_that_is_not_there_is_given_up) {
  connect();
  peer.reset();
  expect(work(IBV_WR_SEND, 8), IBV_WC_RETRY_EXC_ERR);
  const auto said = reported();
  EXPECT_NE(said.find("given up after 2 retries"), std::string::npos) << said;
  EXPECT_NE(said.find("process has no such queue pair. It may have been destroyed"),
            std::string::npos)
      << said;
}

TEST_F(engine_test, a_peer_that_is_not_connected_back_is_given_up) {
  connect();
  ibv_qp_attr reset{};
  reset.qp_state = IBV_QPS_RESET;
  ASSERT_EQ(ibv_modify_qp(peer.get(), &reset, IBV_QP_STATE), 0);
  expect(work(IBV_WR_SEND, 8), IBV_WC_RETRY_EXC_ERR);
  expect_words(
      "queue pair is not in RTR or RTS, or is of another type. It may not be connected back yet");
}

TEST_F(engine_test, psns_must_agree) {
  connect();
  expect(work(IBV_WR_RDMA_WRITE, 8), IBV_WC_SUCCESS);
  // Back to the first PSN, while the peer expects the second.
  ibv_qp_attr reset{};
  reset.qp_state = IBV_QPS_RESET;
  ASSERT_EQ(ibv_modify_qp(qp.get(), &reset, IBV_QP_STATE), 0);
  to_rts(qp.get(), peer->qp_num);
  expect(work(IBV_WR_RDMA_WRITE, 8), IBV_WC_RETRY_EXC_ERR);
  const std::string said = reported();
  EXPECT_NE(said.find("Its rq_psn may not be the sq_psn here, or one of the two was reset and "
                      "connected again without the other; or another one was meant, which is in "
                      "another fabric: this number is one of this process itself"),
            std::string::npos)
      << said;
}

TEST_F(engine_test, no_reads_on_the_way_are_one) {
  max_rd_atomic = 0;
  connect();
  for (int i = 0; i < 3; ++i) expect(work(IBV_WR_RDMA_READ, 8), IBV_WC_SUCCESS);
  EXPECT_EQ(reported(), "");
}

// The driver allows such a peer only writes (Linux drivers/infiniband/hw/mlx5/qp.c, set_qpc_atomic_flags).
TEST_F(engine_test, a_peer_that_takes_no_reads_takes_writes) {
  max_dest_rd_atomic = 0;
  connect();
  expect(work(IBV_WR_RDMA_WRITE, 8), IBV_WC_SUCCESS);
  expect(work(IBV_WR_RDMA_READ, 8), IBV_WC_REM_ACCESS_ERR);
  expect_words("max_dest_rd_atomic is 0");
}

TEST_F(engine_test, a_peer_with_another_peer_does_not_answer) {
  connect();
  qp = create(IBV_QPT_RC, cq.get());
  to_rts(qp.get(), peer->qp_num);
  expect(work(IBV_WR_SEND, 8), IBV_WC_RETRY_EXC_ERR);
  expect_words("is connected to another queue pair");
}

TEST_F(engine_test, an_error_flushes_in_order) {
  connect();
  for (int i = 0; i < 3; ++i) post_receive(8);
  ibv_send_wr bad = work(IBV_WR_RDMA_WRITE, 8);
  bad.wr.rdma.rkey ^= 0x100;
  ibv_send_wr unsignaled = work(IBV_WR_RDMA_WRITE, 8);
  unsignaled.send_flags = 0;
  ibv_send_wr last = work(IBV_WR_SEND, 8);
  bad.next = &unsignaled;
  unsignaled.next = &last;
  post(qp.get(), bad);
  EXPECT_EQ(next(cq.get()).status, IBV_WC_REM_ACCESS_ERR);
  for (const std::uint64_t wr_id : {unsignaled.wr_id, last.wr_id}) {
    const ibv_wc wc = next(cq.get());
    EXPECT_EQ(wc.status, IBV_WC_WR_FLUSH_ERR);
    EXPECT_EQ(wc.wr_id, wr_id);
  }
  for (int i = 0; i < 3; ++i) EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_WR_FLUSH_ERR);
  // A WQE that is posted to a queue pair in ERR comes back too.
  post_receive(8);
  EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_WR_FLUSH_ERR);
  post(qp.get(), work(IBV_WR_SEND, 8));
  EXPECT_EQ(next(cq.get()).status, IBV_WC_WR_FLUSH_ERR);
}

TEST_F(engine_test, a_full_completion_queue_is_an_error) {
  cq_ptr small(ibv_create_cq(context.get(), 3, nullptr, nullptr, 0));
  qp = create(IBV_QPT_RC, small.get());
  peer = create(IBV_QPT_RC, peer_cq.get());
  to_rts(qp.get(), peer->qp_num);
  to_rts(peer.get(), qp->qp_num);
  for (int i = 0; i < 5; ++i) post(qp.get(), work(IBV_WR_RDMA_WRITE, 8));
  EXPECT_EQ(next_event(), IBV_EVENT_CQ_ERR);
  expect_words("is full: 4 completions are not consumed and one more came");
  qp.reset();
}

}  // namespace
}  // namespace verbatim::testing
