// Posting in sessions, on the emulated device.
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "message_of.hpp"
#include "posting_fixture.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"

namespace verbatim {
namespace {

using testing::posting_fixture;

class sessions : public posting_fixture {
 protected:
  void SetUp() override {
    posting_fixture::SetUp();
    connect(a, b);
  }

  void expect_done(wc_opcode opcode, std::uint64_t wr_id) {
    const auto done = completion(cq);
    EXPECT_EQ(done.status(), wc_status::success) << done;
    EXPECT_EQ(done.opcode(), opcode) << done;
    EXPECT_EQ(done.wr_id(), wr_id);
  }

  /// Expects that nothing has been posted: the next request of its queue is the first to complete.
  void expect_nothing_posted() {
    auto session = a.begin();
    session.signal(99).write(there(8)).sge(from(8));
    ASSERT_EQ(session.complete(), (posted_list{1, 0}));
    EXPECT_EQ(completion(cq).wr_id(), 99u);
  }

  verbs_cq cq{context, 64};
  verbs_cq b_cq{context, 64};
  verbs_qp<rc>::attributes attributes{.max_send_wr = 16, .max_send_sge = 2, .max_inline_data = 64};
  verbs_qp<rc, posting::sessions> a{pd, cq, attributes};
  verbs_qp<rc, posting::sessions> b{pd, b_cq, attributes};
};

TEST_F(sessions, PostEveryOperationTogether) {
  recv_request receives[] = {{into(64, 1000), 1}, {into(64, 1100), 2}, {{}, 3}, {into(8, 1200), 4}};
  ASSERT_TRUE(b.post_recv(receives));
  set_word(half + 400, 40);
  set_word(half + 408, 7);

  auto session = a.begin();
  session.signal(0).write(there(100)).sge(from(100));
  session.signal(1).write(there(30, 200)).sge(from(30));
  session.signal(2).write(there(40, 300)).sge(from(40));
  session.signal(3).read(mr.remote(0, 50)).sge(into(50, 500));
  session.signal(4).fence().fetch_add(there(8, 400), 2).sge(into(8, 600));
  session.signal(5).compare_swap(there(8, 408), 7, 9).sge(into(8, 608));
  session.signal(6).send().sge(from(64));
  session.signal(7).solicited().send_imm(77).sge(from(64));
  session.signal(8).write_imm(there(0), 78).no_data();
  session.send().no_data();
  session.id(10).signal(9).send().no_data();
  EXPECT_EQ(session.complete(), (posted_list{11, 0}));

  constexpr wc_opcode expected[] = {
      wc_opcode::rdma_write, wc_opcode::rdma_write, wc_opcode::rdma_write,
      wc_opcode::rdma_read,  wc_opcode::fetch_add,  wc_opcode::comp_swap,
      wc_opcode::send,       wc_opcode::send,       wc_opcode::rdma_write};
  const auto done = completions(cq, std::size(expected));
  ASSERT_EQ(done.size(), std::size(expected)) << ::testing::PrintToString(done);
  for (std::size_t i = 0; i < done.size(); ++i) {
    EXPECT_TRUE(done[i].ok()) << done[i];
    EXPECT_EQ(done[i].opcode(), expected[i]);
    EXPECT_EQ(done[i].wr_id(), i);
  }
  EXPECT_TRUE(arrived(100));
  EXPECT_TRUE(arrived(30, 0, 200));
  EXPECT_TRUE(arrived(40, 0, 300));
  EXPECT_TRUE(arrived(50, 0, 500));
  EXPECT_EQ(word(half + 400), 42u);
  EXPECT_EQ(word(half + 600), 40u);
  EXPECT_EQ(word(half + 408), 9u);
  EXPECT_EQ(word(half + 608), 7u);
  const auto received = completions(b_cq, 4);
  ASSERT_EQ(received.size(), 4u);
  EXPECT_EQ(received[1].imm(), 77u);
  EXPECT_EQ(received[2].opcode(), wc_opcode::recv_rdma_with_imm);
  EXPECT_EQ(received[2].imm(), 78u);
  EXPECT_TRUE(arrived(64, 0, 1000));
  EXPECT_TRUE(arrived(64, 0, 1100));
}

TEST_F(sessions, Gather) {
  const std::array two{from(10), from(20, 100)};
  auto session = a.begin();
  session.signal(1).write(there(30)).sge_list(two);
  EXPECT_EQ(session.complete(), (posted_list{1, 0}));
  expect_done(wc_opcode::rdma_write, 1);
  EXPECT_TRUE(arrived(10));
  EXPECT_TRUE(arrived(20, 100, 10));
}

TEST_F(sessions, CopyInlineData) {
  std::array<std::byte, 40> bytes;
  std::memcpy(bytes.data(), memory.data(), bytes.size());
  auto session = a.begin();
  session.signal(1).write(there(40)).inline_data(bytes);
  bytes.fill(std::byte{});
  EXPECT_EQ(session.complete(), (posted_list{1, 0}));
  expect_done(wc_opcode::rdma_write, 1);
  EXPECT_TRUE(arrived(40));
}

TEST_F(sessions, ThatAreNotCompletedPostNothing) {
  {
    auto session = a.begin();
    session.signal(1).write(there(8)).sge(from(8));
  }
  expect_nothing_posted();
  auto session = a.begin();
  session.signal(1).write(there(8)).sge(from(8));
  session.abort();
  session.signal(2).write(there(8)).sge(from(8));
  EXPECT_EQ(session.complete(), (posted_list{0, EBADF}));
  expect_nothing_posted();
}

TEST_F(sessions, BuildOneRequestAtATime) {
  {
    auto session = a.begin();
    (void)session.signal(1).write(there(8));  // never says what it sends
    EXPECT_EQ(session.complete(), (posted_list{0, ECANCELED}));
  }
  expect_nothing_posted();
  {
    auto session = a.begin();
    auto first = session.signal(1).write(there(8));
    session.signal(2).write(there(8)).sge(from(8));
    std::move(first).sge(from(8));
    const auto posted = session.complete();
    EXPECT_EQ(posted, (posted_list{0, ECANCELED}));
    EXPECT_NE(posted.message().find("begun and not finished"), std::string::npos);
  }
  expect_nothing_posted();
}

TEST_F(sessions, ComeOneAtATime) {
  {
    auto session = a.begin();
    auto another = a.begin();
    another.signal(1).write(there(8)).sge(from(8));
    EXPECT_EQ(another.complete(), (posted_list{0, EBUSY}));
    session.signal(2).write(there(8)).sge(from(8));
    EXPECT_EQ(session.complete(), (posted_list{1, 0}));
    EXPECT_EQ(session.complete(), (posted_list{0, EBADF}));
  }
  expect_done(wc_opcode::rdma_write, 2);
}

TEST_F(sessions, PostNothingOfWhatDoesNotFitAtAll) {
  const auto refused = [&](auto&& build) {
    auto session = a.begin();
    session.signal(1).write(there(8)).sge(from(8));
    build(session);
    session.signal(2).write(there(8)).sge(from(8));
    return session.complete();
  };
  const std::vector<memory_slice> too_many(a.max_send_sge() + 1, from(1));
  const std::vector<std::byte> bytes(a.max_inline_data() + 1);
  EXPECT_EQ(refused([&](auto& s) { s.write(there(8)).sge(from(9)); }), (posted_list{0, ERANGE}));
  EXPECT_EQ(refused([&](auto& s) { s.read(there(8)).sge(into(9)); }), (posted_list{0, ERANGE}));
  EXPECT_EQ(refused([&](auto& s) { s.fetch_add(there(8), 1).sge(into(4)); }),
            (posted_list{0, ERANGE}));
  EXPECT_EQ(refused([&](auto& s) { s.write(there(half)).sge_list(too_many); }),
            (posted_list{0, E2BIG}));
  EXPECT_EQ(refused([&](auto& s) { s.write(there(half)).inline_data(bytes); }),
            (posted_list{0, EMSGSIZE}));
  const memory_slice too_long[]{{from(8).addr(), 0x80000000, from(8).lkey()}};
  EXPECT_EQ(refused([&](auto& s) { s.send().sge(too_long[0]); }), (posted_list{0, EMSGSIZE}));
  EXPECT_EQ(refused([&](auto& s) { s.send().sge_list(too_long); }), (posted_list{0, EMSGSIZE}));
  const auto full = refused([&](auto& s) {
    for (int i = 0; i < 1000; ++i) s.write(there(8)).sge(from(8));
  });
  EXPECT_EQ(full.accepted, 0u);
  EXPECT_TRUE(full.message().starts_with("the queue is full")) << full.message();
  expect_nothing_posted();
}

TEST_F(sessions, AnswerWhenClosed) {
  a.close();
  auto session = a.begin();
  session.signal(1).write(there(8)).sge(from(8));
  EXPECT_EQ(session.complete(), (posted_list{0, EBADF}));
}

TEST_F(sessions, SendDatagrams) {
  constexpr std::uint32_t grh = 40;
  verbs_qp<ud, posting::sessions> sender(pd, cq);
  verbs_qp<ud, posting::sessions> receiver(pd, b_cq);
  sender.activate();
  receiver.activate();
  address_handle to(pd, receiver.address());
  ASSERT_TRUE(receiver.post_recv({into(grh + 8), 1}));
  auto session = sender.begin();
  session.signal(4).send_imm(5).to(to.destination()).sge(from(8));
  ASSERT_TRUE(session.complete());
  EXPECT_EQ(completion(cq).wr_id(), 4u);
  EXPECT_EQ(completion(b_cq).imm(), 5u);
  EXPECT_TRUE(arrived(8, 0, grh));
}

TEST_F(sessions, OnUnreliableConnections) {
  verbs_qp<uc, posting::sessions> one(pd, cq);
  verbs_qp<uc, posting::sessions> other(pd, b_cq);
  connect(one, other);
  ASSERT_TRUE(other.post_recv({{}, 2}));
  auto session = one.begin();
  session.signal(1).write_imm(there(8), 3).sge(from(8));
  ASSERT_TRUE(session.complete());
  expect_done(wc_opcode::rdma_write, 1);
  EXPECT_EQ(completion(b_cq).imm(), 3u);  // no peer acknowledges: only the receiver knows
  EXPECT_TRUE(arrived(8));
}

}  // namespace
}  // namespace verbatim
