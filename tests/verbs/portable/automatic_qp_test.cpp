// Queue pairs that inline and signal by themselves.
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <deque>
#include <ostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dice.hpp"
#include "long_enough.hpp"
#include "message_of.hpp"
#include "posting_fixture.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim {
namespace {

struct outcome {
  std::uint64_t wr_id;
  wc_status status;
  bool operator==(const outcome&) const = default;
};
std::ostream& operator<<(std::ostream& out, const outcome& one) {
  return out << one.wr_id << ' ' << one.status;
}

/// Numbers from `first` on, each as often as a request with it succeeds.
std::vector<outcome> all_good(std::uint64_t first, std::uint64_t count) {
  std::vector<outcome> all;
  for (auto id = first; id < first + count; ++id) all.push_back({id, wc_status::success});
  return all;
}

using automatic_qp = verbs_qp<rc, signaling::automatic>;
using datagrams = verbs_qp<ud, signaling::automatic>;

class automatic : public testing::posting_fixture {
 protected:
  using request = automatic_qp::request;

  automatic_qp make(const automatic_qp::options& policy, std::uint32_t max_send_wr = 16) {
    automatic_qp qp(pd, cq, recv_cq, {.max_send_wr = max_send_wr, .max_inline_data = 64}, policy);
    link(qp);
    return qp;
  }

  /// Connects it in place of the peer's previous one, which is another queue pair and fails alone.
  void link(automatic_qp& qp) {
    if (qp.state() != qp_state::reset) qp.reset();
    if (peer.state() != qp_state::reset) peer.reset();
    connect(qp, peer);
  }

  /// Returns the requests that come back: at least `count`, unless long_enough is over before.
  std::vector<outcome> handed_back(automatic_qp& qp, std::size_t count) {
    std::vector<outcome> all;
    std::array<work_completion, 4> some;
    const auto end = std::chrono::steady_clock::now() + long_enough;
    do {
      const auto taken = cq.poll(some);
      completions_ += taken;
      for (const auto& one : std::span(some).first(taken)) {
        qp.completed(one, [&](std::uint64_t id, wc_status status) { all.push_back({id, status}); });
      }
    } while (all.size() < count && std::chrono::steady_clock::now() < end);
    return all;
  }

  /// CQEs since the last call.
  unsigned completions() { return std::exchange(completions_, 0); }

  request write(std::uint64_t id) const { return request::write(from(8), there(8)).id(id); }

  /// To a key that does not exist.
  request wrong(std::uint64_t id) const {
    const auto good = there(8);
    return request::write(from(8), remote_region(good.addr(), 8, rkey(good.rkey().value() ^ 0xff)))
        .id(id);
  }

  verbs_cq cq{context, 256};
  verbs_cq recv_cq{context, 16};
  verbs_qp<rc> peer{pd, recv_cq};

 private:
  unsigned completions_ = 0;
};

TEST_F(automatic, InlinesWhatFits) {
  auto qp = make({.inline_up_to = 32});
  // The status is loc_prot_err, or on rxe loc_qp_op_err.
  const auto refused = [](const std::vector<outcome>& all) {
    return all.size() == 1 && all[0].status != wc_status::success;
  };
  const auto unregistered = [this](std::uint32_t length) {
    const auto good = from(length);
    return memory_slice(good.addr(), length, lkey(good.lkey().value() ^ 0xff));
  };
  ASSERT_TRUE(qp.post(request::write(unregistered(32), there(32)).id(1)));
  EXPECT_EQ(handed_back(qp, 1), all_good(1, 1)) << "nobody looks at the key of what is inline";
  EXPECT_TRUE(arrived(32));
  const std::array pieces{unregistered(8)};
  ASSERT_TRUE(qp.post(request::write(pieces, there(8, 100)).id(2)));
  EXPECT_EQ(handed_back(qp, 1), all_good(2, 1));
  EXPECT_TRUE(arrived(8, 0, 100));
  ASSERT_TRUE(qp.post(request::read(into(8, 200), mr.remote(0, 8)).id(3)));
  EXPECT_EQ(handed_back(qp, 1), all_good(3, 1)) << "a READ fetches";
  EXPECT_TRUE(arrived(8, 0, 200));
  ASSERT_TRUE(qp.post(request::write(unregistered(33), there(33)).id(4)));
  EXPECT_TRUE(refused(handed_back(qp, 1)));
  auto by_key = make({});
  ASSERT_TRUE(by_key.post(request::write(unregistered(8), there(8)).id(5)));
  EXPECT_TRUE(refused(handed_back(by_key, 1)));
}

TEST_F(automatic, SignalsOneOfSeveral) {
  auto qp = make({.signal_every = 4, .signal_last = false});
  for (std::uint64_t id = 0; id < 11; ++id) ASSERT_TRUE(qp.post(write(id)));
  EXPECT_EQ(handed_back(qp, 8), all_good(0, 8));
  EXPECT_EQ(completions(), 2u);
  EXPECT_EQ(qp.outstanding(), 3u);
  ASSERT_TRUE(qp.post(request::write(from(8), there(8)).signal(11)));
  EXPECT_EQ(handed_back(qp, 4), all_good(8, 4)) << "who asks, gets";
  EXPECT_EQ(qp.room(), 16u);
}

TEST_F(automatic, SignalsTheLastOfAList) {
  auto qp = make({.signal_every = 8});
  std::vector<request> list;
  for (std::uint64_t id = 0; id < 5; ++id) list.push_back(write(id));
  for (int round = 0; round < 3; ++round) {  // of the same requests
    ASSERT_EQ(qp.post(list), (posted_list{5, 0}));
    EXPECT_EQ(handed_back(qp, 5), all_good(0, 5));
    EXPECT_EQ(completions(), 1u);
  }
}

TEST_F(automatic, NeverStandsStill) {
  for (const std::uint32_t every : {0u, 1u, 7u, 1000u}) {
    auto qp = make({.signal_every = every, .signal_last = false}, 7);
    std::vector<outcome> all;
    std::uint64_t next = 0;
    while (next < 200) {
      while (qp.room() != 0) ASSERT_TRUE(qp.post(write(next++)));
      ASSERT_EQ(qp.post(write(next)), (posted_list{0, ENOMEM}));
      const auto some = handed_back(qp, 1);
      ASSERT_FALSE(some.empty()) << "signaled one of " << every;
      all.insert(all.end(), some.begin(), some.end());
    }
    EXPECT_EQ(all, all_good(0, all.size()));
    qp.close();
    EXPECT_EQ(qp.flush([](auto, auto) {}), next - all.size());
  }
}

TEST_F(automatic, PostsWhatThereIsRoomFor) {
  auto qp = make({}, 4);
  std::vector<request> list;
  for (std::uint64_t id = 0; id < 6; ++id) list.push_back(write(id));
  EXPECT_EQ(qp.post(list), (posted_list{4, ENOMEM}));
  EXPECT_EQ(handed_back(qp, 4), all_good(0, 4)) << "the last that was posted is signaled";
  EXPECT_EQ(qp.post(std::span(list).subspan(4)), (posted_list{2, 0}));
  EXPECT_EQ(handed_back(qp, 2), all_good(4, 2));
}

TEST_F(automatic, PostsWhatIsBeforeAMistake) {
  auto qp = make({});
  const std::vector<memory_slice> too_many(qp.max_send_sge() + 1, from(4));
  std::array list{write(0), write(1), request::write(too_many, there(half)).id(2), write(3)};
  EXPECT_EQ(qp.post(list), (posted_list{2, E2BIG}));
  EXPECT_EQ(handed_back(qp, 2), all_good(0, 2));
  EXPECT_EQ(qp.room(), 16u);
}

TEST_F(automatic, KnowsWhatFailedAndWhatDidNot) {
  auto qp = make({});
  std::array list{write(0), write(1), wrong(2), write(3), write(4)};
  ASSERT_TRUE(qp.post(list));
  EXPECT_EQ(handed_back(qp, 5), (std::vector<outcome>{{0, wc_status::success},
                                                      {1, wc_status::success},
                                                      {2, wc_status::rem_access_err},
                                                      {3, wc_status::wr_flush_err},
                                                      {4, wc_status::wr_flush_err}}));
  link(qp);
  ASSERT_TRUE(qp.post(write(5)));
  EXPECT_EQ(handed_back(qp, 1), all_good(5, 1));
}

TEST_F(automatic, HandsBackWhatAResetLost) {
  auto qp = make({.signal_every = 8, .signal_last = false});
  std::array list{write(0), write(1), write(2)};
  ASSERT_TRUE(qp.post(list));
  EXPECT_TRUE(handed_back(qp, 0).empty());
  link(qp);
  ASSERT_TRUE(qp.post(request::write(from(8), there(8)).signal(3)));
  EXPECT_EQ(handed_back(qp, 4), (std::vector<outcome>{{0, wc_status::wr_flush_err},
                                                      {1, wc_status::wr_flush_err},
                                                      {2, wc_status::wr_flush_err},
                                                      {3, wc_status::success}}));
  ASSERT_TRUE(qp.post(write(4)));
  qp.reset();
  std::vector<outcome> lost;
  EXPECT_EQ(qp.flush([&](auto id, auto status) { lost.push_back({id, status}); }), 1u);
  EXPECT_EQ(lost, (std::vector<outcome>{{4, wc_status::wr_flush_err}}));
  ibv_wc stale{};
  stale.wr_id = 3;
  EXPECT_EQ(qp.completed(work_completion(stale), [](auto, auto) { FAIL(); }), 0u);
}

TEST_F(automatic, IsClosed) {
  auto qp = make({.signal_last = false});
  ASSERT_TRUE(qp.post(write(7)));
  qp.close();
  EXPECT_EQ(qp.post(write(8)), (posted_list{0, EBADF}));
  EXPECT_EQ(qp.flush([](auto id, auto status) {
    EXPECT_EQ(id, 7u);
    EXPECT_EQ(status, wc_status::wr_flush_err);
  }),
            1u);
}

TEST_F(automatic, KeepsReceivesApart) {
  EXPECT_EQ(message_of([&] { automatic_qp(pd, cq, cq, {}, {}); }),
            "create_qp on " + cq.describe() +
                ": receives would complete there too, which signaling::automatic cannot tell from "
                "sends: give them a completion queue of their own");
}

TEST_F(automatic, SendsDatagrams) {
  datagrams qp(pd, cq, recv_cq, {.max_inline_data = 64}, {.inline_up_to = 64});
  qp.activate({.qkey = 5});
  const address_handle to(pd, qp.address());
  ASSERT_TRUE(qp.post_recv({into(48), 1}));
  ASSERT_TRUE(qp.post(datagrams::request::send(from(8)).to(to.destination(5)).id(9)));
  unsigned done = 0;
  EXPECT_EQ(qp.completed(completion(cq), [&](auto id, auto) { done += id == 9; }), 1u);
  EXPECT_EQ(done, 1u);
  EXPECT_TRUE(completion(recv_cq).ok());
  EXPECT_TRUE(arrived(8, 0, 40));
}

/// Lists of any length with requests that fail, polled at any time: each comes back once, in order, as what
/// it was.
TEST_F(automatic, IsExactByChance) {
  test::dice dice;
  for (int life = 0; life < 12; ++life) {
    const std::uint32_t depth = 1 + dice.below(20);
    auto qp = make({.inline_up_to = dice.one_in(2) ? 64u : 0u,
                    .signal_every = dice.below(12),
                    .signal_last = dice.one_in(2)},
                   depth);
    std::deque<outcome> expected;
    std::uint64_t next = 0;
    bool failed = false;
    const auto compare = [&](const std::vector<outcome>& seen) {
      for (const auto& one : seen) {
        ASSERT_FALSE(expected.empty());
        ASSERT_EQ(one.wr_id, expected.front().wr_id);
        ASSERT_EQ(one.status, expected.front().status) << "of request " << one.wr_id;
        expected.pop_front();
      }
    };
    const auto expect = [&](std::uint64_t id, bool is_wrong) {
      expected.push_back({id, failed     ? wc_status::wr_flush_err
                              : is_wrong ? wc_status::rem_access_err
                                         : wc_status::success});
      failed = failed || is_wrong;
    };
    for (int step = 0; step < 60; ++step) {
      std::vector<request> list;
      std::vector<bool> is_wrong;
      for (auto left = dice.below(6); left != 0; --left) {
        is_wrong.push_back(dice.one_in(50));
        list.push_back(is_wrong.back() ? wrong(next + list.size()) : write(next + list.size()));
        if (dice.one_in(5)) list.back() = std::move(list.back()).signal(next + list.size() - 1);
      }
      const auto posted = qp.post(list);
      ASSERT_EQ(posted.accepted, std::min<std::size_t>(list.size(), depth - expected.size()));
      for (std::uint32_t i = 0; i < posted.accepted; ++i) expect(next + i, is_wrong[i]);
      next += posted.accepted;
      ASSERT_EQ(qp.outstanding(), expected.size());
      if (dice.one_in(2)) compare(handed_back(qp, qp.room() == 0 ? 1 : 0));
      if (failed && dice.one_in(4)) {
        compare(handed_back(qp, expected.size()));
        ASSERT_TRUE(expected.empty()) << "those that are flushed complete";
        link(qp);
        failed = false;
      }
    }
    if (qp.room() == 0) compare(handed_back(qp, 1));
    ASSERT_TRUE(qp.post(write(next).signal(next)));
    expect(next, false);
    compare(handed_back(qp, expected.size()));
    EXPECT_TRUE(expected.empty());
  }
}

}  // namespace
}  // namespace verbatim
