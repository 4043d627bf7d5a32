// The rows of docs/threads.md that threads_test.cpp and threads_waiting_test.cpp do not hold, on the emulated
// device.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "message_of.hpp"
#include "threads_fixture.hpp"
#include "verbatim/connect/path/ah_cache.hpp"
#include "verbatim/connect/path/fill.hpp"
#include "verbatim/verbs/base/logging.hpp"
#include "verbatim/verbs/completion/completion_channel.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/direct/unrung.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"
#include "verbatim/verbs/values/path.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;

// Row: copying and dropping handles
TEST_F(threads, read_numbers_and_keys_while_others_close) {
  for (int round = 0; round < 20; ++round) {
    auto own = open_device();
    verbatim::pd pd(own);
    verbatim::mr mr(pd, std::span(memory), access::local_write);
    cq<type> cq(own, 16);
    type qp(pd, cq);
    srq<int> srq(pd);
    const std::array expected{mr.lkey().value(), mr.rkey().value(), cq.cqn(), qp.qpn(), srq.srqn()};
    const auto text = qp.describe();
    crew all;
    for (int i = 0; i < 3; ++i) {
      all.add([=, &expected, &text] {
        for (int j = 0; j < 50; ++j) {
          EXPECT_EQ(
              (std::array{mr.lkey().value(), mr.rkey().value(), cq.cqn(), qp.qpn(), srq.srqn()}),
              expected);
          EXPECT_EQ(qp.describe(), text);
          (void)qp.is_open();
          (void)qp.state();
          (void)cq.overrun();
        }
      });
    }
    all.add([own]() mutable { (void)own.close(); });
  }
}

// Row: mr.rereg()
TEST_F(threads, change_a_region_by_turns) {
  verbatim::mr mr(pd, std::span(memory), access::local_write | access::remote_write);
  std::mutex mutex;
  crew all;
  for (int thread = 0; thread < 2; ++thread) {
    all.add([&] {
      for (int i = 0; i < 20; ++i) {
        const std::lock_guard lock(mutex);
        (void)mr.rereg({.access = i % 2 == 0 ? access::local_write
                                             : access::local_write | access::remote_write});
        EXPECT_EQ(mr.slice(8, 8).lkey(), mr.lkey());
      }
    });
  }
}

// Row: asking the device
TEST_F(threads, ask_the_device_while_others_change_states) {
  cq<type> cq(context, 16);
  type shared(pd, cq);
  std::atomic<bool> done = false;
  crew all;
  for (int thread = 0; thread < 3; ++thread) {
    all.add([&] {
      while (!done) {
        EXPECT_NE(context.port(1).number, 0);
        (void)context.gid_table(1);
        (void)context.local_end(1);
        EXPECT_EQ(shared.address().qpn, shared.qpn());
        (void)shared.query();
        (void)shared.local_end();
      }
    });
  }
  all.add([&] {
    const auto address = shared.address();
    for (int i = 0; i < 20; ++i) {
      verbatim::cq<type> own_cq(context, 16);
      type own(pd, own_cq);
      own.connect(own.address());
      own.to_error();
    }
    shared.connect(address);
    shared.to_error();
    done = true;
  });
}

// Row: close() of other objects
TEST_F(threads, drop_handles_of_what_is_not_polled) {
  crew all;
  for (int thread = 0; thread < 4; ++thread) {
    verbatim::mr own(pd, std::span(memory), access::local_write);
    verbatim::pd other(context);
    srq<int> srq(other);
    cq<type> unused(context, 16);
    all.add([own, other, srq, unused]() mutable {
      (void)own.close();
      (void)srq.close();
      (void)other.close();
    });
    all.add([own = std::move(own), other = std::move(other), unused = std::move(unused)] {});
  }
}

// Row: cq.poll()
TEST_F(threads, poll_arm_wait_collect_resize_and_drain_by_turns) {
  completion_channel channel(context);
  cq<type> cq(context, 256, channel);
  type qp(pd, cq);
  qp.connect(qp.address());
  std::mutex mutex;
  int posted = 0, seen = 0;
  const auto count = [&](auto&&) { ++seen; };
  const std::function<void()> turns[] = {
      [&] { cq.poll(count); },
      [&] { cq.arm(); },
      [&] { (void)cq.wait(count, 0ns); },
      [&] { (void)cq.collect(count, 1, 0ns); },
      [&] {
        if (!cq.resizing()) cq.resize(seen % 2 == 0 ? 512 : 256);
      },
  };
  crew all;
  for (std::size_t thread = 0; thread < 3; ++thread) {
    all.add([&, thread] {
      for (std::size_t i = 0; i < 100; ++i) {
        const std::lock_guard lock(mutex);
        if (posted - seen < 32) {
          write(qp, 0, ++posted);
          qp.hand_over();
        }
        turns[(i + thread) % std::size(turns)]();
      }
    });
  }
  all.join();
  std::thread([&] {
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(qp.drain(count, 30s, cq));
  }).join();
  EXPECT_EQ(seen, posted);
}

// Row: posting to the send side
TEST_F(threads, post_receives_and_share_an_srq_by_a_lock) {
  using type = rc_qp<int, on_srq<int>>;
  srq<int> shared(pd);
  cq<type> cq(context, 256);
  type qp(pd, cq, shared);
  qp.connect(qp.address());
  std::mutex mutex;
  int posted = 0, received = 0;
  constexpr int messages = 200;
  crew all;
  all.add([&] {
    while (posted < messages) {
      const std::lock_guard lock(mutex);
      if (posted - received >= 16) continue;
      ASSERT_TRUE(shared.srq_wqe().sge(mr.addr(), 8, mr.lkey()).finish(++posted));
      shared.ring_doorbell();
      ASSERT_TRUE(qp.sq_wqe().send().sge(mr.addr() + 64, 8, mr.lkey()).signal(-1).finish());
      qp.ring_doorbell();
    }
  });
  all.add([&] {
    for (bool more = true; more;) {
      const std::lock_guard lock(mutex);
      cq.poll([&](auto&& c) { received += c.entry > 0; });
      more = received < messages;
    }
  });
}

// Row: channel.wait()
TEST_F(threads, wait_for_a_channel_and_poll_what_it_tells) {
  completion_channel channel(context);
  std::vector<cq<type>> cqs;
  std::vector<type> qps;
  for (int i = 0; i < 2; ++i) {
    cqs.emplace_back(context, 64, channel);
    qps.emplace_back(pd, cqs.back());
    qps.back().connect(qps.back().address());
    cqs.back().arm();
  }
  constexpr int messages = 100;
  std::array<std::mutex, 2> mutexes;
  std::array<std::atomic<int>, 2> seen{};
  crew all;
  for (std::size_t i = 0; i < 2; ++i) {
    all.add([&, i] {
      for (int posted = 0; posted < messages; ++posted) {
        while (seen[i] < posted) std::this_thread::yield();
        const std::lock_guard lock(mutexes[i]);
        write(qps[i], i, 1);
      }
    });
  }
  all.add([&] {
    while (seen[0] < messages || seen[1] < messages) {
      const auto number = channel.wait(60s);
      ASSERT_TRUE(number);
      for (std::size_t i = 0; i < 2; ++i) {
        if (cqs[i].cqn() != *number) continue;
        const std::lock_guard lock(mutexes[i]);
        cqs[i].arm();
        while (cqs[i].poll([&](auto&&) { ++seen[i]; }) != 0) continue;
      }
    }
  });
}

// Row: on_leak()
TEST_F(threads, replace_the_hooks) {
  static std::atomic<int> told = 0;
  const auto first = on_leak([](const error&) noexcept { ++told; });
  const auto first_unrung = on_unrung([](const error&) noexcept { ++told; });
  const auto first_message = logging::on_message(nullptr);
  crew all;
  for (int thread = 0; thread < 4; ++thread) {
    all.add([] {
      for (int i = 0; i < 100; ++i) {
        (void)on_leak([](const error&) noexcept { ++told; });
        (void)on_unrung([](const error&) noexcept { ++told; });
        (void)logging::on_message([](logging::level, std::string_view) noexcept { ++told; });
        (void)logging::set_level(logging::level::warning);
      }
    });
  }
  all.join();
  on_leak(first);
  on_unrung(first_unrung);
  logging::on_message(first_message);
  EXPECT_EQ(told, 0);
}

// Row: verbs_qp with signaling::automatic
TEST_F(threads, use_an_automatic_queue_pair_by_turns) {
  verbs_cq sends(context, 64), receives(context, 16);
  verbs_qp<rc, signaling::automatic> qp(pd, sends, receives, {.max_send_wr = 16},
                                        {.signal_every = 4});
  qp.connect(qp.address());
  constexpr int messages = 200;
  std::mutex mutex;
  int posted = 0, seen = 0;
  const auto count = [&](std::uint64_t, wc_status status) {
    EXPECT_EQ(status, wc_status::success);
    ++seen;
  };
  crew all;
  all.add([&] {
    while (posted < messages) {
      const std::lock_guard lock(mutex);
      if (qp.room() == 0) continue;
      posted += static_cast<int>(
          qp.post(decltype(qp)::request::write(mr.slice(0, 8), mr.remote(64, 8)).id(1)).accepted);
    }
  });
  all.add([&] {
    for (bool more = true; more;) {
      const std::lock_guard lock(mutex);
      std::array<work_completion, 8> some;
      for (const auto& one : std::span(some).first(sends.poll(some))) qp.completed(one, count);
      more = seen < messages;
    }
  });
}

// Row: posting and polling through verbs
TEST_F(threads, post_and_poll_through_verbs) {
  verbs_cq cq(context, 256);
  verbs_qp<rc> qp(pd, cq);
  qp.connect(qp.address());
  constexpr int messages = 100, posting = 3;
  std::atomic<int> seen = 0;
  crew all;
  for (std::size_t thread = 0; thread < posting; ++thread) {
    all.add([&, thread] {
      for (int i = 0; i < messages;) {
        i += qp.post(verbs_qp<rc>::request::write(mr.slice(thread * 64, 8),
                                                  mr.remote(1024 + thread * 64, 8))
                         .signal(thread))
                 .ok();
      }
    });
  }
  for (int thread = 0; thread < 2; ++thread) {
    all.add([&] {
      while (seen < posting * messages) {
        std::array<work_completion, 4> some;
        seen += static_cast<int>(cq.poll(some));
      }
    });
  }
}

// Row: subnet::membership, ah_cache
TEST_F(threads, make_address_handles_by_turns) {
  const auto end = context.local_end(1);
  ah_cache cache(pd, end, 2);
  std::mutex mutex;
  crew all;
  for (std::uint8_t thread = 0; thread < 3; ++thread) {
    all.add([&, thread] {
      for (std::uint8_t i = 0; i < 20; ++i) {
        ib_path way{.dlid = lid(end.port.lid), .sl = static_cast<std::uint8_t>((i + thread) % 4)};
        way.terms.dqpn = 7;
        way.terms.qkey = 1;
        const auto filled = fill(way, end).path;
        const std::lock_guard lock(mutex);
        (void)cache.ud(filled);
      }
    });
  }
}

using threads_ethernet = threads;

// Row: changing a queue pair's state
TEST_F(threads_ethernet, change_states_while_others_post_receives) {
  using type = raw_packet_qp<int>;
  cq<type> cq(context, 256);
  type qp(pd, cq);
  qp.activate();
  crew all;
  all.add([&] {
    for (int i = 0; i < 50; ++i) {
      ASSERT_TRUE(qp.rq_wqe().sge(mr.addr(), 1024, mr.lkey()).finish(i));
      qp.ring_recv_doorbell();
    }
  });
  all.add([&] {
    (void)qp.query();
    qp.to_error();
  });
}

}  // namespace
}  // namespace verbatim
