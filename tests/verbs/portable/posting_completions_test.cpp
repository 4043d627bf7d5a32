// The completion queues of queue pairs that are posted to through verbs, and shared receives.
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "long_enough.hpp"
#include "message_of.hpp"
#include "posting_pair.hpp"
#include "verbatim/verbs/completion/completion_channel.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"
#include "verbatim/verbs/portable/verbs_srq.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using testing::posting;

TEST_F(posting, ErrorFlushes) {
  ASSERT_TRUE(b.post_recv({into(8), 21}));
  b.to_error();
  EXPECT_EQ(b.state(), qp_state::error);
  const auto flushed = completion(b_cq);
  EXPECT_EQ(flushed.status(), wc_status::wr_flush_err);
  EXPECT_EQ(flushed.wr_id(), 21u);
}

TEST_F(posting, DrainsBeforeItIsClosed) {
  // Requests that succeed are not signaled, and more requests fail than the completion queue has room for.
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(a.post(request::write(from(8), there(8))));
  ASSERT_TRUE(a.post(request::read(into(8, 8), mr.remote(0, 8)).signal(1)));
  ASSERT_EQ(completion(cq).wr_id(), 1u);
  ASSERT_TRUE(a.post(request::write(from(8), there(8))));
  std::vector<std::uint64_t> sends, receives;
  const auto keep = [&](const work_completion& done) {
    EXPECT_EQ(done.status(), wc_status::wr_flush_err) << done;
    (done.wr_id() < 100 ? sends : receives).push_back(done.wr_id());
  };
  EXPECT_TRUE(a.drain(keep, 30s, cq));
  EXPECT_TRUE(sends.empty() || sends == std::vector<std::uint64_t>{0})
      << "it may have been in time";
  EXPECT_EQ(a.state(), qp_state::error);

  // A request that is posted in ERROR comes back too.
  ASSERT_TRUE(a.post_recv({into(8), 200}));
  EXPECT_TRUE(a.drain(keep, 30s, cq));
  EXPECT_EQ(receives, std::vector<std::uint64_t>{200});
  receives.clear();

  sends.clear();
  a.reset();
  b.reset();
  connect(a, b);
  for (std::uint64_t id = 100; id < 110; ++id) ASSERT_TRUE(a.post_recv({into(8), id}));
  std::uint64_t posted = 0;
  while (a.post(request::send(from(8)).signal(posted + 1))) ++posted;
  EXPECT_GE(posted, attributes.max_send_wr);
  EXPECT_FALSE(a.drain(keep, 10ms, b_cq)) << "it does not complete there";
  EXPECT_TRUE(a.drain(keep, 30s, cq));
  std::vector<std::uint64_t> expected(posted);
  std::iota(expected.begin(), expected.end(), 1u);
  EXPECT_EQ(sends, expected);
  expected.resize(10);
  std::iota(expected.begin(), expected.end(), 100u);
  EXPECT_EQ(receives, expected);
  std::array<work_completion, 1> none;
  EXPECT_EQ(cq.poll(none), 0u);
  EXPECT_TRUE(a.close().complete());
}

TEST_F(posting, CompletionQueuesGrow) {
  cq.resize(1000);
  EXPECT_GE(cq.cqes(), 1000u);
  EXPECT_NE(message_of([&] { cq.resize(0); }).find("asked for 0 CQEs"), std::string::npos);
  expect_done(request::write(from(8), there(8)), wc_opcode::rdma_write);
}

TEST_F(posting, TellsWhenACompletionQueueIsOverrun) {
  verbs_cq tight(context, 3);
  verbs_qp<rc> loop(pd, tight);
  loop.connect(loop.address());
  for (std::uint32_t i = 0; i <= tight.cqes() + 1; ++i) {
    ASSERT_TRUE(loop.post(request::write(from(8), there(8)).signal(i)));
  }
  const auto event = context.wait_event(10s);
  ASSERT_TRUE(event);
  EXPECT_EQ(event->type, async_event_type::cq_err);
  EXPECT_EQ(event->number, tight.number());
  EXPECT_EQ(event->object, tight.describe());
  EXPECT_TRUE(tight.overrun());
}

TEST_F(posting, WaitsForCompletions) {
  completion_channel channel(context);
  verbs_cq slow(context, 16, channel);
  verbs_qp<rc> one(pd, slow);
  one.connect(one.address());
  std::array<work_completion, 4> some;
  EXPECT_EQ(slow.wait(some, 10ms), 0u);
  ASSERT_TRUE(one.post(request::write(from(8), there(8)).signal(1)));
  EXPECT_EQ(slow.wait(some, long_enough), 1u);
  EXPECT_EQ(some[0].wr_id(), 1u);
  slow.arm();
  ASSERT_TRUE(one.post(request::write(from(8), there(8)).signal(2)));
  EXPECT_EQ(channel.wait(long_enough), std::optional(slow.number()));
  EXPECT_EQ(completion(slow).wr_id(), 2u);  // the event may be that of the first
  EXPECT_EQ(message_of([&] { cq.arm(); }),
            "arm on " + cq.describe() +
                ": it has no channel to report events on: make it with a completion_channel");
  slow.moderate(2, 1000us);
  slow.moderate(0, 0us);
}

TEST_F(posting, CollectsCompletions) {
  completion_channel channel(context);
  for (auto own : {verbs_cq(context, 64), verbs_cq(context, 64, channel)}) {
    verbs_qp<rc> c(pd, own, attributes);
    c.connect(c.address());
    const auto write = [&](std::uint64_t first, std::uint64_t end) {
      for (auto id = first; id < end; ++id) {
        ASSERT_TRUE(c.post(request::write(from(8), there(8)).signal(id)));
      }
    };
    write(0, 8);
    std::array<work_completion, 5> done{};
    ASSERT_EQ(own.collect(done), 5u);
    for (std::uint64_t i = 0; i < 5; ++i) EXPECT_EQ(done[i].wr_id(), i);
    EXPECT_EQ(own.collect(done, 20ms), 3u) << "there are no more";
    EXPECT_EQ(done[2].wr_id(), 7u);
    EXPECT_EQ(own.collect({}), 0u);

    write(8, 16);
    std::vector<std::uint64_t> seen;
    for (const auto& one : own.completions(100, 10s)) {
      seen.push_back(one.wr_id());
      if (seen.size() == 3) break;
    }
    EXPECT_EQ(seen, (std::vector<std::uint64_t>{8, 9, 10}));
    for (const auto& one : own.completions(4)) seen.push_back(one.wr_id());
    EXPECT_EQ(seen.back(), 14u);
    const auto begin = std::chrono::steady_clock::now();
    for (const auto& one : own.completions(100, 20ms)) seen.push_back(one.wr_id());
    EXPECT_GE(std::chrono::steady_clock::now() - begin, 20ms);
    EXPECT_EQ(seen.size(), 8u) << "each came once";
    for (const auto& one : own.completions(0)) ADD_FAILURE() << one;

    own.close();
    EXPECT_NE(message_of([&] { own.collect(done, 1s); }).find("closed"), std::string::npos);
  }
}

TEST_F(posting, SharesReceives) {
  verbs_srq srq(pd, {.max_wr = 4});
  verbs_qp<rc> receiver(pd, b_cq, srq);
  verbs_qp<rc> sender(pd, cq);
  connect(sender, receiver);
  recv_request two[] = {{into(8), 1}, {into(8, 8), 2}};
  ASSERT_TRUE(srq.post(two));
  EXPECT_EQ(receiver.post_recv({into(8), 3}), (posted_list{0, EOPNOTSUPP}));
  ASSERT_TRUE(sender.post(request::send(from(8)).signal(1), request::send(from(8)).signal(2)));
  const auto received = completions(b_cq, 2);
  ASSERT_EQ(received.size(), 2u);
  EXPECT_TRUE(arrived(8));
  EXPECT_TRUE(arrived(8, 0, 8));
  EXPECT_EQ(received[0].qpn(), receiver.qpn());
  srq.arm_limit(1);
  const auto event = context.wait_event(long_enough);
  ASSERT_TRUE(event);
  EXPECT_EQ(event->type, async_event_type::srq_limit_reached);
  EXPECT_EQ(event->object, srq.describe());
  std::vector<recv_request> many(100, recv_request(into(8), 1));
  EXPECT_EQ(srq.post(many).error_number, ENOMEM);
  srq.close();
  EXPECT_FALSE(receiver.is_open());
  EXPECT_EQ(srq.post({into(8), 3}), (posted_list{0, EBADF}));
}

}  // namespace
}  // namespace verbatim
