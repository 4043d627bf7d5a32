// Completion queues that are polled one completion at a time, on the emulated device.
#include "verbatim/verbs/completion/extended_cq.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <concepts>
#include <numeric>
#include <optional>
#include <thread>
#include <type_traits>
#include <vector>

#include "long_enough.hpp"
#include "message_of.hpp"
#include "posting_fixture.hpp"
#include "verbatim/verbs/completion/completion_channel.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using testing::posting_fixture;

constexpr auto fields = wc_field::standard;
using view = detail::extended_completion<fields>;
static_assert(!std::copy_constructible<view> && !std::is_copy_assignable_v<view>);
static_assert(!std::move_constructible<detail::extended_poll<fields>>);

class extended_cqs : public posting_fixture {
 protected:
  using request = verbs_qp<rc>::request;

  void SetUp() override {
    posting_fixture::SetUp();
    connect(a, b);
  }

  template <class Cq>
  std::vector<std::uint64_t> ids(Cq& cq, std::size_t count) {
    std::vector<std::uint64_t> seen;
    const auto deadline = std::chrono::steady_clock::now() + long_enough;
    while (seen.size() < count && std::chrono::steady_clock::now() < deadline) {
      for (const auto& done : cq.poll(4)) seen.push_back(done.wr_id());
    }
    return seen;
  }

  completion_channel channel{context};
  extended_cq<fields> cq{context, 64, channel};
  verbs_qp<rc> a{pd, cq, {.max_send_wr = 32}};
  verbs_qp<rc> b{pd, cq};
};

TEST_F(extended_cqs, ShowsOneAfterTheOther) {
  for (std::uint64_t i = 0; i < 20; ++i) {
    ASSERT_TRUE(a.post(request::write(from(8), there(8)).signal(i)));
  }
  std::vector<std::uint64_t> expected(20);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(ids(cq, 20), expected);
  EXPECT_TRUE(cq.poll().empty());
}

TEST_F(extended_cqs, SayWhatClassicOnesSay) {
  ASSERT_TRUE(b.post_recv({into(100), 7}));
  ASSERT_TRUE(a.post(request::send_imm(from(60), 0x1234).signal(8)));
  std::size_t seen = 0;
  while (seen < 2) {
    for (const auto& done : cq.wait(long_enough)) {
      ++seen;
      const auto value = done.value();
      EXPECT_TRUE(done.ok());
      EXPECT_EQ(done.status(), value.status());
      EXPECT_EQ(done.opcode(), value.opcode());
      EXPECT_EQ(done.wr_id(), value.wr_id());
      EXPECT_EQ(done.qpn(), value.qpn());
      if (!done.is_receive()) {
        EXPECT_EQ(done.wr_id(), 8u);
        EXPECT_EQ(done.qpn(), a.qpn());
        continue;
      }
      EXPECT_EQ(done.wr_id(), 7u);
      EXPECT_EQ(done.qpn(), b.qpn());
      EXPECT_EQ(done.byte_count(), 60u);
      EXPECT_EQ(value.byte_count(), 60u);
      ASSERT_TRUE(done.has_imm() && value.has_imm());
      EXPECT_EQ(done.imm(), 0x1234u);
      EXPECT_EQ(value.imm(), 0x1234u);
      EXPECT_EQ(done.has_grh(), value.has_grh());  // of connections, where they run over IP
      EXPECT_FALSE(done.has_invalidated());
    }
  }
  EXPECT_EQ(seen, 2u);
}

TEST_F(extended_cqs, SayWhatFailed) {
  ASSERT_TRUE(a.post(request::write(from(8), remote_region(mr.addr(), 8, rkey(0xdead00))).id(3)));
  std::optional<work_completion> failed;
  for (const auto& done : cq.wait(long_enough)) {
    EXPECT_FALSE(done.ok());
    EXPECT_EQ(done.status(), wc_status::rem_access_err);
    EXPECT_EQ(done.vendor_err(), done.value().vendor_err());
    failed = done.value();
  }
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->wr_id(), 3u);
  EXPECT_EQ(failed->qpn(), a.qpn());
}

TEST_F(extended_cqs, EndThePollWhateverHappens) {
  for (std::uint64_t i = 0; i < 4; ++i) {
    ASSERT_TRUE(a.post(request::write(from(8), there(8)).signal(i)));
  }
  for (const auto& done : cq.wait(long_enough)) {
    EXPECT_EQ(done.wr_id(), 0u);
    break;
  }
  try {
    for (const auto& done : cq.wait(long_enough)) throw done.wr_id();
    FAIL();
  } catch (const std::uint64_t& id) {
    EXPECT_EQ(id, 1u);
  }
  { const auto unused = cq.wait(long_enough); }
  EXPECT_EQ(ids(cq, 1), std::vector<std::uint64_t>{3});
}

TEST_F(extended_cqs, KeepToTheBudgetAndToOnePoll) {
  for (std::uint64_t i = 0; i < 4; ++i) {
    ASSERT_TRUE(a.post(request::write(from(8), there(8)).signal(i)));
  }
  ASSERT_FALSE(cq.wait(long_enough, arm_mode::any, 1).empty());
  std::this_thread::sleep_for(10ms);
  int seen = 0;
  for (const auto& done : cq.poll(2)) {
    EXPECT_TRUE(done.ok());
    EXPECT_TRUE(cq.poll().empty());                                // not in the midst of another
    EXPECT_TRUE(a.post(request::write(from(8), there(8)).id(9)));  // but posting is
    ++seen;
  }
  EXPECT_EQ(seen, 2);
  EXPECT_TRUE(cq.poll(0).empty());
  EXPECT_EQ(ids(cq, 1), std::vector<std::uint64_t>{3});
}

TEST_F(extended_cqs, TellTheTime) {
  extended_cq<wc_field::completion_timestamp | wc_field::completion_timestamp_wallclock> clock(
      context, 16);
  verbs_qp<rc> loop(pd, clock);
  loop.connect(loop.address());
  std::uint64_t last = 0;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(loop.post(request::write(from(8), there(8)).signal(1)));
    const auto before = std::chrono::system_clock::now();
    int seen = 0;
    while (seen == 0) {
      for (const auto& done : clock.poll()) {
        ++seen;
        EXPECT_GT(done.timestamp(), last);
        last = done.timestamp();
        EXPECT_LT(std::chrono::abs(done.wallclock() - before), 10s);
      }
    }
  }
}

TEST_F(extended_cqs, IgnoreOverruns) {
  for (const bool ignores : {true, false}) {
    extended_cq<> tight(context, 3, {.ignore_overrun = ignores});
    verbs_qp<rc> loop(pd, tight);
    loop.connect(loop.address());
    for (std::uint32_t i = 0; i <= tight.cqes() + 1; ++i) {
      ASSERT_TRUE(loop.post(request::write(from(8), there(8)).signal(i)));
    }
    const auto event = context.wait_event(ignores ? 50ms : 10s);
    EXPECT_NE(event.has_value(), ignores);
    EXPECT_NE(tight.overrun(), ignores);
    EXPECT_EQ(loop.query().state, qp_state::rts);
  }
}

TEST_F(extended_cqs, WithoutALock) {
  extended_cq<> single(context, 16, {.single_threaded = true});
  verbs_qp<rc> loop(pd, single);
  loop.connect(loop.address());
  ASSERT_TRUE(loop.post(request::write(from(8), there(8)).signal(6)));
  EXPECT_EQ(ids(single, 1), std::vector<std::uint64_t>{6});
}

TEST_F(extended_cqs, WaitForEvents) {
  EXPECT_TRUE(cq.wait(10ms).empty());
  cq.arm();
  ASSERT_TRUE(a.post(request::write(from(8), there(8)).signal(1)));
  EXPECT_EQ(channel.wait(long_enough), std::optional(cq.number()));
  EXPECT_FALSE(cq.poll().empty());
  cq.close();
  EXPECT_TRUE(cq.poll().empty());
}

TEST_F(extended_cqs, RefuseFieldsThatTheDeviceDoesNotHave) {
  constexpr auto unknown = static_cast<wc_field>(1u << 30);
  const auto message = message_of([&] { extended_cq<unknown>(context, 16); });
  EXPECT_NE(message.find("ibv_create_cq_ex on " + context.describe() + ": "), std::string::npos)
      << message;
  EXPECT_NE(message.find("fields"), std::string::npos) << message;
}

}  // namespace
}  // namespace verbatim
