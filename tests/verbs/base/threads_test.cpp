// The calls that several threads may make at once, on the emulated device: docs/threads.md says
// which. Run plain and under ThreadSanitizer.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "message_of.hpp"
#include "threads_fixture.hpp"
#include "verbatim/verbs/memory/slot_pool.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;

// Row: making objects of one context
TEST_F(threads, make_use_and_close_objects_of_one_context) {
  crew all;
  for (std::size_t thread = 0; thread < 4; ++thread) {
    all.add([&, thread, pd = pd] {
      for (int round = 1; round <= 20; ++round) {
        cq<type> cq(pd.context(), 16);
        type qp(pd, cq);
        qp.connect(qp.address());
        write(qp, thread, round);
        poll(cq, round);
        if (round % 3 == 0) cq.close();
        if (round % 3 == 1) qp.close();
      }
    });
  }
}

// Row: posting to the send side
// Row: ring_doorbell()
TEST_F(threads, post_to_queue_pairs_of_their_own_that_share_a_register) {
  std::vector<cq<type>> cqs;
  std::vector<type> qps;
  for (std::size_t thread = 0; thread < 4; ++thread) {
    cqs.emplace_back(context, 16);
    qps.emplace_back(pd, cqs.back());
    qps.back().connect(qps.back().address());
  }
  crew all;
  for (std::size_t thread = 0; thread < 4; ++thread) {
    all.add([&, thread] {
      for (int i = 1; i <= 200; ++i) {
        write(qps[thread], thread, i);
        poll(cqs[thread], i);
      }
    });
  }
}

// Row: posting to the send side
TEST_F(threads, share_a_queue_pair_by_a_lock) {
  cq<type> cq(context, 256);
  type qp(pd, cq);
  qp.connect(qp.address());
  constexpr int messages = 1000;
  std::mutex mutex;
  int seen = 0;
  crew all;
  all.add([&] {
    for (int posted = 0; posted < messages;) {
      const std::lock_guard lock(mutex);
      if (posted - seen < 32) write(qp, 0, ++posted);
    }
  });
  all.add([&] {
    for (bool more = true; more;) {
      const std::lock_guard lock(mutex);
      cq.poll([&](auto&& c) { EXPECT_EQ(c.entry, ++seen); });
      more = seen < messages;
    }
  });
}

// Row: changing a queue pair's state
TEST_F(threads, change_the_states_of_one_queue_pair_by_turns) {
  cq<type> cq(context, 16);
  type shared(pd, cq);
  const auto address = shared.address();
  crew all;
  for (int thread = 0; thread < 3; ++thread) {
    all.add([&, thread] {
      for (int i = 0; i < 20; ++i) {
        try {
          if (thread == 0) {
            shared.reset();
          } else if (thread == 1) {
            shared.connect(address);
          } else {
            shared.to_error();
          }
        } catch (const error&) {
          // Another thread has left it in a state from which this change is not allowed.
        }
      }
    });
  }
  all.join();
  shared.reset();
  shared.connect(shared.address());
  write(shared, 0, 1);
  poll(cq, 1);
}

// Row: slot_pool
TEST_F(threads, take_slots_of_a_pool_and_give_them_back) {
  slot_pool pool(pd, 64, 6);
  std::mutex mutex;
  std::vector<slot_pool::slot> handed_over;
  crew all;
  for (std::size_t thread = 0; thread < 4; ++thread) {
    all.add([&, thread] {
      const auto mine = static_cast<std::byte>(thread + 1);
      for (int i = 0; i < 5000; ++i) {
        auto one = pool.take();
        if (!one) continue;
        std::fill(one.memory().begin(), one.memory().end(), mine);
        auto two = pool.take();
        if (two) std::fill(two.memory().begin(), two.memory().end(), mine);
        for (const auto byte : one.memory()) ASSERT_EQ(byte, mine) << "somebody else has it too";
        if (i % 16 != 0) continue;
        const std::lock_guard lock(mutex);  // another thread gives it back
        handed_over.clear();
        handed_over.push_back(std::move(one));
      }
    });
  }
  all.join();
  handed_over.clear();
  EXPECT_EQ(pool.available(), 6u);
  std::vector<slot_pool::slot> every;
  for (int i = 0; i < 6; ++i) every.push_back(pool.take());
  EXPECT_TRUE(every.back());
  EXPECT_FALSE(pool.take());
}

TEST_F(threads, post_with_slots) {
  slot_pool pool(pd, 64, 8);
  using type = rc_qp<slot_pool::slot>;
  cq<type> cq(context, 64);
  type qp(pd, cq);
  qp.connect(qp.address());
  for (int i = 0; i < 20; ++i) {
    auto one = pool.take();
    ASSERT_TRUE(one);
    const auto piece = one.slice();
    ASSERT_TRUE(qp.sq_wqe()
                    .write()
                    .rdma(mr.addr(), mr.rkey())
                    .sge(piece.addr(), piece.length(), piece.lkey())
                    .signal(std::move(one))
                    .finish());
    qp.ring_doorbell();
    EXPECT_EQ(pool.available(), 7u) << "the queue has it";
    EXPECT_EQ(cq.collect([&](auto&& c) { EXPECT_TRUE(c.entry); }, 1, 10s), 1u);
    EXPECT_EQ(pool.available(), 8u);
  }
}

// Row: copying and dropping handles
TEST_F(threads, copy_and_drop_handles) {
  cq<type> cq(context, 16);
  std::optional<type> qp(std::in_place, pd, cq);
  const auto text = qp->describe();
  crew all;
  for (int thread = 0; thread < 4; ++thread) {
    all.add([mine = *qp, &text] {
      for (int i = 0; i < 200; ++i) {
        const auto copy = mine;
        EXPECT_TRUE(copy.is_open());
        EXPECT_EQ(copy.describe(), text);
      }
    });
  }
  qp.reset();
}

// Row: close() of other objects
// Row: reset() and close() of a queue pair
TEST_F(threads, close_while_others_drop_and_ask) {
  for (int round = 0; round < 30; ++round) {
    auto context = open_device();
    verbatim::pd pd(context);
    std::optional<verbatim::mr> mr(std::in_place, pd, std::span(memory));
    cq<type> cq(context, 16);
    std::optional<type> one(std::in_place, pd, cq), other(std::in_place, pd, cq);
    crew all;
    all.add([&] { EXPECT_TRUE(context.close().complete()); });
    all.add([one = std::move(one)]() mutable { one.reset(); });
    all.add([other = std::move(other), mr = std::move(mr)]() mutable {
      mr.reset();
      other.reset();
    });
    all.add([pd]() mutable { pd.close(); });
    all.add([context] {
      const auto said = message_of([&] { (void)context.port(1); });
      EXPECT_TRUE(said == "no error" || said.find("it has been closed") != std::string::npos);
    });
    all.join();
    EXPECT_FALSE(context.is_open());
  }
}

}  // namespace
}  // namespace verbatim
