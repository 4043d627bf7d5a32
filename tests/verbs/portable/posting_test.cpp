// Posting through verbs, on the emulated device: in lists, of every operation.
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "message_of.hpp"
#include "posting_pair.hpp"
#include "verbatim/connect/path/fill.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim {
namespace {

using testing::posting;

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
  ASSERT_TRUE(a.post(request::write(from(8), remote_region(mr.addr(), 8, rkey(0xdead00))).id(11)));
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
  EXPECT_EQ(print(memory_slice(0x1000, 64, lkey(0x21))), "64 bytes at 0x1000, lkey 0x21");
  EXPECT_EQ(print(remote_region(0x1000, 64, rkey(0x21))), "64 bytes at 0x1000, rkey 0x21");
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
