// WAIT, SEND_EN and RECV_EN: queues that wait for each other, for memory and for the clock.
#include <time.h>

#include "connected_pair.hpp"
#include "devx_queue_pair.hpp"
#include "raw_send_queue.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/segments/wait_cq_seg.hpp"
#include "verbatim/generated/segments/wait_data_seg.hpp"

namespace verbatim::testing {
namespace {

using namespace std::chrono_literals;

/// A master, which is connected to itself, beside the two queue pairs of verbs.
class cross_channel_test : public connected_pair_test {
 protected:
  void SetUp() override {
    connected_pair_test::SetUp();
    connect();
    master_cq.reset(ibv_create_cq(context.get(), 63, nullptr, nullptr, 0));
    ASSERT_TRUE(master_cq);
    done.emplace(master_cq.get());
    ibv_port_attr port{};
    ASSERT_EQ(ibv_query_port(context.get(), 1, &port), 0);
    lid = port.lid;
    master.emplace(pd.get(), done->cqn(), cd_master);
    ASSERT_NE(master->qpn(), 0u);
    master->connect(master->qpn(), lid);
  }

  void TearDown() override { master.reset(); }

  static std::uint32_t cqn_of(ibv_cq* cq) { return raw_completions(cq).cqn(); }

  /// Expects that `words` are said of the WQE that was posted to the master.
  void expect_failure(cqe_syndrome syndrome, const std::string& words) {
    master->sends().ring_doorbell();
    const auto cqe = done->next();
    ASSERT_TRUE(cqe);
    EXPECT_EQ(cqe->opcode(), cqe_opcode::req_err);
    EXPECT_EQ(err_cqe{done->newest()}.syndrome(), syndrome);
    expect_words(words);
  }

  std::uint64_t address(std::size_t at) const {
    return reinterpret_cast<std::uint64_t>(remote.data()) + at;
  }

  /// Stores the value that a WAIT for data sees at `at` of `remote`.
  void store(std::size_t at, std::uint64_t value) {
    std::byte bytes[8];
    wire::store64(bytes, value);
    std::uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    *reinterpret_cast<volatile std::uint64_t*>(remote.data() + at) = word;
  }

  cq_ptr master_cq;
  std::optional<raw_completions> done;
  std::optional<devx_queue_pair> master;
  std::uint16_t lid = 0;
};

TEST_F(cross_channel_test, a_queue_waits_until_a_cq_has_as_many_completions) {
  auto& sends = master->sends();
  EXPECT_TRUE(sends.sq_wqe().wait_cq({}).until(2, cqn_of(cq.get())).signal(1).finish());
  EXPECT_TRUE(sends.sq_wqe().nop({}).signal(2).finish());
  sends.ring_doorbell();
  EXPECT_TRUE(done->silent());
  // Others go on meanwhile.
  expect(work(IBV_WR_RDMA_WRITE, 100), IBV_WC_SUCCESS);
  EXPECT_TRUE(done->silent());
  expect(work(IBV_WR_RDMA_WRITE, 100), IBV_WC_SUCCESS);
  const auto waited = done->next();
  ASSERT_TRUE(waited);
  EXPECT_EQ(waited->opcode(), cqe_opcode::req);
  EXPECT_EQ(waited->s_wqe_opcode(), opcode::wait);
  EXPECT_EQ(waited->wqe_counter(), 0);
  const auto after = done->next();
  ASSERT_TRUE(after);
  EXPECT_EQ(after->wqe_counter(), 1);
  EXPECT_EQ(reported(), "");
}

TEST_F(cross_channel_test, counts_of_completions_have_24_bits) {
  auto& sends = master->sends();
  // One that lies before the present count, across the wrap.
  EXPECT_TRUE(sends.sq_wqe().wait_cq({}).until(0xffffff, cqn_of(cq.get())).signal(1).finish());
  sends.ring_doorbell();
  EXPECT_TRUE(done->next());
}

TEST_F(cross_channel_test, a_managed_queue_runs_as_far_as_it_is_enabled) {
  cq_ptr slave_cq(ibv_create_cq(context.get(), 63, nullptr, nullptr, 0));
  raw_completions sent(slave_cq.get());
  devx_queue_pair slave(pd.get(), sent.cqn(), cd_slave_send);
  slave.connect(slave.qpn(), lid);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(
        slave.sends()
            .sq_wqe()
            .write({})
            .rdma(address(i), rkey(remote_mr->rkey))
            .sge(reinterpret_cast<std::uint64_t>(local.data()) + 10, 1, lkey(local_mr->lkey))
            .signal(static_cast<int>(i))
            .finish());
  }
  slave.sends().ring_doorbell();
  EXPECT_TRUE(sent.silent());
  auto& sends = master->sends();
  EXPECT_TRUE(sends.sq_wqe().send_enable({}).queue(2, slave.qpn()).signal(1).finish());
  sends.ring_doorbell();
  ASSERT_TRUE(done->next());
  EXPECT_EQ(sent.next()->wqe_counter(), 0);
  EXPECT_EQ(sent.next()->wqe_counter(), 1);
  EXPECT_TRUE(sent.silent());
  EXPECT_EQ(remote[1], 10);
  EXPECT_EQ(remote[2], 0);
  // WQEs that are enabled already stay so.
  EXPECT_TRUE(sends.sq_wqe().send_enable({}).queue(1, slave.qpn()).signal(2).finish());
  EXPECT_TRUE(sends.sq_wqe().send_enable({}).queue(3, slave.qpn()).signal(3).finish());
  sends.ring_doorbell();
  ASSERT_TRUE(sent.next());
  EXPECT_EQ(remote[2], 10);
  EXPECT_EQ(reported(), "");
}

/// --verbose
using cross_channel_verbose = cross_channel_test;

TEST_F(cross_channel_verbose, a_doorbell_of_a_managed_queue_has_no_effect) {
  cq_ptr slave_cq(ibv_create_cq(context.get(), 63, nullptr, nullptr, 0));
  raw_completions sent(slave_cq.get());
  devx_queue_pair slave(pd.get(), sent.cqn(), cd_slave_send);
  slave.connect(slave.qpn(), lid);
  EXPECT_TRUE(slave.sends().sq_wqe().nop({}).signal(1).finish());
  reported();
  slave.sends().ring_doorbell();
  wait_for_words("a doorbell has no effect, since its send queue is managed: a SEND_EN starts it");
  EXPECT_TRUE(sent.silent());
}

TEST_F(cross_channel_test, a_managed_queue_receives_as_far_as_it_is_enabled) {
  cq_ptr slave_cq(ibv_create_cq(context.get(), 63, nullptr, nullptr, 0));
  raw_completions received(slave_cq.get());
  devx_queue_pair slave(pd.get(), received.cqn(), cd_slave_receive);
  qp = create(IBV_QPT_RC, cq.get());
  to_rts(qp.get(), slave.qpn());
  slave.connect(qp->qp_num, lid, 0xfffffe);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(
        slave.receiving().rq_wqe().sge(address(64 * i), 64, lkey(remote_mr->lkey)).finish(1));
  }
  slave.receiving().ring_doorbell();
  post(qp.get(), work(IBV_WR_SEND, 10));
  post(qp.get(), work(IBV_WR_SEND, 20));
  EXPECT_TRUE(received.silent());
  auto& sends = master->sends();
  EXPECT_TRUE(sends.sq_wqe().recv_enable({}).queue(1, slave.qpn()).signal(1).finish());
  sends.ring_doorbell();
  ASSERT_TRUE(done->next());
  const auto first = received.next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->byte_cnt(), 10u);
  EXPECT_TRUE(received.silent());
  EXPECT_TRUE(sends.sq_wqe().recv_enable({}).queue(2, slave.qpn()).signal(1).finish());
  sends.ring_doorbell();
  ASSERT_TRUE(received.next());
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_EQ(reported(), "");
}

// The purpose of the queues: an answer that no CPU sends.
TEST_F(cross_channel_test, a_message_that_arrives_lets_the_next_one_go) {
  cq_ptr slave_cq(ibv_create_cq(context.get(), 63, nullptr, nullptr, 0));
  raw_completions sent(slave_cq.get());
  devx_queue_pair slave(pd.get(), sent.cqn(), cd_slave_send);
  slave.connect(slave.qpn(), lid);
  EXPECT_TRUE(slave.sends()
                  .sq_wqe()
                  .write({})
                  .rdma(address(4096), rkey(remote_mr->rkey))
                  .sge(address(0), 8, lkey(remote_mr->lkey))
                  .signal(1)
                  .finish());
  auto& sends = master->sends();
  EXPECT_TRUE(sends.sq_wqe().wait_cq({}).until(1, cqn_of(peer_cq.get())).finish());
  EXPECT_TRUE(sends.sq_wqe().send_enable({}).queue(1, slave.qpn()).finish());
  sends.ring_doorbell();
  EXPECT_TRUE(sent.silent());
  // Longer than what goes into a CQE: no poll copies it to memory.
  post_receive(40);
  expect(work(IBV_WR_SEND, 40), IBV_WC_SUCCESS);
  ASSERT_TRUE(sent.next());
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 8, remote.begin() + 4096));
  EXPECT_EQ(reported(), "");
}

TEST_F(cross_channel_test, a_queue_waits_for_data) {
  auto& sends = master->sends();
  store(8, 0x1100);
  EXPECT_TRUE(sends.sq_wqe()
                  .wait_data({})
                  .until(wait_operation::equal, 0x22, 0xff, lkey(remote_mr->lkey), address(8) >> 3)
                  .signal(1)
                  .finish());
  sends.ring_doorbell();
  EXPECT_TRUE(done->silent());
  store(8, 0x1123);
  EXPECT_TRUE(done->silent());
  store(8, 0x1122);
  ASSERT_TRUE(done->next());
  // The value is compared with what is there, in that order: 5 is smaller than 6.
  store(8, 5);
  EXPECT_TRUE(sends.sq_wqe()
                  .wait_data({})
                  .until(wait_operation::smaller, 5, ~std::uint64_t{0}, lkey(remote_mr->lkey),
                         address(8) >> 3)
                  .signal(1)
                  .finish());
  sends.ring_doorbell();
  EXPECT_TRUE(done->silent());
  store(8, 6);
  ASSERT_TRUE(done->next());
  EXPECT_EQ(reported(), "");
}

TEST_F(cross_channel_test, a_peer_may_write_what_a_queue_waits_for) {
  auto& sends = master->sends();
  local[7] = 0x77;
  EXPECT_TRUE(sends.sq_wqe()
                  .wait_data({})
                  .until(wait_operation::equal, 0x77, 0xff, lkey(remote_mr->lkey), address(0) >> 3)
                  .signal(1)
                  .finish());
  sends.ring_doorbell();
  EXPECT_TRUE(done->silent());
  expect(work(IBV_WR_RDMA_WRITE, 8), IBV_WC_SUCCESS);
  ASSERT_TRUE(done->next());
}

TEST_F(cross_channel_test, a_queue_that_waits_for_data_does_not_spin) {
  EXPECT_TRUE(master->sends()
                  .sq_wqe()
                  .wait_data({})
                  .until(wait_operation::equal, 1, 1, lkey(remote_mr->lkey), address(0) >> 3)
                  .signal(1)
                  .finish());
  master->sends().ring_doorbell();
  std::this_thread::sleep_for(50ms);
  const auto cpu_time = [] {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
  };
  const auto before = cpu_time();
  std::this_thread::sleep_for(500ms);
  EXPECT_LT(cpu_time() - before, 250ms);  // a queue that spins takes a processor
  store(0, 1);
  ASSERT_TRUE(done->next());
}

TEST_F(cross_channel_test, a_queue_waits_for_a_time) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::uint64_t later = static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
                              static_cast<std::uint64_t>(now.tv_nsec) + 30'000'000;
  EXPECT_TRUE(
      master->sends().sq_wqe().wait_time({}).until(later, ~std::uint64_t{0}).signal(1).finish());
  master->sends().ring_doorbell();
  const auto cqe = done->next();
  ASSERT_TRUE(cqe);
  EXPECT_GT(cqe->timestamp(), later);
  EXPECT_EQ(reported(), "");
}

TEST_F(cross_channel_test, a_reset_ends_a_wait) {
  raw_send_queue sends(qp.get());
  sends.begin(opcode::wait, 1)
      .with(wait_data_seg{.operation = wait_operation::equal,
                          .lkey = remote_mr->lkey,
                          .va_63_3 = address(0) >> 3,
                          .value = 1,
                          .mask = 1})
      .post();
  std::this_thread::sleep_for(5ms);
  ibv_qp_attr attributes{};
  attributes.qp_state = IBV_QPS_RESET;
  ASSERT_EQ(ibv_modify_qp(qp.get(), &attributes, IBV_QP_STATE), 0);
  store(0, 1);
  EXPECT_TRUE(raw_completions(cq.get()).silent());
  EXPECT_EQ(reported(), "");
}

TEST_F(cross_channel_test, a_cq_must_exist) {
  EXPECT_TRUE(master->sends().sq_wqe().wait_cq({}).until(1, 0x12345).finish());
  expect_failure(cqe_syndrome::local_qp_op_err, "it waits for CQ 0x12345, which does not exist");
}

TEST_F(cross_channel_test, a_queue_to_enable_must_exist) {
  EXPECT_TRUE(master->sends().sq_wqe().send_enable({}).queue(1, 0x12345).finish());
  expect_failure(cqe_syndrome::local_qp_op_err, "it names QP 0x12345, which does not exist");
}

TEST_F(cross_channel_test, a_queue_to_enable_must_be_managed) {
  EXPECT_TRUE(master->sends().sq_wqe().recv_enable({}).queue(1, peer->qp_num).finish());
  expect_failure(cqe_syndrome::local_qp_op_err,
                 "whose receive queue is not managed: only one created with cd_slave_receive");
}

TEST_F(cross_channel_test, no_more_is_enabled_than_the_ring_has) {
  cq_ptr slave_cq(ibv_create_cq(context.get(), 63, nullptr, nullptr, 0));
  devx_queue_pair slave(pd.get(), cqn_of(slave_cq.get()), cd_slave_send);
  EXPECT_TRUE(master->sends()
                  .sq_wqe()
                  .send_enable({})
                  .queue(devx_queue_pair::wqebbs + 1, slave.qpn())
                  .finish());
  expect_failure(cqe_syndrome::local_qp_op_err,
                 "up to 17, which is 17 WQEBBs after the next, but its ring has 16");
}

TEST_F(cross_channel_test, only_a_master_waits_for_completions) {
  raw_send_queue(qp.get())
      .begin(opcode::wait)
      .with(wait_cq_seg{.max_index = 1, .qpn_cqn = cqn_of(peer_cq.get())})
      .post();
  EXPECT_EQ(next(cq.get()).status, IBV_WC_LOC_QP_OP_ERR);
  expect_words("its opcode is wait, but the queue pair is no cross-channel master");
}

TEST_F(cross_channel_test, the_key_of_data_is_checked) {
  EXPECT_TRUE(master->sends()
                  .sq_wqe()
                  .wait_data({})
                  .until(wait_operation::equal, 1, 1, lkey(0x1234), address(0) >> 3)
                  .finish());
  expect_failure(cqe_syndrome::local_prot_err, "it waits for data: ");
}

}  // namespace
}  // namespace verbatim::testing
