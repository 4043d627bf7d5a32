// Lifetimes that docs/threads.md ties to the thread that polls, on the emulated device.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "long_enough.hpp"
#include "threads_fixture.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/direct/tm_srq.hpp"
#include "verbatim/verbs/direct/xrc_domain.hpp"
#include "verbatim/verbs/direct/xrc_recv_qp.hpp"
#include "verbatim/verbs/direct/xrc_srq.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"
#include "verbatim/verbs/queue_pair/uar.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;

/// Another thread, which asks each object that it is lent for its description, and gives it back.
template <class Handle>
class borrower {
 public:
  borrower() {
    other_.add([this] {
      while (!done_) {
        const std::lock_guard lock(mutex_);
        for (auto& one : lent_) {
          EXPECT_NE(one.describe(), "");
          returned_.push_back(std::move(one));
        }
        lent_.clear();
      }
    });
    other_.begin();
  }
  ~borrower() {
    done_ = true;
    other_.join();
  }

  void lend(const Handle& one) {
    const std::lock_guard lock(mutex_);
    lent_.push_back(one);
  }
  /// Waits for the copies and drops them. The caller's handle is then the last one.
  void take_back() {
    for (bool waits = true; waits;) {
      const std::lock_guard lock(mutex_);
      waits = !lent_.empty();
      returned_.clear();
    }
  }

 private:
  std::mutex mutex_;
  std::vector<Handle> lent_, returned_;
  std::atomic<bool> done_ = false;
  crew other_;
};

/// Polls until as many have completed as are expected. All succeed.
template <class Cq>
void poll_for(Cq& cq, unsigned expected) {
  const auto deadline = std::chrono::steady_clock::now() + long_enough;
  unsigned seen = 0;
  while (seen < expected && std::chrono::steady_clock::now() < deadline) {
    seen += cq.poll([](auto&& c) { EXPECT_EQ(c.status(), cqe_syndrome::ok); });
  }
  EXPECT_EQ(seen, expected);
}

constexpr int rounds = 30;

// Row: making and closing queue pairs of a completion queue
// Row: reset() and close() of a queue pair
TEST_F(threads, make_and_close_queue_pairs_where_they_poll) {
  cq<type> cq(context, 64);
  borrower<type> other;
  for (int round = 1; round <= rounds; ++round) {
    type qp(pd, cq);
    qp.connect(qp.address());
    other.lend(qp);
    write(qp, 0, round);
    poll(cq, round);
    if (round % 4 == 1) qp.reset();
    if (round % 4 == 2) qp.close();
    if (round % 4 != 3) other.take_back();
  }
}

// Row: dropping the last handle of a queue pair, dct
TEST_F(threads, drop_the_last_handle_of_a_dct_where_they_poll) {
  using target = dct<int>;
  cq<dci_qp<int>, target> cq(context, 64);
  srq<int> srq(pd);
  dci_qp<int> from(pd, cq);
  from.activate();
  borrower<target> other;
  for (int round = 1; round <= rounds; ++round) {
    target to(pd, cq, srq, {.dc_key = 7});
    other.lend(to);
    const address_handle way(pd, to.address());
    ASSERT_TRUE(srq.srq_wqe().sge(mr.addr(), 8, mr.lkey()).finish(round));
    srq.ring_doorbell();
    auto chain = from.sq_wqe().av(way.dc(to.dc_key())).send();
    ASSERT_TRUE(std::move(chain).sge(mr.addr() + 64, 8, mr.lkey()).signal(round).finish());
    from.ring_doorbell();
    poll_for(cq, 2);
    other.take_back();
  }
}

// Row: dropping the last handle of a queue pair, dct, tm_srq
TEST_F(threads, drop_the_last_handle_of_a_tm_srq_where_they_poll) {
  using target = tm_srq<int>;
  cq<target> cq(context, 64);
  borrower<target> other;
  for (int round = 1; round <= rounds; ++round) {
    target srq(pd, cq);
    other.lend(srq);
    const auto added = srq.tags().append(7, ~std::uint64_t{0}, mr.addr(), 64, mr.lkey(), round);
    ASSERT_TRUE(added.ok());
    srq.tags().ring_doorbell();
    poll_for(cq, 1);
    other.take_back();  // the tag is still in the list
  }
}

// Row: dropping the last handle of a queue pair, dct, tm_srq or xrc_srq
TEST_F(threads, drop_the_last_handle_of_an_xrc_srq_where_they_poll) {
  using target = xrc_srq<int>;
  xrc_domain domain(context);
  cq<target> cq(context, 64);
  verbatim::cq<xrc_send_qp<int>> sends(context, 64);
  xrc_send_qp<int> from(pd, sends);
  xrc_recv_qp to(domain);
  const auto address = from.address();
  from.connect(to.address());
  to.connect(address);
  borrower<target> other;
  for (int round = 1; round <= rounds; ++round) {
    target srq(domain, pd, cq);
    other.lend(srq);
    ASSERT_TRUE(srq.srq_wqe().sge(mr.addr(), 8, mr.lkey()).finish(round));
    srq.ring_doorbell();
    auto chain = from.sq_wqe().xrc(srq.srqn()).send();
    ASSERT_TRUE(std::move(chain).sge(mr.addr() + 64, 8, mr.lkey()).signal(round).finish());
    from.ring_doorbell();
    poll_for(sends, 1);
    poll_for(cq, 1);
    other
        .take_back();  // a completion queue takes one XRC SRQ, so the next round proves that it is gone
  }
}

// Row: ring_doorbell() of queue pairs that share a register
TEST_F(threads, ring_a_register_of_their_own_without_a_lock) {
  using own = rc_qp<int, int, ringers::one_thread>;
  struct place {
    explicit place(const verbatim::pd& pd) : page(pd), cq(pd.context(), 64) {
      for (int i = 0; i < 2; ++i) {
        qps.emplace_back(page, cq);
        qps.back().connect(qps.back().address());
      }
    }
    uar page;
    verbatim::cq<own> cq;
    std::vector<own> qps;
  };
  std::vector<place> places;
  for (int i = 0; i < 3; ++i) places.emplace_back(pd);
  crew all;
  for (std::size_t thread = 0; thread < places.size(); ++thread) {
    all.add([&, thread] {
      auto& mine = places[thread];
      const auto at = mr.addr() + thread * 256;
      for (int i = 0; i < 200; ++i) {
        for (auto& qp : mine.qps) {
          auto chain = qp.sq_wqe().write().rdma(at + 64, mr.rkey()).sge(at, 32, mr.lkey());
          ASSERT_TRUE(std::move(chain).signal(i).finish());
          i % 2 == 0 ? qp.ring_doorbell() : qp.ring_blueflame_doorbell();
        }
        poll_for(mine.cq, 2);
      }
    });
  }
  all.join();
  // Handing the page over is enough for another thread to ring it.
  std::thread([&] {
    auto& mine = places.front();
    for (auto& qp : mine.qps) {
      qp.hand_over();
      auto chain = qp.sq_wqe().write().rdma(mr.addr() + 64, mr.rkey());
      ASSERT_TRUE(std::move(chain).sge(mr.addr(), 32, mr.lkey()).signal(1).finish());
      qp.ring_doorbell();
    }
    poll_for(mine.cq, 2);
  }).join();
}

/// --raise-at 3:device_fatal
using threads_failed = threads;

// Row: cq.poll(), cq.arm(), cq.wait(), cq.collect(), cq.resize(), qp.flush(), qp.drain()
TEST_F(threads_failed, flush_by_turns) {
  constexpr int outstanding = 12;
  cq<type> cq(context, 64);
  std::vector<type> qps;
  for (int i = 0; i < 2; ++i) {
    qps.emplace_back(pd, cq);
    qps.back().connect(qps.back().address());
  }
  std::map<int, int> seen;
  for (int i = 0; i < outstanding; ++i) {
    write(qps[static_cast<std::size_t>(i) % 2], 0, i + 1);
    qps[static_cast<std::size_t>(i) % 2].hand_over();
  }
  const auto event = context.wait_event(60s);
  ASSERT_TRUE(event && event->type == async_event_type::device_fatal);
  std::mutex mutex;
  crew all;
  for (int thread = 0; thread < 3; ++thread) {
    all.add([&] {
      for (int i = 0; i < 20; ++i) {
        const std::lock_guard lock(mutex);
        const auto count = [&](auto&& c) { ++seen[c.entry]; };
        if (i % 3 == 0) cq.poll(count, 1);
        qps[static_cast<std::size_t>(i) % 2].flush(count);
      }
    });
  }
  all.join();
  EXPECT_EQ(seen.size(), std::size_t{outstanding});
  for (const auto& [given, times] : seen) EXPECT_EQ(times, 1) << given;
}

}  // namespace
}  // namespace verbatim
