// Posting through verbs, on the emulated device: in lists, of every operation.
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <numeric>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "long_enough.hpp"
#include "message_of.hpp"
#include "posting_fixture.hpp"
#include "verbatim/connect/path/ah_cache.hpp"
#include "verbatim/connect/path/fill.hpp"
#include "verbatim/connect/path/reply.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/completion_channel.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"
#include "verbatim/verbs/portable/verbs_srq.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using testing::posting_fixture;

class posting : public posting_fixture {
 protected:
  using request = verbs_qp<rc>::request;

  void SetUp() override {
    posting_fixture::SetUp();
    connect(a, b);
  }

  /// Posts one, which succeeds.
  void expect_done(request one, wc_opcode opcode) {
    ASSERT_TRUE(a.post(std::move(one).signal(5)));
    const auto done = completion(cq);
    EXPECT_EQ(done.status(), wc_status::success) << done;
    EXPECT_EQ(done.opcode(), opcode) << done;
    EXPECT_EQ(done.wr_id(), 5u);
    EXPECT_EQ(done.qpn(), a.qpn());
  }

  verbs_cq cq{context, 64};
  verbs_cq b_cq{context, 64};
  verbs_qp<rc>::attributes attributes{.max_send_wr = 8, .max_send_sge = 2, .max_inline_data = 64};
  verbs_qp<rc> a{pd, cq, attributes};
  verbs_qp<rc> b{pd, b_cq, attributes};
};

TEST_F(posting, Sends) {
  ASSERT_TRUE(b.post_recv({into(100), 1}));
  expect_done(request::send(from(64)), wc_opcode::send);
  const auto received = completion(b_cq);
  EXPECT_TRUE(received.is_receive());
  EXPECT_EQ(received.wr_id(), 1u);
  EXPECT_EQ(received.byte_count(), 64u);
  EXPECT_EQ(received.qpn(), b.qpn());
  EXPECT_FALSE(received.has_imm());
  EXPECT_TRUE(arrived(64));
}

TEST_F(posting, SendsWithImmediateData) {
  ASSERT_TRUE(b.post_recv({into(100), 1}));
  ASSERT_TRUE(a.post(request::send_imm(from(8), 0x12345678).signal(5)));
  const auto sent = completion(cq);
  EXPECT_EQ(to_string(sent).find("imm"), std::string::npos) << sent;
  const auto received = completion(b_cq);
  EXPECT_NE(to_string(received).find(": success, 8 bytes, imm 0x12345678"), std::string::npos)
      << received;
  ASSERT_TRUE(received.has_imm());
  EXPECT_EQ(received.imm(), 0x12345678u);
}

TEST_F(posting, SendsNothingAtAll) {
  ASSERT_TRUE(b.post_recv({{}, 1}));
  expect_done(request::send({}), wc_opcode::send);
  EXPECT_EQ(completion(b_cq).byte_count(), 0u);
}

TEST_F(posting, Writes) {
  expect_done(request::write(from(500), there(500)), wc_opcode::rdma_write);
  EXPECT_TRUE(arrived(500));
  EXPECT_EQ(memory[half + 500], 0);
}

TEST_F(posting, WritesWithImmediateData) {
  ASSERT_TRUE(b.post_recv({{}, 9}));
  expect_done(request::write_imm(from(16), there(16), 77), wc_opcode::rdma_write);
  const auto received = completion(b_cq);
  EXPECT_EQ(received.opcode(), wc_opcode::recv_rdma_with_imm);
  EXPECT_EQ(received.imm(), 77u);
  EXPECT_EQ(received.wr_id(), 9u);
  EXPECT_TRUE(arrived(16));
}

TEST_F(posting, Reads) {
  expect_done(request::read(into(300), mr.remote(0, 300)), wc_opcode::rdma_read);
  EXPECT_TRUE(arrived(300));
}

TEST_F(posting, FetchesAndAdds) {
  set_word(half, 40);
  expect_done(request::fetch_add(into(8, 64), there(8), 2), wc_opcode::fetch_add);
  EXPECT_EQ(word(half), 42u);
  EXPECT_EQ(word(half + 64), 40u);
}

TEST_F(posting, ComparesAndSwaps) {
  set_word(half, 40);
  expect_done(request::compare_swap(into(8, 64), there(8), 40, 50), wc_opcode::comp_swap);
  EXPECT_EQ(word(half), 50u);
  EXPECT_EQ(word(half + 64), 40u);
  expect_done(request::compare_swap(into(8, 64), there(8), 40, 60), wc_opcode::comp_swap);
  EXPECT_EQ(word(half), 50u);
  EXPECT_EQ(word(half + 64), 50u);
}

TEST_F(posting, GathersAndScatters) {
  const std::array sources{from(10), from(20, 100)};
  expect_done(request::write(sources, there(30)), wc_opcode::rdma_write);
  EXPECT_TRUE(arrived(10));
  EXPECT_TRUE(arrived(20, 100, 10));
}

TEST_F(posting, CopiesInlineData) {
  std::array<std::byte, 40> bytes;
  std::memcpy(bytes.data(), memory.data(), bytes.size());
  expect_done(request::write(payload::inline_data(bytes), there(40)), wc_opcode::rdma_write);
  EXPECT_TRUE(arrived(40));
}

TEST_F(posting, PostsListsOfDifferentOperations) {
  ASSERT_TRUE(b.post_recv({into(100, 1000), 1}));
  request list[] = {request::write(from(10), there(10)),
                    request::read(into(10, 500), mr.remote(0, 10)).fence(),
                    request::send(from(64)).solicited().signal(3)};
  EXPECT_EQ(a.post(list), (posted_list{3, 0}));
  const auto done = completion(cq);
  EXPECT_EQ(done.wr_id(), 3u);
  EXPECT_TRUE(arrived(10));
  EXPECT_TRUE(arrived(10, 0, 500));
  EXPECT_TRUE(arrived(64, 0, 1000));
  EXPECT_EQ(a.post(std::span<request>()), posted_list{});
}

TEST_F(posting, AcceptsWhatThereIsRoomFor) {
  // Nothing is signaled, and so nothing is ever retired.
  std::vector<request> many(1000, request::write(from(8), there(8)));
  const auto posted = a.post(std::span(many));
  EXPECT_FALSE(posted);
  EXPECT_EQ(posted.error_number, ENOMEM);
  EXPECT_GE(posted.accepted, 8u);
  EXPECT_LT(posted.accepted, 1000u);
  EXPECT_EQ(posted.message(),
            "the queue is full: poll its completion queue, or signal requests more often");
  const auto none = a.post(request::write(from(8), there(8)));
  EXPECT_EQ(none, (posted_list{0, ENOMEM}));
}

TEST_F(posting, GoesOnWhereTheQueueWasFull) {
  std::vector<request> list;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    list.push_back(request::fetch_add(into(8, 64), there(8), 1).signal(i));
  }
  std::span rest(list);
  std::uint64_t next = 0;
  while (next < list.size()) {
    rest = rest.subspan(a.post(rest).accepted);
    for (const auto& done : completions(cq, 1)) {
      ASSERT_TRUE(done.ok()) << done;
      ASSERT_EQ(done.wr_id(), next++);
    }
  }
  EXPECT_EQ(word(half), 1000u);
}

TEST_F(posting, PostsWhatIsBeforeTheRequestThatDoesNotDo) {
  const std::vector<memory_slice> too_many(a.max_send_sge() + 1, from(1));
  const std::vector<std::byte> bytes(a.max_inline_data() + 1);
  // libmlx5 would take the highest bit of the length for the flag of inline data.
  const memory_slice too_long(from(8).addr(), 0x80000000, from(8).lkey());
  const memory_slice with_too_long[]{from(8), too_long};
  const struct {
    request bad;
    int error_number;
    const char* message;
  } cases[] = {
      {request::write(too_many, there(half)), E2BIG, "more slices than max_send_sge"},
      {request::write(payload::inline_data(bytes), there(half)), EMSGSIZE, "max_inline_data"},
      {request::send(too_long), EMSGSIZE, "2^31 bytes"},
      {request::send(with_too_long), EMSGSIZE, "2^31 bytes"},
      {request::write(from(65), there(64)), ERANGE, "beyond its remote region"},
      {request::read(into(65), there(64)), ERANGE, "beyond its remote region"},
      {request::fetch_add(into(7), there(8), 1), ERANGE, "not of 8 bytes"},
      {request::fetch_add(into(8), there(7), 1), ERANGE, "beyond its remote region"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.message);
    request list[] = {request::write(from(8), there(8)).signal(1), one.bad,
                      request::write(from(8), there(8)).signal(2)};
    const auto posted = a.post(list);
    EXPECT_EQ(posted, (posted_list{1, one.error_number}));
    EXPECT_NE(posted.message().find(one.message), std::string::npos) << posted.message();
    EXPECT_EQ(completion(cq).wr_id(), 1u);
    EXPECT_EQ(a.post(one.bad), (posted_list{0, one.error_number}));
  }
  EXPECT_EQ(a.post_recv(recv_request(too_long, 1)), (posted_list{0, EMSGSIZE}));
}

TEST_F(posting, ReceivesAreAcceptedAsFarAsThereIsRoom) {
  std::vector<recv_request> many(1000, recv_request(into(8), 1));
  const auto posted = b.post_recv(many);
  EXPECT_EQ(posted.error_number, ENOMEM);
  EXPECT_GE(posted.accepted, 128u);
  const std::array two{into(1), into(2)};
  EXPECT_EQ(a.post_recv({two, 1}), (posted_list{0, E2BIG}));
}

TEST_F(posting, SaysWhatFailed) {
  ASSERT_TRUE(a.post(request::write(from(8), remote_region(mr.addr(), 8, 0xdead00)).id(11)));
  const auto failed = completion(cq);
  EXPECT_FALSE(failed.ok());
  EXPECT_EQ(failed.wr_id(), 11u);
  EXPECT_EQ(failed.status(), wc_status::rem_access_err);
  std::ostringstream text;
  text << failed;
  EXPECT_NE(text.str().find(": rem_access_err: The remote key is wrong"), std::string::npos)
      << text.str();
  EXPECT_NE(text.str().find("request 11 on QPN 0x"), std::string::npos) << text.str();
  EXPECT_NE(explain(failed).find("\n  likely  "), std::string::npos) << explain(failed);
  EXPECT_NE(explain(failed).find("\n  check   "), std::string::npos);
  ASSERT_TRUE(a.post(request::write(from(8), there(8)).id(12)));
  const auto flushed = completion(cq);
  EXPECT_EQ(flushed.status(), wc_status::wr_flush_err);
  EXPECT_EQ(flushed.wr_id(), 12u);
}

TEST_F(posting, BeginsAnewAfterReset) {
  ASSERT_TRUE(b.post_recv({into(8), 1}));
  a.reset();
  b.reset();
  connect(a, b);
  expect_done(request::write(from(8), there(8)), wc_opcode::rdma_write);
  EXPECT_TRUE(completions(b_cq, 1, not_there).empty());  // the receive was forgotten
}

TEST_F(posting, ErrorFlushes) {
  ASSERT_TRUE(b.post_recv({into(8), 21}));
  b.to_error();
  EXPECT_EQ(b.state(), qp_state::error);
  const auto flushed = completion(b_cq);
  EXPECT_EQ(flushed.status(), wc_status::wr_flush_err);
  EXPECT_EQ(flushed.wr_id(), 21u);
}

TEST_F(posting, DrainsBeforeItIsClosed) {
  // None of what succeeds says so, and of what does not there is more than the queue has room for.
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

TEST_F(posting, AnswersWhenClosed) {
  a.close();
  EXPECT_EQ(a.post(request::write(from(8), there(8))), (posted_list{0, EBADF}));
  EXPECT_EQ(a.post_recv({into(8), 1}), (posted_list{0, EBADF}));
  EXPECT_EQ(a.native(), nullptr);
  EXPECT_NE(message_of([&] { a.reset(); }).find("it has been closed"), std::string::npos);
  context.close();
  std::array<work_completion, 1> some;
  EXPECT_EQ(b_cq.poll(some), 0u);
  EXPECT_EQ(b_cq.cqes(), 0u);
  EXPECT_NE(message_of([&] { (void)mr.slice(0, 1); }).find("it has been closed"),
            std::string::npos);
}

TEST_F(posting, ClosesWithItsCompletionQueue) {
  b_cq.close();
  EXPECT_FALSE(b.is_open());
  EXPECT_TRUE(a.is_open());
}

TEST_F(posting, SlicesKnowTheirBounds) {
  EXPECT_EQ(mr.slice(10, 20), memory_slice(mr.addr() + 10, 20, mr.lkey()));
  EXPECT_EQ(mr.slice().length(), mr.length());
  EXPECT_EQ(mr.slice(10, 20).slice(5, 15), mr.slice(15, 15));
  EXPECT_EQ(mr.slice(mr.length(), 0).length(), 0u);
  EXPECT_EQ(mr.remote(10, 20), remote_region(mr.addr() + 10, 20, mr.rkey()));
  EXPECT_EQ(mr.remote().slice(10, 20).slice(5, 15), mr.remote(15, 15));
  EXPECT_EQ(message_of([&] { (void)mr.slice(8000, 193); }),
            "slice on " + mr.describe() + ": 193 bytes from 8000 on are not inside its 8192 bytes");
  EXPECT_EQ(message_of([&] { (void)mr.remote(8193, 0); }),
            "slice on " + mr.describe() + ": 0 bytes from 8193 on are not inside its 8192 bytes");
  EXPECT_EQ(message_of([&] { (void)mr.slice(10, 20).slice(1, 20); }),
            "slice on a memory_slice: 20 bytes from 1 on are not inside its 20 bytes");
  EXPECT_EQ(
      message_of([&] { (void)mr.remote(10, 20).slice(~0ull, 2); }),
      "slice on a remote_region: 2 bytes from 18446744073709551615 on are not inside its 20 bytes");
}

TEST_F(posting, RefusesWhatTheDeviceDoesNotHave) {
  const auto max = context.limits();
  EXPECT_EQ(message_of([&] { verbs_qp<rc>(pd, cq, {.max_send_wr = max.max_qp_wr + 1}); }),
            "create_qp on " + pd.describe() + ": max_send_wr is " +
                std::to_string(max.max_qp_wr + 1) + ", and the device's max_qp_wr is " +
                std::to_string(max.max_qp_wr));
  EXPECT_NE(message_of([&] {
              verbs_qp<rc>(pd, cq, {.max_recv_sge = max.max_sge + 1});
            }).find("max_recv_sge is"),
            std::string::npos);
  EXPECT_NE(message_of([&] {
              verbs_qp<rc>(pd, cq, {.max_inline_data = 1u << 20});
            }).find("ibv_create_qp on " + pd.describe() + ": "),
            std::string::npos);
  EXPECT_NE(message_of([&] { verbs_qp<rc>(pd, cq, {.port = 9}); }).find("ports 1 to"),
            std::string::npos);
  EXPECT_NE(message_of([&] { verbs_cq(context, 0); }).find("asked for 0 CQEs"), std::string::npos);
}

TEST_F(posting, GoesAlongPaths) {
  verbs_qp<rc> one(pd, cq);
  verbs_qp<rc> other(pd, b_cq);
  const auto first = one.local_end();
  const auto begun = first.port.link_layer == link_layer::ethernet
                         ? path(roce_path{.grh = {.dgid = choose_gid(first.gids).chosen->gid}})
                         : path(ib_path{.dlid = lid(first.port.lid)});
  const auto of_other = fill(reverse(fill(begun, first).path), other.local_end()).path;
  other.connect(of_other);
  one.connect(fill(reverse(of_other), first).path);
  ASSERT_TRUE(one.post(request::write(from(8), there(8)).signal(1)));
  EXPECT_TRUE(completion(cq).ok());
  EXPECT_TRUE(arrived(8));
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

TEST_F(posting, UnreliablyToo) {
  verbs_qp<uc> sender(pd, cq);
  verbs_qp<uc> receiver(pd, b_cq);
  connect(sender, receiver);
  ASSERT_TRUE(receiver.post_recv({into(8, 100), 1}));
  using uc = verbs_qp<uc>::request;
  ASSERT_TRUE(sender.post(uc::write(from(8), there(8)), uc::send_imm(from(8), 3).signal(4)));
  EXPECT_EQ(completion(cq).wr_id(), 4u);
  EXPECT_EQ(completion(b_cq).imm(), 3u);
  EXPECT_TRUE(arrived(8));
  EXPECT_TRUE(arrived(8, 0, 100));
}

TEST_F(posting, SendsDatagrams) {
  constexpr std::uint32_t grh = 40;
  constexpr std::uint32_t qkey = 0x1234;
  verbs_qp<ud> sender(pd, cq);
  verbs_qp<ud> receiver(pd, b_cq);
  sender.activate({.qkey = qkey});
  receiver.activate({.qkey = qkey});
  address_handle to(pd, receiver.address());
  ASSERT_TRUE(receiver.post_recv({into(grh + 8), 1}));
  ASSERT_TRUE(
      sender.post(verbs_qp<ud>::request::send_imm(from(8), 6).to(to.destination(qkey)).signal(1)));
  EXPECT_TRUE(completion(cq).ok());
  const auto received = completion(b_cq);
  EXPECT_EQ(received.imm(), 6u);
  EXPECT_EQ(received.byte_count(), grh + 8);
  EXPECT_EQ(received.source_qpn(), sender.qpn());
  EXPECT_TRUE(arrived(8, 0, grh));
}

TEST_F(posting, AnswersDatagrams) {
  constexpr std::uint32_t qkey = 0x1234;
  verbs_qp<ud> client(pd, cq);
  verbs_qp<ud> server(pd, b_cq);
  client.activate({.qkey = qkey});
  server.activate({.qkey = qkey});
  address_handle to(pd, server.address());
  ASSERT_TRUE(server.post_recv({into(grh_bytes + 8), 1}));
  ASSERT_TRUE(client.post(verbs_qp<ud>::request::send(from(8)).to(to.destination(qkey)).signal(1)));
  EXPECT_TRUE(completion(cq).ok());
  const auto asked = completion(b_cq);
  ASSERT_TRUE(asked.is_receive());
  const auto end = server.local_end();
  const auto back =
      reply_path(origin_of(asked, std::as_bytes(std::span(memory).subspan(half))), end);
  ah_cache ways(pd, end);
  ASSERT_TRUE(client.post_recv({into(grh_bytes + 8, 512), 2}));
  ASSERT_TRUE(
      server.post(verbs_qp<ud>::request::send(from(8, 16)).to(ways.destination(back)).signal(3)));
  EXPECT_EQ(completion(cq).wr_id(), 2u) << back;
  EXPECT_TRUE(completion(b_cq).ok());
  EXPECT_TRUE(arrived(8, 16, 512 + grh_bytes));
}

multicast_group group_of(link_layer layer) {
  if (layer == link_layer::ethernet) return {*parse_gid("224.1.2.3")};
  return {*parse_gid("ff12:401b::1234"), lid(0xc001)};
}

TEST_F(posting, ReachesGroups) {
  const auto group = group_of(context.port(1).link_layer);
  verbs_qp<ud> sender(pd, cq);
  verbs_qp<ud> member(pd, b_cq);
  sender.activate();
  member.activate();
  member.attach(group);
  address_handle to(pd, group.address());
  ASSERT_TRUE(member.post_recv({into(grh_bytes + 8), 1}));
  ASSERT_TRUE(sender.post(verbs_qp<ud>::request::send(from(8)).to(to.destination()).signal(2)));
  EXPECT_TRUE(completion(cq).ok());
  EXPECT_EQ(completion(b_cq).wr_id(), 1u);
  EXPECT_TRUE(arrived(8, 0, grh_bytes));
}

TEST_F(posting, LeavesGroupsWhenClosed) {
  verbs_qp<ud> member(pd, b_cq);
  member.activate();
  member.attach(group_of(context.port(1).link_layer));
  EXPECT_TRUE(member.close().complete());
}

TEST_F(posting, TellsWhatTheDeviceHas) {
  const auto is = a.query();
  EXPECT_EQ(is.state, qp_state::rts);
  ASSERT_TRUE(is.peer && is.rts);
  EXPECT_EQ(is.peer->qpn, b.qpn());
  EXPECT_EQ(is.rts->retry_cnt, 7);
  EXPECT_EQ(is.rts->timeout, ack_timeout(14));
}

TEST_F(posting, ValuesPrintThemselves) {
  const auto print = [](const auto& value) {
    std::ostringstream text;
    text << value;
    return text.str();
  };
  EXPECT_EQ(print(memory_slice(0x1000, 64, 0x21)), "64 bytes at 0x1000, lkey 0x21");
  EXPECT_EQ(print(remote_region(0x1000, 64, 0x21)), "64 bytes at 0x1000, rkey 0x21");
  EXPECT_EQ(print(posted_list{3, 0}), "3 posted");
  EXPECT_EQ(print(posted_list{3, EBADF}),
            "3 posted, and then: the queue has been closed, or the session is over");
  EXPECT_EQ(print(wc_status::loc_prot_err), "loc_prot_err");
  EXPECT_EQ(print(wc_opcode::recv_rdma_with_imm), "recv_rdma_with_imm");
}

TEST_F(posting, RegionsTravelAsBytes) {
  std::array<std::byte, sizeof(remote_region)> sent;
  const auto region = there(64);
  std::memcpy(sent.data(), &region, sizeof region);
  remote_region received;
  std::memcpy(&received, sent.data(), sizeof received);
  EXPECT_EQ(received, region);
  expect_done(request::write(from(8), received.slice(16, 8)), wc_opcode::rdma_write);
  EXPECT_TRUE(arrived(8, 0, 16));
}

TEST(posting_anywhere, OpensTheDevice) {
  const auto first = devices().at(0);
  EXPECT_EQ(open_device(first.name).is_mlx5(), first.is_mlx5);
}

}  // namespace
}  // namespace verbatim
