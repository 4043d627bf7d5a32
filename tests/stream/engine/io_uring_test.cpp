// Engines in an event loop of io_uring that the program has itself, without Asio.
#include <gtest/gtest.h>
#include <liburing.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <future>
#include <optional>
#include <random>
#include <span>
#include <thread>
#include <vector>

#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using stream::task;

/// A ring with the descriptor of one engine in it, and other I/O of the program.
template <class Engine>
class ring_loop {
 public:
  explicit ring_loop(Engine& engine) : engine_(engine) {
    error_ = -io_uring_queue_init(32, &ring_, 0);
    if (error_ == 0) watch_engine();
  }
  ring_loop(const ring_loop&) = delete;
  ring_loop& operator=(const ring_loop&) = delete;
  ~ring_loop() {
    if (error_ == 0) io_uring_queue_exit(&ring_);
  }

  /// Returns the errno if there is no io_uring here.
  int error() const noexcept { return error_; }

  /// Reads from a file. `done` gets the number of bytes.
  void read(int file, std::span<std::byte> into, std::function<void(int)>& done) {
    auto* const sqe = io_uring_get_sqe(&ring_);
    io_uring_prep_read(sqe, file, into.data(), static_cast<unsigned>(into.size()), 0);
    io_uring_sqe_set_data(sqe, &done);
  }

  /// Runs until the condition is true. Returns false if nothing happens for long.
  template <class Condition>
  bool run_until(Condition&& condition) {
    while (!condition()) {
      const bool may_sleep = engine_.prepare_sleep();
      if (condition()) break;
      __kernel_timespec time{.tv_sec = 10, .tv_nsec = 0};
      io_uring_cqe* cqe = nullptr;
      if (may_sleep) {
        ++sleeps;
        if (io_uring_submit_and_wait_timeout(&ring_, &cqe, 1, &time, nullptr) < 0) return false;
      } else {
        io_uring_submit(&ring_);
      }
      while (io_uring_peek_cqe(&ring_, &cqe) == 0) take(cqe);
    }
    return true;
  }

  unsigned sleeps = 0, wakes = 0;

 private:
  void watch_engine() {
    auto* const sqe = io_uring_get_sqe(&ring_);
    io_uring_prep_poll_multishot(sqe, engine_.fd(), POLLIN);
    io_uring_sqe_set_data(sqe, nullptr);
  }

  void take(io_uring_cqe* cqe) {
    auto* const done = static_cast<std::function<void(int)>*>(io_uring_cqe_get_data(cqe));
    const auto flags = cqe->flags;
    const auto result = cqe->res;
    io_uring_cqe_seen(&ring_, cqe);
    if (done != nullptr) return (*done)(result);
    ++wakes;
    if ((flags & IORING_CQE_F_MORE) == 0) watch_engine();
  }

  Engine& engine_;
  io_uring ring_{};
  int error_ = 0;
};

template <class Engine>
class on_io_uring : public ::testing::Test {
 protected:
  using end = stream::byte_stream<Engine>;

  void SetUp() override {
    if (loop.error() != 0) {
      GTEST_SKIP() << "io_uring is not permitted here: " << std::strerror(loop.error());
    }
  }

  /// The other end, on an engine and a thread of its own. The body writes.
  class peer {
   public:
    template <class Body>
    peer(on_io_uring& test, Body body)
        : thread_([this, &test, there = test.near.address(), body] {
            Engine other(test.device, {.cqes = 1024, .takes_device_events = false});
            end far(other, test.domain);
            told_.set_value(far.address());
            connected_.get_future().wait();
            far.connect(there);
            body(other, far);
            over_.get_future().wait();
          }) {
      test.near.connect(told_.get_future().get());
      connected_.set_value();
    }
    ~peer() {
      over_.set_value();
      thread_.join();
    }

   private:
    std::promise<stream::stream_address> told_;
    std::promise<void> connected_, over_;
    std::thread thread_;
  };

  /// Reads so many bytes, and counts them.
  static task<> drain(end& from, std::size_t& count, std::size_t most) {
    std::array<std::byte, 512> piece;
    while (count < most) {
      const auto got = co_await from.read_some(piece);
      EXPECT_TRUE(got);
      if (!got) break;
      count += got.bytes;
    }
  }

  /// Writes pieces after pauses of chance, some of them none.
  static task<> write(Engine& on, end& to, int pieces) {
    std::minstd_rand dice(11);
    const std::array<std::byte, 64> piece{};
    for (int i = 0; i < pieces; ++i) {
      for (std::size_t at = 0; at < piece.size();) {
        const auto put = co_await to.write_some(std::span(piece).subspan(at));
        EXPECT_TRUE(put);
        if (!put) co_return;
        at += put.bytes;
      }
      if (dice() % 3 == 0) co_await on.sleep_for(std::chrono::microseconds(dice() % 300));
    }
  }

  static void trickle(Engine& on, end& to, int pieces) {
    auto writes = write(on, to, pieces);
    writes.start();
    EXPECT_TRUE(on.run_until([&] { return writes.is_done(); }, long_enough));
  }

  context device = testing::device_under_test();
  pd domain{device};
  Engine engine{device, {.cqes = 1024}};
  end near{engine, domain};
  ring_loop<Engine> loop{engine};
};

using engines = ::testing::Types<stream::direct_engine<>, stream::verbs_engine>;
TYPED_TEST_SUITE(on_io_uring, engines);

TYPED_TEST(on_io_uring, loses_no_wake_up_when_bytes_come_at_any_time) {
  constexpr int pieces = 1500;
  typename TestFixture::peer writer(
      *this, [](auto& on, auto& to) { TestFixture::trickle(on, to, pieces); });
  std::size_t count = 0;
  auto reads = this->drain(this->near, count, pieces * 64);
  reads.start();
  EXPECT_TRUE(this->loop.run_until([&] { return reads.is_done(); }));
  EXPECT_EQ(count, pieces * 64u);
  EXPECT_GT(this->loop.sleeps, 10u);
  EXPECT_GT(this->loop.wakes, 10u);
}

TYPED_TEST(on_io_uring, runs_beside_other_input) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  std::optional<typename TestFixture::peer> writer;
  writer.emplace(*this, [&](auto& on, auto& to) {
    for (int i = 0; i < 5; ++i) {
      std::this_thread::sleep_for(2ms);
      EXPECT_EQ(::write(pipe[1], "123", 3), 3);
      TestFixture::trickle(on, to, 2);
    }
  });
  std::size_t count = 0;
  auto reads = this->drain(this->near, count, 640);
  reads.start();
  std::array<std::byte, 16> said{};
  int came = 0;
  std::function<void(int)> done = [&](int bytes) {
    came += bytes;
    if (came < 15) this->loop.read(pipe[0], said, done);
  };
  this->loop.read(pipe[0], said, done);
  EXPECT_TRUE(this->loop.run_until([&] { return reads.is_done() && came >= 15; }));
  EXPECT_EQ(count, 640u);
  EXPECT_EQ(came, 15);
  writer.reset();  // its thread uses the pipe
  for (const auto file : pipe) ::close(file);
}

TYPED_TEST(on_io_uring, is_woken_by_timers_watched_files_and_other_threads) {
  // More files than one look takes.
  std::vector<int> files;
  std::vector<int> calls(20);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    files.push_back(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    this->engine.watch(files[i], [&, i] {
      std::uint64_t times = 0;
      if (::read(files[i], &times, sizeof times) > 0) ++calls[i];
    });
  }
  const auto wait = [&]() -> task<> {
    for (int i = 0; i < 5; ++i) co_await this->engine.sleep_for(2ms);
  };
  auto waiting = wait();
  waiting.start();
  EXPECT_TRUE(this->loop.run_until([&] { return waiting.is_done(); }));
  for (int round = 1; round <= 20; ++round) {
    std::thread other([&] {
      const std::uint64_t once = 1;
      for (const auto file : files) EXPECT_EQ(::write(file, &once, sizeof once), 8);
    });
    EXPECT_TRUE(this->loop.run_until([&] { return calls == std::vector<int>(20, round); }));
    other.join();
  }
  // A timer behind more files than one look takes, all before the one CQE of a new poll.
  const auto nap = [&]() -> task<> { co_await this->engine.sleep_for(1ms); };
  auto napping = nap();
  napping.start();
  for (const auto file : files) {
    const std::uint64_t once = 1;
    EXPECT_EQ(::write(file, &once, sizeof once), 8);
  }
  std::this_thread::sleep_for(5ms);
  ring_loop<TypeParam> fresh(this->engine);
  EXPECT_TRUE(fresh.run_until([&] { return napping.is_done(); }));
  std::atomic<bool> is_told = false;
  std::thread waker([&] {
    std::this_thread::sleep_for(5ms);
    is_told = true;
    this->engine.wake();
  });
  EXPECT_TRUE(this->loop.run_until([&] { return is_told.load(); }));
  waker.join();
  for (const auto file : files) {
    this->engine.unwatch(file);
    ::close(file);
  }
}

TYPED_TEST(on_io_uring, may_sleep_when_nothing_happens) {
  const auto sleeps = [this] {
    for (int i = 0; i < 1000; ++i) {
      if (this->engine.prepare_sleep()) return true;
    }
    return false;
  };
  EXPECT_TRUE(sleeps());
  this->engine.wake();
  EXPECT_FALSE(this->engine.prepare_sleep());
  EXPECT_TRUE(sleeps());
}

}  // namespace
}  // namespace verbatim
