// Objects that the program has made by libibverbs, and gives to handles.
#include <gtest/gtest.h>
#include <infiniband/verbs.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "long_enough.hpp"
#include "message_of.hpp"
#include "posting_fixture.hpp"
#include "verbatim/verbs/completion/extended_cq.hpp"
#include "verbatim/verbs/memory/memory_window.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"
#include "verbatim/verbs/portable/verbs_srq.hpp"

namespace verbatim {
namespace {

class adoption : public testing::posting_fixture {
 protected:
  using request = verbs_qp<rc>::request;

  ibv_qp* create(ibv_cq* send_cq, ibv_srq* srq = nullptr) const {
    ibv_qp_init_attr attr{};
    attr.qp_type = IBV_QPT_RC;
    attr.send_cq = attr.recv_cq = send_cq;
    attr.srq = srq;
    attr.cap = {.max_send_wr = 8,
                .max_recv_wr = srq == nullptr ? 8u : 0u,
                .max_send_sge = 1,
                .max_recv_sge = srq == nullptr ? 1u : 0u,
                .max_inline_data = 0};
    return ibv_create_qp(pd.native(), &attr);
  }

  std::string refusal(ibv_qp* native) {
    return message_of([&] { verbs_qp<rc>::adopt(pd, cq, cq, native, ownership::taken); });
  }

  verbs_cq cq{context, 16};
};

TEST_F(adoption, TakesQueuePairsAndTheirQueues) {
  auto* const native_cq = ibv_create_cq(context.native(), 16, nullptr, nullptr, 0);
  auto taken_cq = verbs_cq::adopt(context, native_cq, ownership::taken);
  ibv_srq_init_attr srq_attr{.srq_context = nullptr, .attr = {8, 1, 0}};
  auto srq = verbs_srq::adopt(pd, ibv_create_srq(pd.native(), &srq_attr), ownership::taken);
  auto qp = verbs_qp<rc>::adopt(pd, taken_cq, taken_cq, create(native_cq, srq.native()),
                                ownership::taken);
  EXPECT_EQ(qp.state(), qp_state::reset);
  qp.connect(qp.address());
  ASSERT_TRUE(srq.post({into(8), 1}));
  EXPECT_EQ(qp.post_recv({into(8), 1}), (posted_list{0, EOPNOTSUPP}));
  ASSERT_TRUE(qp.post(request::send(from(8)).signal(2)));
  EXPECT_EQ(completions(taken_cq, 2).size(), 2u);
  EXPECT_TRUE(arrived(8));
  EXPECT_TRUE(context.close().complete());  // all of it has been destroyed
}

TEST_F(adoption, LeavesWhatIsBorrowed) {
  auto* const native = create(cq.native());
  {
    auto qp = verbs_qp<rc>::adopt(pd, cq, cq, native, ownership::borrowed);
    qp.connect(qp.address());
    ASSERT_TRUE(qp.post(request::write(from(8), there(8)).signal(2)));
    EXPECT_TRUE(completion(cq).ok());
    qp.close();
    EXPECT_EQ(qp.post(request::write(from(8), there(8))), (posted_list{0, EBADF}));
  }
  ibv_qp_attr attr{};
  ibv_qp_init_attr init{};
  ASSERT_EQ(ibv_query_qp(native, &attr, IBV_QP_STATE, &init), 0);
  EXPECT_EQ(attr.qp_state, IBV_QPS_RTS);
  const auto again = verbs_qp<rc>::adopt(pd, cq, cq, native, ownership::borrowed);
  EXPECT_EQ(again.state(), qp_state::rts);  // where others brought it
  EXPECT_EQ(ibv_destroy_qp(native), 0);
}

TEST_F(adoption, RefusesWhatDoesNotFit) {
  verbs_cq other(context, 16);
  auto* const elsewhere = create(other.native());
  EXPECT_EQ(refusal(elsewhere),
            "adopt on " + pd.describe() +
                ": it completes in other completion queues: adopt those, and give "
                "them");
  auto* const native_rc = create(cq.native());
  EXPECT_EQ(message_of([&] { verbs_qp<uc>::adopt(pd, cq, cq, native_rc, ownership::taken); }),
            "adopt on " + pd.describe() + ": the queue pair is no UC QP");
  EXPECT_EQ(message_of([&] {
              verbs_qp<rc, posting::sessions>::adopt(pd, cq, cq, native_rc, ownership::taken);
            }),
            "adopt on " + pd.describe() +
                ": it was made without send_ops_flags, and posts no sessions: adopt "
                "it with posting::lists");
  EXPECT_EQ(ibv_destroy_qp(elsewhere), 0);  // nothing was taken
  EXPECT_EQ(ibv_destroy_qp(native_rc), 0);
}

TEST_F(adoption, RefusesOtherDevices) {
  const auto another = open_device();
  auto* const native = ibv_create_cq(another.native(), 16, nullptr, nullptr, 0);
  EXPECT_EQ(message_of([&] { verbs_cq::adopt(context, native, ownership::taken); }),
            "adopt on " + context.describe() + ": the completion queue is of another open device");
  EXPECT_EQ(ibv_destroy_cq(native), 0);
}

/// A program that has its own, and uses this library for a part of it.
TEST_F(adoption, WorksInContextsOfOthers) {
  ibv_context* const native = ibv_open_device(context.native()->device);
  ASSERT_NE(native, nullptr);
  ibv_pd* const native_pd = ibv_alloc_pd(native);
  {
    const auto borrowed = verbatim::context::adopt(native, ownership::borrowed);
    EXPECT_EQ(borrowed.name(), context.name());
    const auto borrowed_pd = verbatim::pd::adopt(borrowed, native_pd, ownership::borrowed);
    EXPECT_EQ(
        message_of([&] { verbatim::pd::adopt(context, native_pd, ownership::borrowed); }),
        "adopt on " + context.describe() + ": the protection domain is of another open device");
    const verbatim::mr region(borrowed_pd, std::span(memory),
                              access::local_write | access::remote_write);
    verbs_cq borrowed_cq(borrowed, 16);
    verbs_qp<rc> qp(borrowed_pd, borrowed_cq);
    qp.connect(qp.address());
    ASSERT_TRUE(qp.post(request::write(region.slice(0, 8), region.remote(half, 8)).signal(7)));
    EXPECT_TRUE(completion(borrowed_cq).ok());
    EXPECT_TRUE(arrived(8));
    EXPECT_TRUE(verbatim::context(borrowed).close().complete());
  }
  ibv_device_attr attr{};
  EXPECT_EQ(ibv_query_device(native, &attr), 0);
  EXPECT_EQ(ibv_dealloc_pd(native_pd), 0);  // neither has gone, and nothing was left on it

  const auto taken = verbatim::context::adopt(native, ownership::taken);
  auto* const another_pd = ibv_alloc_pd(native);
  auto taken_pd = verbatim::pd::adopt(taken, another_pd, ownership::taken);
  EXPECT_TRUE(verbatim::context(taken).close().complete());
  EXPECT_FALSE(taken_pd.is_open());
}

TEST_F(adoption, TakesSessions) {
  ibv_qp_init_attr_ex attr{};
  attr.qp_type = IBV_QPT_RC;
  attr.send_cq = attr.recv_cq = cq.native();
  attr.cap = {8, 8, 1, 1, 0};
  attr.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
  attr.pd = pd.native();
  attr.send_ops_flags = verbs::session_operations<rc>();
  auto qp = verbs_qp<rc, posting::sessions>::adopt(
      pd, cq, cq, ibv_create_qp_ex(context.native(), &attr), ownership::taken);
  qp.connect(qp.address());
  auto session = qp.begin();
  session.signal(1).write(there(8)).sge(from(8));
  ASSERT_TRUE(session.complete());
  EXPECT_TRUE(completion(cq).ok());
  EXPECT_TRUE(arrived(8));
}

TEST_F(adoption, TakesQueuePairsThatSignalByThemselves) {
  verbs_cq receives(context, 16);
  ibv_qp_init_attr attr{};
  attr.qp_type = IBV_QPT_RC;
  attr.send_cq = cq.native();
  attr.recv_cq = receives.native();
  attr.cap = {4, 4, 1, 1, 0};
  auto qp =
      verbs_qp<rc, signaling::automatic>::adopt(pd, cq, receives, ibv_create_qp(pd.native(), &attr),
                                                ownership::taken, 1, {.signal_every = 2});
  qp.connect(qp.address());
  EXPECT_GE(qp.room(), 4u);
  std::array list{request::write(from(8), there(8)).id(1), request::write(from(8), there(8)).id(2)};
  ASSERT_TRUE(qp.post(list));
  std::vector<std::uint64_t> seen;
  qp.completed(completion(cq), [&](std::uint64_t wr_id, wc_status status) {
    EXPECT_EQ(status, wc_status::success);
    seen.push_back(wr_id);
  });
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(qp.outstanding(), 0u);
  EXPECT_TRUE(arrived(8));
}

TEST_F(adoption, TakesExtendedQueues) {
  ibv_cq_init_attr_ex attr{};
  attr.cqe = 16;
  attr.wc_flags = IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_QP_NUM;
  auto* const native = ibv_create_cq_ex(context.native(), &attr);
  ASSERT_NE(native, nullptr);
  using lengths = extended_cq<wc_field::byte_len | wc_field::qp_num>;
  EXPECT_EQ(
      message_of([&] { extended_cq<>::adopt(context, native, ownership::taken); }),
      "adopt on " + context.describe() +
          ": the completion queue was made without imm, src_qp, slid, sl, dlid_path_bits: ask "
          "for them in its wc_flags, or adopt it with fewer fields");
  EXPECT_EQ(
      message_of([&] { lengths::adopt(open_device(context.name()), native, ownership::taken); }),
      "adopt on " + context.describe() + ": the completion queue is of another open device");
  auto queue = lengths::adopt(context, native, ownership::taken);
  verbs_qp<rc> qp(pd, queue, cq);
  qp.connect(qp.address());
  ASSERT_TRUE(qp.post(request::read(into(8), mr.remote(0, 8)).signal(7)));
  unsigned seen = 0;
  const auto end = std::chrono::steady_clock::now() + long_enough;
  while (seen == 0 && std::chrono::steady_clock::now() < end) {
    for (const auto& done : queue.poll()) {
      EXPECT_EQ(done.wr_id(), 7u);
      EXPECT_EQ(done.qpn(), qp.qpn());
      EXPECT_EQ(done.byte_count(), 8u);
      ++seen;
    }
  }
  EXPECT_EQ(seen, 1u);
  EXPECT_TRUE(context.close().complete());  // it has been destroyed
}

TEST_F(adoption, TakesRegions) {
  constexpr int rights = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE;
  auto* const native = ibv_reg_mr(pd.native(), memory.data() + half, half, rights);
  ASSERT_NE(native, nullptr);
  const verbatim::pd other(context);
  const mr::options how{.access = access::local_write | access::remote_write};
  EXPECT_EQ(message_of([&] { verbatim::mr::adopt(other, native, ownership::taken, how); }),
            "adopt on " + other.describe() + ": the memory region is of another protection domain");
  auto region = verbatim::mr::adopt(pd, native, ownership::taken, how);
  EXPECT_EQ(region.native(), native);
  EXPECT_EQ(region.access(), how.access);
  EXPECT_EQ(region.memory().data(), reinterpret_cast<std::byte*>(memory.data()) + half);
  verbs_qp<rc> qp(pd, cq);
  qp.connect(qp.address());
  ASSERT_TRUE(qp.post(request::write(from(8), region.remote(0, 8)).signal(1)));
  EXPECT_TRUE(completion(cq).ok());
  EXPECT_TRUE(arrived(8));
  EXPECT_NE(message_of([&] { (void)region.slice(0, half + 1); }).find("not inside"),
            std::string::npos);
  EXPECT_TRUE(region.close().complete());
}

TEST_F(adoption, LeavesBorrowedRegionsUnderTheirIova) {
  constexpr int rights = IBV_ACCESS_LOCAL_WRITE;
  const auto iova = reinterpret_cast<std::uintptr_t>(memory.data()) % 4096;
  auto* const native = ibv_reg_mr_iova(pd.native(), memory.data(), half, iova, rights);
  ASSERT_NE(native, nullptr);
  {
    const auto region = verbatim::mr::adopt(pd, native, ownership::borrowed,
                                            {.access = access::local_write, .iova = iova});
    verbs_qp<rc> qp(pd, cq);
    qp.connect(qp.address());
    ASSERT_TRUE(qp.post(request::write(region.slice(0, 8), there(8)).signal(1)));
    EXPECT_TRUE(completion(cq).ok());
    EXPECT_TRUE(arrived(8));
  }
  EXPECT_EQ(ibv_dereg_mr(native), 0);
}

TEST_F(adoption, TakesWindows) {
  auto* const native = ibv_alloc_mw(pd.native(), IBV_MW_TYPE_2);
  EXPECT_NE(message_of([&] {
              memory_window<window_type::type_1>::adopt(mr, native, ownership::taken);
            }).find("not of type 1"),
            std::string::npos);
  verbs_qp<rc> qp(pd, cq);
  auto window = memory_window<>::adopt(mr, native, ownership::taken);
  qp.connect(qp.address());
  const auto binding = window.binding(half, 8, access::remote_write);
  ASSERT_TRUE(
      qp.post(request::bind(binding), request::write(from(8), window.remote(binding)).signal(1)));
  EXPECT_TRUE(completion(cq).ok());
  EXPECT_TRUE(arrived(8));
}

}  // namespace
}  // namespace verbatim
