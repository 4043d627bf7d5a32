// XRC as real verbs see it: one connection to many shared receive queues.
#include <fcntl.h>

#include <cstdlib>

#include "connected_pair.hpp"

namespace verbatim::testing {
namespace {

using xrcd_ptr = std::unique_ptr<ibv_xrcd, destroyer<ibv_close_xrcd>>;

/// An anonymous domain if `file` is -1.
xrcd_ptr open_domain(ibv_context* in, int file = -1, int flags = O_CREAT) {
  ibv_xrcd_init_attr attributes{};
  attributes.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS;
  attributes.fd = file;
  attributes.oflags = flags;
  return xrcd_ptr(ibv_open_xrcd(in, &attributes));
}

class xrc_test : public connected_pair_test {
 protected:
  void SetUp() override {
    connected_pair_test::SetUp();
    domain = open_domain(context.get());
    ASSERT_TRUE(domain);
    srq = create_srq(domain.get(), peer_cq.get());
    qp = create_sender();
    peer = create_receiver(domain.get());
    ASSERT_TRUE(srq && qp && peer);
    connect(qp.get(), peer->qp_num);
    connect(peer.get(), qp->qp_num);
    reported();
  }

  void TearDown() override {
    qp.reset();
    peer.reset();
    srq.reset();
    domain.reset();
    connected_pair_test::TearDown();
  }

  srq_ptr create_srq(ibv_xrcd* of, ibv_cq* completions) const {
    ibv_srq_init_attr_ex attributes{};
    attributes.attr.max_wr = 8;
    attributes.attr.max_sge = 1;
    attributes.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_XRCD | IBV_SRQ_INIT_ATTR_CQ |
                           IBV_SRQ_INIT_ATTR_PD;
    attributes.srq_type = IBV_SRQT_XRC;
    attributes.xrcd = of;
    attributes.cq = completions;
    attributes.pd = pd.get();
    return srq_ptr(ibv_create_srq_ex(context.get(), &attributes));
  }

  qp_ptr create_sender() const {
    ibv_qp_init_attr_ex attributes{};
    attributes.qp_type = IBV_QPT_XRC_SEND;
    attributes.send_cq = cq.get();
    attributes.cap.max_send_wr = 8;
    attributes.cap.max_send_sge = 1;
    attributes.comp_mask = IBV_QP_INIT_ATTR_PD;
    attributes.pd = pd.get();
    return qp_ptr(ibv_create_qp_ex(context.get(), &attributes));
  }

  qp_ptr create_receiver(ibv_xrcd* of) const {
    ibv_qp_init_attr_ex attributes{};
    attributes.qp_type = IBV_QPT_XRC_RECV;
    attributes.comp_mask = IBV_QP_INIT_ATTR_XRCD;
    attributes.xrcd = of;
    return qp_ptr(ibv_create_qp_ex(context.get(), &attributes));
  }

  /// With everything that an RC queue pair would need: the kernel ignores what it does not need.
  void connect(ibv_qp* which, std::uint32_t to) const {
    for (const auto& [state, mask] : {std::pair{IBV_QPS_INIT, init_mask},
                                      std::pair{IBV_QPS_RTR, rtr_mask},
                                      {IBV_QPS_RTS, rts_mask}}) {
      ibv_qp_attr attributes = attributes_to(state, to);
      ASSERT_EQ(ibv_modify_qp(which, &attributes, mask), 0);
    }
  }

  static std::uint32_t number_of(ibv_srq* which) {
    std::uint32_t number = 0;
    EXPECT_EQ(ibv_get_srq_num(which, &number), 0);
    return number;
  }

  ibv_send_wr work_for(ibv_srq* which, ibv_wr_opcode opcode, std::uint32_t bytes) {
    ibv_send_wr wr = work(opcode, bytes);
    wr.qp_type.xrc.remote_srqn = number_of(which);
    return wr;
  }

  std::uint64_t post_receive(ibv_srq* which) {
    ibv_recv_wr wr = receive(4096, remote_mr->lkey);
    ibv_recv_wr* bad = nullptr;
    EXPECT_EQ(ibv_post_srq_recv(which, &wr, &bad), 0);
    return wr.wr_id;
  }

  bool arrived(std::size_t bytes) const {
    return std::memcmp(local.data(), remote.data(), bytes) == 0;
  }

  xrcd_ptr domain;
  srq_ptr srq;
};

TEST_F(xrc_test, a_send_goes_to_the_shared_queue_that_it_names) {
  const cq_ptr second_cq(ibv_create_cq(context.get(), 7, nullptr, nullptr, 0));
  srq_ptr second = create_srq(domain.get(), second_cq.get());
  ASSERT_TRUE(second);
  const std::uint64_t to_first = post_receive(srq.get());
  const std::uint64_t to_second = post_receive(second.get());
  expect(work_for(second.get(), IBV_WR_SEND, 100), IBV_WC_SUCCESS);
  ibv_wc wc = next(second_cq.get());
  EXPECT_EQ(wc.status, IBV_WC_SUCCESS);
  EXPECT_EQ(wc.wr_id, to_second);
  EXPECT_EQ(wc.byte_len, 100u);
  EXPECT_TRUE(arrived(100));
  expect(work_for(srq.get(), IBV_WR_SEND, 50), IBV_WC_SUCCESS);
  wc = next(peer_cq.get());
  EXPECT_EQ(wc.wr_id, to_first);
  EXPECT_EQ(wc.byte_len, 50u);
  EXPECT_EQ(reported(), "");
  second.reset();
}

TEST_F(xrc_test, a_send_waits_for_a_receive) {
  post(qp.get(), work_for(srq.get(), IBV_WR_SEND, 9));
  ibv_wc nothing{};
  EXPECT_EQ(ibv_poll_cq(cq.get(), 1, &nothing), 0);
  post_receive(srq.get());
  EXPECT_EQ(next(peer_cq.get()).byte_len, 9u);
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
}

TEST_F(xrc_test, every_rdma_operation_works) {
  expect(work_for(srq.get(), IBV_WR_RDMA_WRITE, 200), IBV_WC_SUCCESS);
  EXPECT_TRUE(arrived(200));
  post_receive(srq.get());
  expect(work_for(srq.get(), IBV_WR_RDMA_WRITE_WITH_IMM, 300), IBV_WC_SUCCESS);
  EXPECT_EQ(next(peer_cq.get()).opcode, IBV_WC_RECV_RDMA_WITH_IMM);
  local.fill(0);
  EXPECT_EQ(expect(work_for(srq.get(), IBV_WR_RDMA_READ, 300), IBV_WC_SUCCESS).byte_len, 300u);
  EXPECT_TRUE(arrived(300));
  std::uint64_t value = 41;
  std::memcpy(remote.data(), &value, sizeof value);
  ibv_send_wr wr = work_for(srq.get(), IBV_WR_ATOMIC_FETCH_AND_ADD, 8);
  wr.wr.atomic.compare_add = 1;
  expect(wr, IBV_WC_SUCCESS);
  std::memcpy(&value, remote.data(), sizeof value);
  EXPECT_EQ(value, 42u);
  std::memcpy(&value, local.data(), sizeof value);
  EXPECT_EQ(value, 41u);
  EXPECT_EQ(reported(), "");
}

TEST_F(xrc_test, keys_count_in_the_protection_domain_of_the_shared_queue) {
  const pd_ptr other(ibv_alloc_pd(context.get()));
  const mr_ptr foreign(ibv_reg_mr(other.get(), remote.data(), 4096, all_rights));
  ibv_send_wr wr = work_for(srq.get(), IBV_WR_RDMA_WRITE, 8);
  wr.wr.rdma.rkey = foreign->rkey;
  expect(wr, IBV_WC_REM_ACCESS_ERR);
  expect_words("rdma_write from QP");
}

TEST_F(xrc_test, an_unknown_shared_queue_is_refused) {
  ibv_send_wr wr = work(IBV_WR_SEND, 8);
  wr.qp_type.xrc.remote_srqn = number_of(srq.get()) + 77;
  expect(wr, IBV_WC_REM_INV_REQ_ERR);
  expect_words("there is no XRC SRQ");
}

TEST_F(xrc_test, another_domain_is_out_of_reach) {
  const xrcd_ptr other = open_domain(context.get());
  srq_ptr elsewhere = create_srq(other.get(), peer_cq.get());
  ASSERT_TRUE(elsewhere);
  expect(work_for(elsewhere.get(), IBV_WR_SEND, 8), IBV_WC_REM_INV_REQ_ERR);
  expect_words("is in another XRC domain than the queue pair");
}

TEST_F(xrc_test, the_shared_queue_of_another_process_is_refused_in_words) {
  ibv_send_wr wr = work(IBV_WR_SEND, 8);
  wr.qp_type.xrc.remote_srqn = number_of(srq.get()) ^ 1u << 20;
  expect(wr, IBV_WC_REM_INV_REQ_ERR);
  expect_words("delivers XRC only within the process");
}

/// A file that is gone when it is closed.
class temporary_file {
 public:
  temporary_file() : descriptor_(mkstemp(name_)) { unlink(name_); }
  ~temporary_file() { close(descriptor_); }
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  char name_[32] = "/tmp/xrc-domain-XXXXXX";
  int descriptor_;
};

TEST_F(xrc_test, contexts_share_the_domain_of_a_file) {
  const temporary_file file;
  EXPECT_FALSE(open_domain(context.get(), file.descriptor(), 0));
  EXPECT_EQ(errno, EAGAIN);
  expect_words("open it with O_CREAT");
  const context_ptr other_context = open_device();
  const xrcd_ptr first = open_domain(context.get(), file.descriptor());
  const xrcd_ptr second = open_domain(other_context.get(), file.descriptor(), 0);
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(open_domain(context.get(), file.descriptor(), O_CREAT | O_EXCL));
  expect_words("has an XRC domain already");

  // The queue pair was made by one, its shared receive queue by the other.
  ibv_qp_init_attr_ex attributes{};
  attributes.qp_type = IBV_QPT_XRC_RECV;
  attributes.comp_mask = IBV_QP_INIT_ATTR_XRCD;
  attributes.xrcd = second.get();
  qp_ptr receiver(ibv_create_qp_ex(other_context.get(), &attributes));
  srq_ptr queue = create_srq(first.get(), peer_cq.get());
  qp_ptr sender = create_sender();
  ASSERT_TRUE(receiver && queue && sender);
  connect(receiver.get(), sender->qp_num);
  connect(sender.get(), receiver->qp_num);
  post_receive(queue.get());
  post(sender.get(), work_for(queue.get(), IBV_WR_SEND, 8));
  EXPECT_EQ(next(peer_cq.get()).byte_len, 8u);
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);

  // The queue pair is opened by its number.
  ibv_qp_open_attr by_number{};
  by_number.comp_mask = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_XRCD | IBV_QP_OPEN_ATTR_TYPE;
  by_number.qp_num = receiver->qp_num;
  by_number.xrcd = first.get();
  by_number.qp_type = IBV_QPT_XRC_RECV;
  qp_ptr opened(ibv_open_qp(context.get(), &by_number));
  ASSERT_TRUE(opened);
  EXPECT_EQ(state_of(opened.get()), IBV_QPS_RTS);
  receiver.reset();
  ibv_qp_attr unread{};
  ibv_qp_init_attr init{};
  EXPECT_EQ(ibv_query_qp(opened.get(), &unread, IBV_QP_STATE, &init), EINVAL);
  expect_words("was destroyed");
  // libmlx5 of rdma-core 44 crashes when an opened queue pair is destroyed; the context takes it.
  static_cast<void>(opened.release());
  queue.reset();
  sender.reset();
}

}  // namespace
}  // namespace verbatim::testing
