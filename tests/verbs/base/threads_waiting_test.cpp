// Threads that wait while others close what they wait for, on the emulated device: docs/threads.md says how
// that ends.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "message_of.hpp"
#include "threads_fixture.hpp"
#include "verbatim/verbs/completion/completion_channel.hpp"
#include "verbatim/verbs/completion/extended_cq.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;

/// A queue that a thread waits for while requests of its own complete there without end.
class busy_queue {
 public:
  busy_queue(const verbatim::pd& pd, const verbatim::mr& mr,
             const std::optional<completion_channel>& channel)
      : mr_(mr),
        cq_(channel ? cq<rc_qp<int>>(pd.context(), 64, *channel)
                    : cq<rc_qp<int>>(pd.context(), 64)),
        qp_(pd, cq_) {
    qp_.connect(qp_.address());
  }

  /// Waits until that ends with an error, and returns it.
  std::string wait(std::atomic<unsigned>& begun) {
    write();
    return message_of([&] {
      for (bool first = true;; first = false) {
        const auto again = [&](auto&& c) {
          if (c.status() == cqe_syndrome::ok) write();
        };
        if (cq_.body()->has_channel()) {
          (void)cq_.wait(again);
        } else {
          (void)cq_.collect(again, 3);
        }
        if (first) ++begun;
      }
    });
  }

  const cq<rc_qp<int>>& queue() const noexcept { return cq_; }

 private:
  void write() {
    const auto at = mr_.addr();
    (void)qp_.sq_wqe().write().rdma(at + 64, mr_.rkey()).sge(at, 8, mr_.lkey()).signal(1).finish();
    qp_.ring_doorbell();
  }

  verbatim::mr mr_;
  cq<rc_qp<int>> cq_;
  rc_qp<int> qp_;
};

class waiting : public threads {
 protected:
  /// Starts one thread for each queue, and closes when all have begun. Returns the errors that they got.
  static std::vector<std::string> told(std::vector<busy_queue>& queues,
                                       const std::function<void()>& close) {
    std::vector<std::string> said(queues.size());
    std::atomic<unsigned> begun = 0;
    crew all;
    for (std::size_t i = 0; i < queues.size(); ++i) {
      all.add([&, i] { said[i] = queues[i].wait(begun); });
    }
    all.begin();
    while (begun != queues.size()) std::this_thread::yield();
    close();
    all.join();
    return said;
  }
  static bool says_closed(const std::string& said) {
    return said.find("it has been closed") != std::string::npos;
  }
  static constexpr int rounds = 20;
};

TEST_F(waiting, ends_when_the_context_is_closed) {
  for (int round = 0; round < rounds; ++round) {
    auto own = open_device();
    verbatim::pd pd(own);
    verbatim::mr mr(pd, std::span(memory), access::local_write | access::remote_write);
    const std::optional<completion_channel> none, one(own), other(own);
    std::vector<busy_queue> queues;
    for (const auto* channel : {&none, &one, &other}) queues.emplace_back(pd, mr, *channel);
    const auto said = told(queues, [&] { EXPECT_TRUE(own.close().complete()); });
    for (const auto& text : said) EXPECT_TRUE(says_closed(text)) << text;
  }
}

TEST_F(waiting, ends_when_the_channel_is_closed) {
  for (int round = 0; round < rounds; ++round) {
    std::optional<completion_channel> channel(context);
    std::vector<busy_queue> queues;
    queues.emplace_back(pd, mr, channel);
    const auto said = told(queues, [&] { EXPECT_TRUE(channel->close().complete()); });
    for (const auto& text : said) EXPECT_TRUE(says_closed(text)) << text;
  }
}

TEST_F(waiting, ends_for_a_queue_that_is_closed_and_goes_on_for_another) {
  for (int round = 0; round < rounds; ++round) {
    const std::optional<completion_channel> channel(context), other_channel(context);
    busy_queue busy(pd, mr, channel);
    cq<type> quiet(context, 16, *other_channel), sends(context, 16);
    type sender(pd, sends), receiver(pd, sends, quiet);
    sender.connect(receiver.address());
    receiver.connect(sender.address());
    ASSERT_TRUE(receiver.rq_wqe().sge(mr.addr() + 512, 64, mr.lkey()).finish(7));
    receiver.ring_recv_doorbell();
    crew other;
    unsigned taken = 0;
    other.add([&] { taken = quiet.wait([](auto&& c) { EXPECT_EQ(c.entry, 7); }, 60s); });
    other.begin();
    std::vector<busy_queue> one{busy};
    const auto said = told(one, [&] {
      auto cq = busy.queue();
      EXPECT_TRUE(cq.close().complete());
    });
    EXPECT_TRUE(says_closed(said.front())) << said.front();
    ASSERT_TRUE(sender.sq_wqe().send().sge(mr.addr(), 8, mr.lkey()).signal(1).finish());
    sender.ring_doorbell();
    other.join();
    EXPECT_EQ(taken, 1u);
  }
}

TEST_F(waiting, of_one_thread_is_ended_by_several) {
  for (int round = 0; round < rounds; ++round) {
    auto own = open_device();
    verbatim::pd pd(own);
    verbatim::mr mr(pd, std::span(memory), access::local_write | access::remote_write);
    const std::optional<completion_channel> channel(own);
    std::vector<busy_queue> queues(1, busy_queue(pd, mr, channel));
    const auto said = told(queues, [&] {
      crew closing;
      for (int i = 0; i < 2; ++i) closing.add([own]() mutable { (void)own.close(); });
      closing.add([cq = queues.front().queue()]() mutable { (void)cq.close(); });
      closing.add([channel = *channel]() mutable { (void)channel.close(); });
    });
    EXPECT_TRUE(says_closed(said.front())) << said.front();
    EXPECT_FALSE(own.is_open());
  }
}

TEST_F(waiting, keeps_a_queue_from_being_closed_alone) {
  const completion_channel channel(context);
  cq<type> cq(context, 16, channel);
  type qp(pd, cq);
  qp.connect(qp.address());
  std::atomic<bool> inside = false, tried = false;
  std::string said;
  crew all;
  all.add([&] {
    write(qp, 0, 1);
    (void)cq.wait([&](auto&&) {
      qp.close();
      inside = true;
      while (!tried) std::this_thread::yield();
    });
    said = message_of([&] { (void)cq.wait([](auto&&) {}); });
  });
  all.begin();
  while (!inside) std::this_thread::yield();
  const auto refused = cq.try_close();
  tried = true;
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), std::errc::device_or_resource_busy);
  EXPECT_NE(std::string(refused.error().what()).find("a thread waits for it"), std::string::npos)
      << refused.error().what();
  EXPECT_TRUE(cq.is_open());
  EXPECT_TRUE(cq.close().complete());
  all.join();
  EXPECT_TRUE(says_closed(said)) << said;
}

TEST_F(waiting, through_verbs_ends_when_the_context_is_closed) {
  for (int round = 0; round < rounds; ++round) {
    auto own = open_device();
    verbatim::pd pd(own);
    verbatim::mr mr(pd, std::span(memory), access::local_write | access::remote_write);
    completion_channel channel(own);
    verbs_cq slept_on(own, 64, channel), polled(own, 64);
    extended_cq<> extended(own, 64, completion_channel(own));
    verbs_qp<rc> qps[]{{pd, slept_on}, {pd, polled}};
    for (auto& qp : qps) qp.connect(qp.address());
    std::array<std::string, 3> said;
    std::atomic<unsigned> begun = 0;
    crew all;
    const auto wait_for_writes = [&](std::size_t which, auto wait) {
      const auto write = [&, which] {
        (void)qps[which].post(
            verbs_qp<rc>::request::write(mr.slice(which * 64, 8), mr.remote(1024 + which * 64, 8))
                .signal(which));
      };
      for (int i = 0; i < 8; ++i) write();  // before others may close
      all.add([&, which, wait]() mutable {
        said[which] = message_of([&] {
          wait();
          for (++begun;;) wait();
        });
      });
    };
    wait_for_writes(
        0, [&, some = std::array<work_completion, 4>()]() mutable { (void)slept_on.wait(some); });
    wait_for_writes(
        1, [&, one = work_completion()]() mutable { (void)polled.collect(std::span(&one, 1)); });
    all.add([&] { said[2] = message_of([&] { (void)extended.wait(); }); });
    all.begin();
    while (begun != 2) std::this_thread::yield();
    EXPECT_TRUE(own.close().complete());
    all.join();
    for (const auto& text : said) EXPECT_TRUE(says_closed(text)) << text;
  }
}

TEST_F(waiting, for_a_channel_and_for_events_ends_when_the_context_is_closed) {
  for (int round = 0; round < rounds; ++round) {
    auto own = open_device();
    completion_channel channel(own);
    std::string waited, of_events;
    crew all;
    all.add([&] { waited = message_of([&] { (void)channel.wait(); }); });
    all.add([&, own]() mutable { of_events = message_of([&] { (void)own.wait_event(); }); });
    all.add([own]() mutable {
      std::this_thread::sleep_for(1ms);
      EXPECT_TRUE(own.close().complete());
    });
    all.join();
    EXPECT_TRUE(says_closed(waited)) << waited;
    EXPECT_TRUE(says_closed(of_events)) << of_events;
  }
}

// Row: context.wait_event()
TEST_F(waiting, for_events_gives_each_to_one_thread) {
  constexpr int queues = 4;
  std::mutex mutex;
  std::multiset<std::uint32_t> told;
  std::vector<cq<type>> cqs;
  std::vector<type> qps;
  std::set<std::uint32_t> expected;
  for (int i = 0; i < queues; ++i) {
    cqs.emplace_back(context, 3);
    qps.emplace_back(pd, cqs.back());
    qps.back().connect(qps.back().address());
    expected.insert(cqs.back().cqn());
  }
  crew all;
  for (int i = 0; i < 3; ++i) {
    all.add([&] {
      const auto is_done = [&] {
        const std::lock_guard lock(mutex);
        return told.size() == queues;
      };
      while (!is_done()) {
        const auto event = context.wait_event(20ms);
        if (!event) continue;
        EXPECT_EQ(event->type, async_event_type::cq_err);
        const std::lock_guard lock(mutex);
        told.insert(event->number);
      }
    });
  }
  all.begin();
  for (int i = 0; i < queues; ++i) {
    const auto one = static_cast<std::size_t>(i);
    for (std::uint32_t posted = 0; posted < cqs[one].cqes() + 2; ++posted) write(qps[one], one, 1);
  }
  all.join();
  EXPECT_EQ(told.size(), expected.size());
  EXPECT_EQ(std::set(told.begin(), told.end()), expected);
}

}  // namespace
}  // namespace verbatim
