// XRC through our own objects: two senders, on two devices, to several shared receive queues.
#include <gtest/gtest.h>
#include <infiniband/verbs.h>
#include <unistd.h>

#include <chrono>
#include <string>

#include "long_enough.hpp"
#include "message_of.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/xrc_domain.hpp"
#include "verbatim/verbs/direct/xrc_recv_qp.hpp"
#include "verbatim/verbs/direct/xrc_srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "xrc_queue_fixture.hpp"

namespace verbatim {
namespace {

TEST_F(xrc_queues, each_send_goes_to_the_queue_that_it_names) {
  EXPECT_NE(one.srq.srqn(), other.srq.srqn());
  std::uint32_t number = 0;
  ASSERT_EQ(ibv_get_srq_num(one.srq.native(), &number), 0);
  EXPECT_EQ(one.srq.srqn(), number);
  // Several times round each ring.
  for (int i = 0; i < 20; ++i) {
    one.post(10, 0);
    one.post(11, 1024);
    other.post(20, 0);
    other.post(21, 1024);
    EXPECT_EQ(near.run_with(near.to(one).send(), 700), sent_1);
    EXPECT_EQ(far.run_with(far.to(other).send().imm(0x12345678), 800), sent_1);
    EXPECT_EQ(near.run(near.to(other).send().imm(7).inline_data(near.bytes(100, 50))), sent_1);
    EXPECT_EQ(far.run(far.to(one).send().inline_data(far.bytes(200, 90))), sent_1);
    ASSERT_EQ(completions(one.cq, 2), (outcomes{{10, cqe_syndrome::ok, tgt_near.qpn(), 700},
                                                {11, cqe_syndrome::ok, tgt_far.qpn(), 90}}));
    ASSERT_EQ(completions(other.cq, 2),
              (outcomes{{20, cqe_syndrome::ok, tgt_far.qpn(), 800, 0x12345678},
                        {21, cqe_syndrome::ok, tgt_near.qpn(), 50, 7}}));
    EXPECT_TRUE(same(near, 0, one, 0, 700));
    EXPECT_TRUE(same(far, 200, one, 1024, 90));
    EXPECT_TRUE(same(far, 0, other, 0, 800));
    EXPECT_TRUE(same(near, 100, other, 1024, 50));
    near.fill(static_cast<unsigned>(i));
    far.fill(static_cast<unsigned>(i) + 100);
  }
  EXPECT_EQ(one.cq.dropped() + other.cq.dropped(), 0u);
}

TEST_F(xrc_queues, memory_of_the_named_queue_is_written_read_and_changed) {
  const auto use = [](auto& from, receiver& to, unsigned seed, std::uint32_t tgt) {
    from.fill(seed);
    to.fill(seed + 50);
    const auto key = to.mr.rkey();
    EXPECT_EQ(from.run_with(from.to(to).write().rdma(to.at(300), key), 600), sent_1);
    EXPECT_TRUE(same(from, 0, to, 300, 600));
    to.post(5, 0);
    EXPECT_EQ(from.run_with(from.to(to).write().imm(seed).rdma(to.at(1000), key), 400), sent_1);
    EXPECT_EQ(completions(to.cq, 1), (outcomes{{5, cqe_syndrome::ok, tgt, 400, seed}}));
    EXPECT_TRUE(same(from, 0, to, 1000, 400));
    EXPECT_EQ(from.run_with(from.to(to).read().rdma(to.at(2000), key), 500, 4096), sent_1);
    EXPECT_TRUE(same(from, 4096, to, 2000, 500));

    const auto before = to.number(64);
    EXPECT_EQ(from.run(from.to(to)
                           .fetch_add()
                           .rdma(to.at(64), key)
                           .operands(1000)
                           .sge(from.at(5000), from.mr.lkey())),
              sent_1);
    EXPECT_EQ(from.number(5000), before);
    EXPECT_EQ(to.number(64), before + 1000);
    EXPECT_EQ(from.run(from.to(to)
                           .cas()
                           .rdma(to.at(64), key)
                           .operands(before + 1000, 42)
                           .sge(from.at(5008), from.mr.lkey())),
              sent_1);
    EXPECT_EQ(from.number(5008), before + 1000);
    EXPECT_EQ(to.number(64), 42u);
  };
  // Atomics are two WQEBBs long: `far` splits them at the ring's end, `near` fills the gap.
  for (unsigned i = 1; i < 12; ++i) {
    use(near, one, i, tgt_near.qpn());
    use(near, other, i, tgt_near.qpn());
    use(far, one, i, tgt_far.qpn());
    use(far, other, i + 3, tgt_far.qpn());
  }
}

TEST_F(xrc_queues, senders_and_a_receiver_share_a_completion_queue) {
  using sending = xrc_send_qp<int>;
  using receiving = xrc_srq<int>;
  cq<sending, receiving> cq(context, 64);
  sending qp(near.pd, cq);
  receiving srq(domain, near.pd, cq);
  xrc_recv_qp tgt(domain);
  connect(qp, tgt);
  ASSERT_TRUE(srq.srq_wqe().sge(near.at(4096), 1024, near.mr.lkey()).finish(2));
  srq.ring_doorbell();
  ASSERT_TRUE(
      qp.sq_wqe().xrc(srq.srqn()).send().sge(near.at(0), 33, near.mr.lkey()).signal(1).finish());
  qp.ring_doorbell();
  auto seen = completions(cq, 2);
  std::ranges::sort(seen, {}, &outcome::entry);
  EXPECT_EQ(seen, (outcomes{{1}, {2, cqe_syndrome::ok, tgt.qpn(), 33}}));
  EXPECT_TRUE(same(near, 0, near, 4096, 33));
}

TEST_F(xrc_queues, a_completion_queue_takes_one_shared_queue_at_a_time) {
  EXPECT_EQ(message_of([&] { xrc_srq<int>(domain, one.pd, one.cq); }),
            "create_xrc_srq on CQ " + std::to_string(one.cq.cqn()) +
                " of mlx5_0: an XRC SRQ completes there already, and completions do not say of "
                "which they are: make a cq for each");
  // Completions that the first has not got are not the second's.
  one.post(1, 0);
  EXPECT_EQ(near.run_with(near.to(one).send(), 10), sent_1);
  one.srq.close();
  one.srq = xrc_srq<int>(domain, one.pd, one.cq);
  one.post(2, 1024);
  EXPECT_EQ(near.run_with(near.to(one).send(), 20), sent_1);
  EXPECT_EQ(completions(one.cq, 1), (outcomes{{2, cqe_syndrome::ok, tgt_near.qpn(), 20}}));
  EXPECT_EQ(one.cq.dropped(), 1u);
}

// With --delay-completions, the device has not written the CQE yet when the queue is closed.
TEST_F(xrc_queues, what_completes_late_goes_with_its_queue) {
  one.post(1, 0);
  ASSERT_TRUE(near.to(one).send().sge(near.at(0), 10, near.mr.lkey()).signal(1).finish());
  near.qp.ring_doorbell();
  const auto until = std::chrono::steady_clock::now() + long_enough;
  while (!same(near, 0, one, 0, 10)) ASSERT_LT(std::chrono::steady_clock::now(), until);
  one.srq.close();
  one.srq = xrc_srq<int>(domain, one.pd, one.cq);
  one.post(2, 1024);
  EXPECT_EQ(completions(near.cq, 1), sent_1);
  EXPECT_EQ(near.run_with(near.to(one).send(), 20), sent_1);
  EXPECT_EQ(completions(one.cq, 1), (outcomes{{2, cqe_syndrome::ok, tgt_near.qpn(), 20}}));
}

TEST_F(xrc_queues, a_message_that_is_too_long_fails_both_sides) {
  one.post(4, 0, 16);
  EXPECT_EQ(near.run_with(near.to(one).send(), 100),
            (outcomes{{1, cqe_syndrome::remote_inval_req_err}}));
  const auto failed = completions(one.cq, 1);
  ASSERT_EQ(failed.size(), 1u);
  EXPECT_EQ(failed[0].entry, 4);
  EXPECT_EQ(failed[0].status, cqe_syndrome::local_length_err);
  // The other connection to the same queue goes on, and both ends begin anew.
  one.post(5, 0);
  EXPECT_EQ(far.run_with(far.to(one).send(), 100), sent_1);
  EXPECT_EQ(completions(one.cq, 1), (outcomes{{5, cqe_syndrome::ok, tgt_far.qpn(), 100}}));
  near.qp.reset();
  tgt_near.reset();
  EXPECT_EQ(tgt_near.state(), qp_state::reset);
  connect(near.qp, tgt_near);
  one.post(6, 0);
  EXPECT_EQ(near.run_with(near.to(one).send(), 200), sent_1);
  EXPECT_EQ(completions(one.cq, 1), (outcomes{{6, cqe_syndrome::ok, tgt_near.qpn(), 200}}));
}

TEST_F(xrc_queues, other_domains_are_out_of_reach) {
  const xrc_domain foreign(context);
  receiver unreachable(context, foreign);
  unreachable.post(1, 0);
  EXPECT_EQ(near.run_with(near.to(unreachable).send(), 10),
            (outcomes{{1, cqe_syndrome::remote_inval_req_err}}));
}

TEST_F(xrc_queues, half_a_connection_has_half_the_attributes) {
  sender<> ini(context);
  xrc_recv_qp tgt(domain);
  EXPECT_EQ(message_of([&] {
              ini.qp.connect(tgt.address(), {.rtr = {.max_dest_rd_atomic = std::uint8_t{4}}});
            }),
            "ibv_modify_qp to RTR on " + ini.qp.describe() +
                ": not allowed here, leave it out: max_dest_rd_atomic");
  EXPECT_EQ(
      message_of([&] { tgt.connect(ini.qp.address(), {.rts = {.rnr_retry = std::uint8_t{1}}}); }),
      "ibv_modify_qp to RTS on " + tgt.describe() + ": not allowed here, leave it out: rnr_retry");
  EXPECT_EQ(tgt.describe().substr(0, 17), "XRC receive QP 0x");
  EXPECT_EQ(ini.qp.describe().substr(0, 14), "XRC send QP 0x");
}

TEST_F(xrc_queues, a_send_waits_for_a_receive_and_retries_as_often_as_asked) {
  sender<> ini(context);
  xrc_recv_qp tgt(domain);
  const auto address = ini.qp.address();
  ini.qp.connect(tgt.address(), {.rts = {.rnr_retry = std::uint8_t{1}}});
  tgt.connect(address, {.rtr = {.min_rnr_timer = rnr_timer::ms_0_01}});
  EXPECT_EQ(ini.run_with(ini.to(one).send(), 10), (outcomes{{1, cqe_syndrome::rnr_retry_exc_err}}));
}

TEST_F(xrc_queues, closing_a_domain_closes_what_is_in_it) {
  one.post(3, 0);
  domain.close();
  EXPECT_FALSE(tgt_near.is_open());
  EXPECT_FALSE(tgt_far.is_open());
  EXPECT_FALSE(one.srq.is_open());
  EXPECT_FALSE(other.srq.is_open());
  EXPECT_TRUE(one.cq.is_open());
  EXPECT_TRUE(one.pd.is_open());
  EXPECT_TRUE(near.qp.is_open());
  EXPECT_EQ(domain.native(), nullptr);
  EXPECT_EQ(tgt_near.native(), nullptr);
  EXPECT_EQ(one.srq.native(), nullptr);

  EXPECT_EQ(one.srq.srq_wqe().finish(1).error(), post_error::closed);
  one.srq.ring_doorbell();
  EXPECT_EQ(one.cq.poll([](auto&&) {}), 0u);
  const std::string why = "it has been closed, by itself or with what it was made on";
  const auto on = [&](const std::string& call, const std::string& object) {
    return call + " on " + object + ": " + why;
  };
  EXPECT_EQ(message_of([&] { xrc_recv_qp{domain}; }),
            on("create_xrc_recv_qp", "XRC domain of mlx5_0"));
  EXPECT_EQ(message_of([&] { xrc_srq<int>(domain, one.pd, one.cq); }),
            on("create_xrc_srq", "XRC domain of mlx5_0"));
  EXPECT_EQ(message_of([&] { tgt_near.reset(); }), on("reset", tgt_near.describe()));
  EXPECT_EQ(message_of([&] { (void)tgt_near.address(); }), on("address", tgt_near.describe()));
  EXPECT_EQ(one.srq.describe(), "XRC SRQ " + std::to_string(one.srq.srqn()) + " of mlx5_0");
  // Its completion queue is free for another.
  const xrc_domain next(context);
  EXPECT_EQ(message_of([&] { xrc_srq<int>(next, one.pd, one.cq); }), "no error");
}

TEST_F(xrc_queues, what_a_shared_queue_is_made_on_takes_it_along) {
  one.cq.close();
  EXPECT_FALSE(one.srq.is_open());
  EXPECT_TRUE(domain.is_open());
  other.pd.close();
  EXPECT_FALSE(other.srq.is_open());
  EXPECT_TRUE(other.cq.is_open());
  EXPECT_TRUE(tgt_near.is_open());
  context.close();
  EXPECT_FALSE(domain.is_open());
  EXPECT_FALSE(tgt_near.is_open());
  EXPECT_TRUE(far.qp.is_open());
}

TEST_F(xrc_queues, a_domain_in_use_by_others_stays) {
  ibv_qp_init_attr_ex attr{};
  attr.qp_type = IBV_QPT_XRC_RECV;
  attr.comp_mask = IBV_QP_INIT_ATTR_XRCD;
  attr.xrcd = domain.native();
  auto* const by_hand = ibv_create_qp_ex(context.native(), &attr);
  ASSERT_NE(by_hand, nullptr);
  EXPECT_EQ(message_of([&] { domain.close_or_throw(); }),
            "close on XRC domain of mlx5_0: Device or resource busy: the device still has objects "
            "that depend on it: destroy what you made through native(), and close it again");
  EXPECT_FALSE(domain.is_open());
  EXPECT_NE(domain.native(), nullptr);
  EXPECT_FALSE(tgt_near.is_open());
  ASSERT_EQ(ibv_destroy_qp(by_hand), 0);
  EXPECT_TRUE(domain.close().complete());
  EXPECT_EQ(domain.native(), nullptr);
}

TEST_F(xrc_queues, objects_of_two_contexts_do_not_mix) {
  const verbatim::pd foreign(elsewhere);
  EXPECT_NE(message_of([&] { xrc_srq<int>(domain, foreign, one.cq); }).find("another context"),
            std::string::npos);
}

/// A file that is gone when it is closed.
class temporary_file {
 public:
  temporary_file() : fd(mkstemp(name_)) { unlink(name_); }
  ~temporary_file() { ::close(fd); }
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;

 private:
  char name_[32] = "/tmp/xrc-domain-XXXXXX";

 public:
  const int fd;
};

TEST_F(xrc_queues, contexts_open_the_domain_of_a_file) {
  const temporary_file file;
  EXPECT_EQ(message_of([&] { xrc_domain(context, {.fd = file.fd, .oflags = 0}); }),
            "ibv_open_xrcd on mlx5_0: Resource temporarily unavailable: the file has no XRC domain "
            "yet: open it with O_CREAT");
  const verbatim::context second = open_device("mlx5_0");
  const xrc_domain first(context, {.fd = file.fd});
  const xrc_domain again(second, {.fd = file.fd, .oflags = 0});
  EXPECT_EQ(message_of([&] { xrc_domain(second, {.fd = file.fd, .oflags = O_CREAT | O_EXCL}); }),
            "ibv_open_xrcd on mlx5_0: Invalid argument: the file has an XRC domain already: open "
            "it without O_EXCL");
  EXPECT_EQ(message_of([&] { xrc_domain(context, {.fd = -1}); }),
            "ibv_open_xrcd on mlx5_0: fd is -1: open the file first, or leave fd out for a domain "
            "without one");

  // One context receives through a queue pair that it does not know.
  receiver shared(context, first);
  xrc_recv_qp tgt(again);
  sender<> ini(second);
  ini.fill(9);
  connect(ini.qp, tgt);
  shared.post(8, 0);
  EXPECT_EQ(ini.run_with(ini.to(shared).send(), 123), sent_1);
  EXPECT_EQ(completions(shared.cq, 1), (outcomes{{8, cqe_syndrome::ok, tgt.qpn(), 123}}));
  EXPECT_TRUE(same(ini, 0, shared, 0, 123));
}

}  // namespace
}  // namespace verbatim
