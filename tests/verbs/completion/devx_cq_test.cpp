// Completion queues that only DevX makes, and the queue pairs that complete there, on the emulated
// device: what the tests of every format and of the control plane do not ask.
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "devx_cq_fixture.hpp"
#include "message_of.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/completion_channel.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/tm_srq.hpp"
#include "verbatim/verbs/direct/xrc_srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/uar.hpp"

namespace verbatim {
namespace {

TEST_F(devx_cq_test, operations_of_every_kind_come_back_once) {
  enhanced_cq<type> sends(context, 256);
  enhanced_cq<type> receives(context, 256);
  type a(pd, sends, receives);
  type b(pd, sends, receives);
  connect(a, b);
  std::uint64_t sum = 0;
  std::memcpy(memory.data() + 2048, &sum, sizeof sum);
  int next = 0;
  for (int round = 0; round < 40; ++round) {
    const int first = next;
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(b.rq_wqe().sge(mr.addr() + 3072, 512, mr.lkey()).finish(i));
      write(a, next++);
      ASSERT_TRUE(a.sq_wqe().send().sge(mr.addr(), 100, mr.lkey()).signal(next++).finish());
      ASSERT_TRUE(a.sq_wqe()
                      .read()
                      .rdma(mr.addr(), mr.rkey())
                      .sge(mr.addr() + 1536, 40, mr.lkey())
                      .signal(next++)
                      .finish());
      ASSERT_TRUE(a.sq_wqe()
                      .fetch_add()
                      .rdma(mr.addr() + 2048, mr.rkey())
                      .operands(5)
                      .sge(mr.addr() + 2056, mr.lkey())
                      .signal(next++)
                      .finish());
      ASSERT_TRUE(a.sq_wqe()
                      .masked_fetch_add64()
                      .rdma(mr.addr() + 2048, mr.rkey())
                      .operands(2, 0)
                      .sge(mr.addr() + 2056, mr.lkey())
                      .signal(next++)
                      .finish());
      sum += 7;
    }
    b.ring_recv_doorbell();
    a.ring_doorbell();
    const auto seen = poll(sends, static_cast<std::size_t>(next - first));
    ASSERT_EQ(seen.size(), static_cast<std::size_t>(next - first));
    for (std::size_t i = 0; i < seen.size(); ++i) {
      ASSERT_EQ(seen[i], std::pair(first + static_cast<int>(i), cqe_syndrome::ok));
    }
    EXPECT_EQ(poll(receives, 3), good(3));
    EXPECT_TRUE(std::equal(memory.begin(), memory.begin() + 64, memory.begin() + 1024));
    EXPECT_TRUE(std::equal(memory.begin(), memory.begin() + 40, memory.begin() + 1536));
    EXPECT_TRUE(std::equal(memory.begin(), memory.begin() + 100, memory.begin() + 3072));
    std::uint64_t now = 0;
    std::memcpy(&now, memory.data() + 2048, sizeof now);
    EXPECT_EQ(now, sum);
  }
  EXPECT_EQ(sends.dropped() + receives.dropped(), 0u);
}

TEST_F(devx_cq_test, an_error_among_compressed_completions) {
  enhanced_cq<type> cq(context, 64);
  type qp(pd, cq);
  type peer(pd, cq);
  connect(qp, peer);
  for (int i = 0; i < 9; ++i) write(qp, i);
  ASSERT_TRUE(qp.sq_wqe()
                  .write()
                  .rdma(mr.addr(), rkey(mr.rkey().value() ^ 0x100))
                  .sge(mr.addr(), 64, mr.lkey())
                  .signal(9)
                  .finish());
  for (int i = 10; i < 13; ++i) write(qp, i);
  qp.ring_doorbell();
  auto expected = good(9);
  expected.emplace_back(9, cqe_syndrome::remote_access_err);
  for (int i = 10; i < 13; ++i) expected.emplace_back(i, cqe_syndrome::wr_flush_err);
  EXPECT_EQ(poll(cq, 13), expected);
  // A new life begins.
  qp.reset();
  peer.reset();
  connect(qp, peer);
  for (int i = 0; i < 20; ++i) write(qp, i);
  qp.ring_doorbell();
  EXPECT_EQ(poll(cq, 20), good(20));
}

TEST_F(devx_cq_test, a_static_rate_is_refused_and_not_forgotten) {
  enhanced_cq<type> cq(context, 3);
  type qp(pd, cq);
  qp.to_init();
  EXPECT_EQ(
      message_of([&] { qp.to_rtr(qp.address(), {.path = {.static_rate = rate(2)}}); }),
      "INIT2RTR_QP on mlx5_0: static_rate is for queue pairs whose completion queues libmlx5 made");
  EXPECT_EQ(qp.state(), qp_state::init);
}

TEST_F(devx_cq_test, an_overrun_is_an_event_of_devx) {
  enhanced_cq<type> cq(context, 3);
  ASSERT_EQ(cq.cqes(), 4u);
  type qp(pd, cq);
  qp.connect(qp.address());
  constexpr std::uint16_t cq_error = 0x04;
  const std::unique_ptr<mlx5dv_devx_event_channel, void (*)(mlx5dv_devx_event_channel*)> channel(
      mlx5dv_devx_create_event_channel(context.native(),
                                       MLX5DV_DEVX_CREATE_EVENT_CHANNEL_FLAGS_OMIT_EV_DATA),
      mlx5dv_devx_destroy_event_channel);
  ASSERT_TRUE(channel);
  std::uint16_t events[] = {cq_error};
  ASSERT_EQ(
      mlx5dv_devx_subscribe_devx_event(channel.get(), cq.devx(), sizeof events, events, cq.cqn()),
      0);
  for (int i = 0; i < 5; ++i) {
    write(qp, i);
    qp.ring_doorbell();
  }
  mlx5dv_devx_async_event_hdr event{};
  ASSERT_GE(mlx5dv_devx_get_event(channel.get(), &event, sizeof event), 0);
  EXPECT_EQ(event.cookie, cq.cqn());
  EXPECT_EQ(poll(cq, 4), good(4));
  write(qp, 5);
  qp.ring_doorbell();
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(cq.poll([](auto&&) {}), 0u);
}

TEST_F(devx_cq_test, the_other_half_may_complete_where_verbs_know) {
  enhanced_cq<type> compressed(context, 64);
  cq<type> plain(context, 64);
  type a(pd, compressed, plain);
  type b(pd, plain, compressed);
  EXPECT_EQ(a.native(), nullptr);
  EXPECT_NE(a.devx(), nullptr);
  EXPECT_EQ(b.native(), nullptr);
  connect(a, b);
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 10; ++i) {
      ASSERT_TRUE(a.rq_wqe().sge(mr.addr() + 1024, 64, mr.lkey()).finish(i));
      ASSERT_TRUE(b.sq_wqe().send().sge(mr.addr(), 64, mr.lkey()).finish());
      write(a, i);
    }
    a.ring_recv_doorbell();
    a.ring_doorbell();
    b.ring_doorbell();
    EXPECT_EQ(poll(compressed, 10), good(10));
    EXPECT_EQ(poll(plain, 10), good(10));
  }
  plain.close();
  EXPECT_FALSE(a.is_open());
  EXPECT_TRUE(compressed.is_open());
}

TEST_F(devx_cq_test, one_thread_rings_without_a_lock) {
  using alone = rc_qp<int, int, ringers::one_thread>;
  enhanced_cq<alone, type> cq(context, 64);
  uar own(pd);
  alone a(own, cq);
  alone b(own, cq);
  connect(a, b);
  for (int i = 0; i < 8; ++i) {
    write(a, i);
    a.ring_doorbell();
  }
  EXPECT_EQ(poll(cq, 8), good(8));
  type shared(pd, cq);
  EXPECT_NE(message_of([&] { alone(pd, cq); }).find("ringers::one_thread on a uar"),
            std::string::npos);
  own.close();
  EXPECT_FALSE(a.is_open());
  EXPECT_TRUE(shared.is_open());
  // At the address of the register that went there may be one with other ringers.
  const uar again(pd);
  type c(again, cq);
  c.connect(c.address());
  write(c, 0);
  c.ring_doorbell();
  EXPECT_EQ(poll(cq, 1), good(1));
}

TEST_F(devx_cq_test, blueflame_takes_wqes) {
  enhanced_cq<type> cq(context, 64);
  type qp(pd, cq);
  qp.connect(qp.address());
  write(qp, 0);
  qp.ring_blueflame_doorbell();
  auto batch = qp.sq_blueflame_wqe();
  for (int i = 1; i < 4; ++i) {
    ASSERT_TRUE(batch.wqe()
                    .write()
                    .rdma(mr.addr() + 1024, mr.rkey())
                    .sge(mr.addr(), 64, mr.lkey())
                    .signal(i)
                    .finish());
  }
  std::move(batch).finish();
  EXPECT_EQ(poll(cq, 4), good(4));
}

TEST_F(devx_cq_test, receive_wqes_of_every_length_leave_room_for_sends) {
  enhanced_cq<type> cq(context, 64);
  for (const std::uint32_t sges : {1u, 2u, 3u, 4u, 5u, 16u}) {
    for (const std::uint32_t wqes : {1u, 2u, 5u, 64u}) {
      type qp(pd, cq, {.max_send_wqebbs = 5, .max_recv_wr = wqes, .max_recv_sge = sges});
      EXPECT_GE(qp.recv_available(), wqes);
      qp.connect(qp.address());
      for (int i = 0; i < 4; ++i) {
        ASSERT_TRUE(qp.rq_wqe().sge(mr.addr() + 1024, 64, mr.lkey()).finish(1));
        qp.ring_recv_doorbell();
        ASSERT_TRUE(qp.sq_wqe().send().sge(mr.addr(), 64, mr.lkey()).finish());
        qp.ring_doorbell();
        ASSERT_EQ(poll(cq, 1).size(), 1u) << sges << " SGEs, " << wqes << " WQEs";
      }
    }
  }
}

TEST_F(devx_cq_test, moderation_holds_events_back) {
  completion_channel channel(context);
  enhanced_cq<type> cq(context, 64, channel);
  type qp(pd, cq);
  qp.connect(qp.address());
  cq.moderate(100, 4000us);
  cq.arm();
  const auto begin = std::chrono::steady_clock::now();
  write(qp, 0);
  qp.ring_doorbell();
  ASSERT_EQ(channel.wait(30s), cq.cqn());
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 4000us);
  EXPECT_EQ(poll(cq, 1), good(1));

  cq.moderate(4, 4095us);
  cq.moderate(0, 0us);
  EXPECT_NE(message_of([&] { cq.moderate(4, 4096us); }).find("4095 microseconds"),
            std::string::npos);
}

TEST_F(devx_cq_test, what_verbs_make_cannot_complete_there) {
  const auto refused = [](const std::string& said) {
    return said.find("was made by DevX, where only RC and UC") != std::string::npos;
  };
  enhanced_cq<ud_qp<int>> of_ud(context, 16);
  EXPECT_TRUE(refused(message_of([&] { ud_qp<int>(pd, of_ud); })));
  enhanced_cq<dci_qp<int>> of_dci(context, 16);
  EXPECT_TRUE(refused(message_of([&] { dci_qp<int>(pd, of_dci); })));
  srq<int> shared(pd);
  enhanced_cq<dct<int>> of_dct(context, 16);
  EXPECT_TRUE(refused(message_of([&] { dct<int>(pd, of_dct, shared, {.dc_key = 1}); })));
  enhanced_cq<xrc_srq<int>> of_xrc(context, 16);
  EXPECT_TRUE(refused(message_of([&] { xrc_srq<int>(xrc_domain(context), pd, of_xrc); })));
  enhanced_cq<tm_srq<int>> of_tags(context, 16);
  EXPECT_TRUE(refused(message_of([&] { tm_srq<int>(pd, of_tags); })));
}

TEST_F(devx_cq_test, goes_when_the_context_does) {
  std::optional<verbatim::context> opened = open_device();
  verbatim::pd domain(*opened);
  enhanced_cq<type> cq(*opened, 16);
  cq.resize(64);
  type a(domain, cq);
  opened->close();
  EXPECT_FALSE(cq.is_open());
  EXPECT_FALSE(a.is_open());
  EXPECT_EQ(cq.devx(), nullptr);
  EXPECT_EQ(a.devx(), nullptr);
  EXPECT_EQ(cq.poll([](auto&&) {}), 0u);
  EXPECT_EQ(a.sq_wqe().nop().finish().error(), post_error::closed);
  EXPECT_THROW(cq.resize(16), error);
}

/// Run with --without and the names of the capabilities that the tests are named for.
class devx_without : public testing::Test {
 protected:
  template <cq_format Format>
  std::string said() {
    return message_of([&] { cq<with_format<Format>, type>(context, 16); });
  }

  verbatim::context context = open_device();
};

TEST_F(devx_without, enhanced_cqe_compression) {
  const auto words = said<format>();
  EXPECT_NE(words.find("takes enhanced_cqe_compression, which QUERY_HCA_CAP says"),
            std::string::npos)
      << words;
  constexpr cq_format basic{.compression = cqe_compression::basic,
                            .minis = mini_cqe_format::l34h_stridx};
  EXPECT_EQ(said<basic>(), "no error");
}

TEST_F(devx_without, mini_cqe_resp_l3_l4_tag) {
  constexpr cq_format basic{.compression = cqe_compression::basic,
                            .minis = mini_cqe_format::l34h_stridx};
  EXPECT_NE(said<basic>().find("mini_cqe_format::l34h_stridx takes mini_cqe_resp_l3_l4_tag"),
            std::string::npos);
  EXPECT_EQ(said<format>(), "no error");
}

TEST_F(devx_without, cqe_compression_128b) {
  constexpr cq_format large{.cqe_size = 128, .compression = cqe_compression::enhanced};
  EXPECT_NE(said<large>().find("takes cqe_compression_128b"), std::string::npos);
  EXPECT_EQ(said<format>(), "no error");
}

TEST_F(devx_without, cqe_compression) {
  EXPECT_NE(said<format>().find("takes cqe_compression,"), std::string::npos);
}

TEST_F(devx_without, cq_resize) {
  cq<type> queue(context, 16);
  EXPECT_NE(message_of([&] { queue.resize(32); }).find("moving a CQ takes cq_resize"),
            std::string::npos);
}

}  // namespace
}  // namespace verbatim
