// Writers that a guarded doorbell page stops, and the engine's wait that lets them continue.
#include "engine/turn/page_guard.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>

#include "engine/turn/idle_wait.hpp"
#include "long_enough.hpp"
#include "objects/uar_page.hpp"

namespace verbatim::emulator {
namespace {

using namespace std::chrono_literals;

/// A page as the program maps it.
class mapped_page {
 public:
  ~mapped_page() { unmap(); }
  void unmap() {
    if (bytes_ != nullptr) munmap(bytes_, uar_page::size);
    bytes_ = nullptr;
  }
  std::byte* bytes() const { return bytes_; }

 private:
  std::byte* bytes_ =
      static_cast<std::byte*>(mmap(nullptr, uar_page::size, PROT_READ | PROT_WRITE,
                                   MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0));
};

/// A thread that writes once to a page.
class writer {
 public:
  explicit writer(std::byte* page)
      : thread_([this, page] {
          *static_cast<volatile std::byte*>(page) = std::byte{1};
          done_ = true;
        }) {}
  ~writer() { thread_.join(); }
  bool is_done() const { return done_; }

 private:
  std::atomic<bool> done_ = false;
  std::thread thread_;
};

template <class Condition>
bool comes_true(Condition condition) {
  const auto until = std::chrono::steady_clock::now() + long_enough;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::yield();
  }
  return true;
}

TEST(page_guard, stops_a_writer_until_it_releases) {
  mapped_page page;
  page_guard guard;
  if (guard.descriptor_to_poll() < 0) GTEST_SKIP() << "this kernel has no userfaultfd";
  ASSERT_TRUE(guard.add(page.bytes()));
  EXPECT_TRUE(guard.protect());
  EXPECT_FALSE(guard.has_stopped_a_writer());
  const writer one(page.bytes());
  EXPECT_TRUE(comes_true([&] { return guard.has_stopped_a_writer(); }));
  EXPECT_FALSE(one.is_done());
  guard.release();
  EXPECT_TRUE(comes_true([&] { return one.is_done(); }));
  EXPECT_FALSE(guard.has_stopped_a_writer());
}

/// Two pages. One cannot be protected any more: no page counts as guarded, and the other stops writers.
struct half_guarded {
  half_guarded() {
    wait.add_page(page.bytes());
    wait.add_page(gone.bytes());
    gone.unmap();
    wait.guard();
  }
  mapped_page page;
  mapped_page gone;
  idle_wait wait{-1};
};

TEST(page_guard, an_idle_engine_sees_a_writer_that_stopped_on_a_page_that_is_not_guarded) {
  half_guarded all;
  ASSERT_FALSE(all.wait.needs_release());
  const writer one(all.page.bytes());
  EXPECT_TRUE(comes_true([&] {
    all.wait.pause(engine_clock::now() + 1ms);
    if (all.wait.needs_release()) all.wait.release();
    return one.is_done();
  }));
  EXPECT_FALSE(all.wait.needs_release());
}

TEST(page_guard, a_busy_engine_sees_it_too) {
  half_guarded all;
  const writer one(all.page.bytes());
  EXPECT_TRUE(comes_true([&] {
    all.wait.worked();
    if (all.wait.needs_release()) all.wait.release();
    return one.is_done();
  }));
}

}  // namespace
}  // namespace verbatim::emulator
