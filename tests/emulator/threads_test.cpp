// What several threads may do at once, on the emulated device: docs/threads.md says what that is. Run plain and
// under ThreadSanitizer.
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
#include "verbatim/verbs/completion_channel.hpp"
#include "verbatim/verbs/cq.hpp"
#include "verbatim/verbs/device.hpp"
#include "verbatim/verbs/mr.hpp"
#include "verbatim/verbs/pd.hpp"
#include "verbatim/verbs/qp.hpp"
#include "verbatim/verbs/slot_pool.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using type = rc_qp<int>;

/// Threads that begin together, and are waited for.
class crew {
 public:
  ~crew() { join(); }

  template <class Action>
  void add(Action action) {
    threads_.emplace_back([this, action = std::move(action)]() mutable {
      while (!go_) std::this_thread::yield();
      action();
    });
  }
  void join() {
    go_ = true;
    for (auto& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  std::atomic<bool> go_ = false;
  std::vector<std::thread> threads_;
};

class threads : public testing::Test {
 protected:
  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(4096);
  verbatim::context context = open_device();
  verbatim::pd pd{context};
  verbatim::mr mr{pd, std::span(memory), access::local_write | access::remote_write};

  /// Writes within the part of the memory that belongs to a thread.
  void write(type& qp, std::size_t thread, int entry) const {
    const auto at = mr.addr() + thread * 256;
    ASSERT_TRUE(
        qp.sq_wqe().write().rdma(at + 64, mr.rkey()).sge(at, 64, mr.lkey()).signal(entry).finish());
    qp.ring_doorbell();
  }
  static void poll(cq<type>& cq, int entry) {
    int seen = 0;
    while (seen == 0) {
      cq.poll([&](auto&& c) {
        EXPECT_EQ(c.status(), cqe_syndrome::ok);
        seen = c.entry;
      });
    }
    EXPECT_EQ(seen, entry);
  }
};

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

TEST_F(threads, take_slots_of_a_pool_and_give_them_back) {
  slot_pool pool(pd, 64, 6);
  std::mutex mutex;
  std::vector<slot> handed_over;
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
  std::vector<slot> every;
  for (int i = 0; i < 6; ++i) every.push_back(pool.take());
  EXPECT_TRUE(every.back());
  EXPECT_FALSE(pool.take());
}

TEST_F(threads, post_with_slots) {
  slot_pool pool(pd, 64, 8);
  using type = rc_qp<slot>;
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

TEST_F(threads, wait_until_others_close) {
  for (int round = 0; round < 10; ++round) {
    auto context = open_device();
    completion_channel channel(context);
    std::string waited, of_events;
    crew all;
    all.add([&] { waited = message_of([&] { (void)channel.wait(); }); });
    all.add(
        [&, context]() mutable { of_events = message_of([&] { (void)context.wait_event(); }); });
    all.add([context]() mutable {
      std::this_thread::sleep_for(5ms);
      EXPECT_TRUE(context.close().complete());
    });
    all.join();
    EXPECT_NE(waited.find("it has been closed"), std::string::npos) << waited;
    EXPECT_NE(of_events.find("it has been closed"), std::string::npos) << of_events;
  }
}

}  // namespace
}  // namespace verbatim
