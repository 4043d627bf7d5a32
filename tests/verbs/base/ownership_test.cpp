// Owners, and the order in which things close; with objects that no device has.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <string>
#include <thread>

#include "fake_bodies.hpp"
#include "message_of.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace verbatim::verbs {
namespace {

TEST(ownership, ChildrenKeepTheirParentsAlive) {
  tree t;
  t.context = {};
  t.p1 = {};
  t.cq = {};
  EXPECT_TRUE(t.log.empty());
  t.q1 = {};
  EXPECT_EQ(t.log, names({"q1"}));
  t.m1 = {};
  EXPECT_EQ(t.log, names({"q1", "m1", "p1"}));
  t.q2 = {};
  EXPECT_EQ(t.log, names({"q1", "m1", "p1", "q2", "cq"}));
  t.p2 = {};
  EXPECT_EQ(t.log.back(), "context");
}

TEST(ownership, HandlesCanGoInEveryOrder) {
  std::array<int, 7> order{0, 1, 2, 3, 4, 5, 6};
  do {
    tree t;
    const std::array<fake_ref*, 7> all{&t.context, &t.p1, &t.p2, &t.m1, &t.cq, &t.q1, &t.q2};
    for (const auto i : order) *all[static_cast<std::size_t>(i)] = {};
    ASSERT_EQ(t.log.size(), 7u);
    ASSERT_EQ(t.log.back(), "context");
    ASSERT_LT(place(t.log, "q1"), std::min(place(t.log, "p1"), place(t.log, "cq")));
    ASSERT_LT(place(t.log, "q2"), std::min(place(t.log, "p2"), place(t.log, "cq")));
    ASSERT_LT(place(t.log, "m1"), place(t.log, "p1"));
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(ownership, ClosingAParentClosesItsChildrenByRank) {
  tree t;
  t.context->close();
  ASSERT_EQ(t.log.size(), 7u);
  names ranks = t.log;
  std::sort(ranks.begin(), ranks.begin() + 2);
  std::sort(ranks.begin() + 4, ranks.begin() + 6);
  EXPECT_EQ(ranks, names({"q1", "q2", "cq", "m1", "p1", "p2", "context"}));
  EXPECT_FALSE(t.context->is_open());
  EXPECT_FALSE(t.q2->is_open());
}

TEST(ownership, ClosingLeavesSiblingsAlone) {
  tree t;
  t.p1->close();
  EXPECT_EQ(t.log, names({"q1", "m1", "p1"}));
  EXPECT_TRUE(t.q2->is_open());
  EXPECT_TRUE(t.cq->is_open());
  EXPECT_TRUE(t.context->is_open());
}

TEST(ownership, ClosingTwiceDoesNothing) {
  tree t;
  t.q1->close();
  t.q1->close();
  t.p1->close();
  EXPECT_EQ(t.log, names({"q1", "m1", "p1"}));
}

TEST(ownership, WhatIsClosedIsNotDestroyedAgain) {
  names log;
  {
    tree t;
    t.context->close();
    log = t.log;
    t.q1 = {};
    t.context = {};
    EXPECT_EQ(t.log, log);
  }
}

TEST(ownership, AClosedObjectSaysSo) {
  tree t;
  t.cq->close();
  EXPECT_EQ(message_of([&] { (void)t.q1->while_open("to_rts"); }),
            "to_rts on q1: it has been closed, by itself or with what it was made on");
  EXPECT_EQ(message_of([&] {
              t.child(rank::queue_pair, "q3", {t.p1, t.cq});
            }),
            "make_q3 on cq: it has been closed, by itself or with what it was made on");
}

TEST(ownership, ParentsAreOfOneContext) {
  tree t, other;
  EXPECT_EQ(message_of([&] {
              t.child(rank::queue_pair, "q3", {t.p1, other.cq});
            }),
            "make_q3 on cq: it was made on another context than p1: open the device once, and make "
            "both on that context");
}

/// The leaks that the leak_hook has got since it was set.
class leaks {
 public:
  leaks() : before_(on_leak(&note)) { told.clear(); }
  ~leaks() { on_leak(before_); }

  static inline names told;

 private:
  static void note(const error& leaked) noexcept {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    told.push_back(leaked.object());
  }

  leak_hook before_;
};

names objects(const close_report& report) {
  names result;
  for (const auto& one : report.refused) result.push_back(one.object());
  return result;
}

TEST(ownership, ARefusalIsReportedAndTriedAgain) {
  tree t;
  t.p1->refusal = EBUSY;
  const auto report = t.context->close();
  EXPECT_FALSE(report.complete());
  ASSERT_EQ(objects(report), names({"p1"}));
  EXPECT_EQ(report.refused.front().code(), std::errc::device_or_resource_busy);
  EXPECT_STREQ(report.refused.front().what(),
               "close on p1: Device or resource busy: the device still has objects that depend on "
               "it: destroy what you made through native(), and close it again");
  EXPECT_FALSE(t.p1->is_open());
  EXPECT_FALSE(t.context->is_open());
  EXPECT_EQ(t.log.back(), "p2");  // what p1 was made on stays
  EXPECT_EQ(objects(t.context->close()), names({"p1"}));
  t.p1->refusal = 0;
  EXPECT_TRUE(t.context->close().complete());
  EXPECT_EQ(t.log[t.log.size() - 2], "p1");
  EXPECT_EQ(t.log.back(), "context");
}

TEST(ownership, ARefusedObjectKeepsAllThatItWasMadeOn) {
  tree t;
  t.q1->refusal = EIO;
  EXPECT_EQ(objects(t.context->close()), names({"q1"}));
  EXPECT_EQ(t.log, names({"q2", "m1", "p2"}));  // not cq, p1 and context
  EXPECT_FALSE(t.cq->is_open());
  t.q1->refusal = 0;
  EXPECT_TRUE(t.q1->close().complete());
  EXPECT_EQ(t.log, names({"q2", "m1", "p2", "q1", "cq", "p1", "context"}));
}

TEST(ownership, AnythingElseThatClosesTriesAgain) {
  tree t;
  t.m1->refusal = EAGAIN;
  EXPECT_EQ(objects(t.m1->close()), names({"m1"}));
  t.m1->refusal = 0;
  EXPECT_TRUE(t.q2->close().complete());
  EXPECT_EQ(t.log, names({"q2", "m1"}));
}

TEST(ownership, ALeakIsToldOnceAndTriedAgain) {
  const leaks told;
  tree t;
  const auto once_more = t.cq;
  auto* const refuses = t.q1.get();
  refuses->refusal = EBUSY;
  t.q1 = {};
  EXPECT_EQ(leaks::told, names({"q1"}));
  EXPECT_TRUE(t.log.empty());
  t.p2 = {};  // no parent of it: q2 has it still
  refuses->refusal = 0;
  t.cq = {};  // a parent's handle, not the last
  EXPECT_EQ(t.log, names({"q1"}));
  EXPECT_EQ(leaks::told, names({"q1"}));
}

TEST(ownership, WhatNobodyOwnsGoesWithItsFamily) {
  const leaks told;
  names log;
  {
    tree t;
    auto* const refuses = t.m1.get();
    refuses->refusal = EBUSY;
    t.m1 = {};
    t.p1 = {};
    t.q1 = {};
    EXPECT_EQ(objects(t.context->close()), names({"m1"}));
    refuses->refusal = 0;
    t.context = {};  // not the last owner: m1 is
    log = t.log;
  }
  EXPECT_EQ(log, names({"q1", "q2", "cq", "p2", "m1", "p1", "context"}));
  EXPECT_EQ(leaks::told, names({"m1"}));
}

TEST(ownership, ALeakIsNotSilent) {
  tree t;
  auto* const refuses = t.m1.get();
  refuses->refusal = EBUSY;
  testing::internal::CaptureStderr();
  t.m1 = {};
  EXPECT_NE(testing::internal::GetCapturedStderr().find("verbatim: leaked: close on m1: "),
            std::string::npos);
  refuses->refusal = 0;
  EXPECT_TRUE(t.p1->close().complete());

  const auto hook = on_leak(nullptr);
  auto* const another = t.q2.get();
  another->refusal = EBUSY;
  testing::internal::CaptureStderr();
  t.q2 = {};
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  another->refusal = 0;
  on_leak(hook);
}

TEST(ownership, ClosingAloneWantsNothingThatDepends) {
  tree t;
  EXPECT_EQ(message_of([&] { t.p1->close_alone(); }),
            "try_close on p1: q1 was made on it and is left: close that first, or all by close()");
  EXPECT_TRUE(t.p1->is_open());
  t.q1->close_alone();
  t.m1->close_alone();
  t.p1->refusal = EBUSY;
  EXPECT_NE(message_of([&] { t.p1->close_alone(); }), "no error");
  t.p1->refusal = 0;
  t.p1->close_alone();
  t.p1->close_alone();
  EXPECT_EQ(t.log, names({"q1", "m1", "p1"}));
}

TEST(ownership, AThrowingConstructorLeavesNothing) {
  struct throws final : body {
    throws() : body(rank::queue_pair) { throw error(EINVAL, "make", "it", "no"); }
    std::string describe() const override { return "it"; }
    int destroy() noexcept override { return 0; }
  };
  tree t;
  EXPECT_EQ(message_of([&] { (void)make<throws>("make", {t.p1}); }),
            "make on it: Invalid argument: no");
  t.p1->close();
  EXPECT_EQ(t.log, names({"q1", "m1", "p1"}));
}

/// Runs the actions in threads of their own that begin together. An action takes along the objects that it
/// holds.
template <class... Actions>
void race(Actions... actions) {
  std::atomic<bool> go = false;
  const auto after_go = [&go](auto action) {
    return std::thread([&go, action = std::move(action)]() mutable {
      while (!go) std::this_thread::yield();
      action();
    });
  };
  std::array threads{after_go(std::move(actions))...};
  go = true;
  for (auto& thread : threads) thread.join();
}

TEST(ownership, ClosingAndDroppingCanRace) {
  for (int round = 0; round < 200; ++round) {
    tree t;
    race([&] { t.context->close(); }, [q = std::move(t.q1)]() mutable { q = {}; },
         [q = std::move(t.q2), m = std::move(t.m1)]() mutable { q = m = {}; },
         [p = t.p1] { p->close(); });
    ASSERT_EQ(t.log.size(), 7u);
    ASSERT_FALSE(t.context->is_open());
  }
}

TEST(ownership, RefusalsCanRace) {
  const leaks told;
  for (int round = 0; round < 200; ++round) {
    tree t;
    t.q1->refusal = t.m1->refusal = EBUSY;
    auto* const q = t.q1.get();
    auto* const m = t.m1.get();
    race([&] { t.context->close(); }, [q = std::move(t.q1)]() mutable { q = {}; },
         [m = std::move(t.m1)]() mutable { m = {}; }, [p = std::move(t.p1)]() mutable { p = {}; });
    ASSERT_EQ(t.log.size(), 2u);  // q2 and p2: the others are kept
    q->refusal = m->refusal = 0;
    ASSERT_TRUE(t.context->close().complete());
    ASSERT_EQ(t.log.size(), 7u);
    ASSERT_EQ(t.log.back(), "context");
  }
}

TEST(return_codes, AreNormalised) {
  EXPECT_EQ(error_number(0), 0);
  EXPECT_EQ(error_number(ENOMEM), ENOMEM);
  EXPECT_EQ(error_number(-EINVAL), EINVAL);
  errno = EAGAIN;
  EXPECT_EQ(error_number(-1), EAGAIN);
  errno = 0;
  EXPECT_EQ(error_number(-1), EIO);
}

TEST(errors, NameCallObjectAndRemedy) {
  try {
    check(ENOMEM, "ibv_reg_mr", "PD of mlx5_0", "raise RLIMIT_MEMLOCK");
    FAIL();
  } catch (const std::system_error& caught) {
    EXPECT_EQ(caught.code(), std::errc::not_enough_memory);
    EXPECT_STREQ(caught.what(),
                 "ibv_reg_mr on PD of mlx5_0: Cannot allocate memory: raise RLIMIT_MEMLOCK");
    const auto& e = dynamic_cast<const error&>(caught);
    EXPECT_EQ(e.call(), "ibv_reg_mr");
    EXPECT_EQ(e.object(), "PD of mlx5_0");
    EXPECT_EQ(e.advice(), "raise RLIMIT_MEMLOCK");
  }
}

TEST(results, HaveAValueOrAnError) {
  const auto given = attempt([] { return std::string("three"); });
  ASSERT_TRUE(given);
  EXPECT_EQ(*given, "three");
  EXPECT_EQ(given->size(), 5u);

  const auto failed = attempt([]() -> std::string {
    check(ENOMEM, "ibv_reg_mr", "PD", "");
    return "";
  });
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error().code(), std::errc::not_enough_memory);
  EXPECT_EQ(failed.error().call(), "ibv_reg_mr");

  EXPECT_TRUE(attempt([] {}));
  EXPECT_FALSE(attempt([] { check(EIO, "call", "it", ""); }));
  EXPECT_THROW((void)attempt([] { throw std::bad_alloc(); }), std::bad_alloc);
}

TEST(results, HoldWhatHasNoDefault) {
  tree t;
  auto made = attempt([&] { return t.child(rank::queue_pair, "q3", {t.p1, t.cq}); });
  ASSERT_TRUE(made);
  const auto taken = *std::move(made);
  EXPECT_TRUE(taken->is_open());
  t.p1->close();
  const auto refused = attempt([&] { return t.child(rank::queue_pair, "q4", {t.p1}); });
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().object(), "p1");
}

}  // namespace
}  // namespace verbatim::verbs
