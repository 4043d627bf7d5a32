// Streams and channels that share the receives of their engine.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "allocations.hpp"
#include "device_under_test.hpp"
#include "engines.hpp"
#include "long_enough.hpp"
#include "traffic.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using stream::receive_from;
using stream::shared_options;
using stream::stream_options;
using stream::stream_status;
using stream::task;
using testing::random_bytes;
using testing::read_all;
using testing::write_all;

constexpr stream_options sharing{.receives = receive_from::shared};
constexpr std::uint32_t least = 7;  ///< slots that each stream needs

/// A queue pair that fails with the first message for which its peer has posted no receive.
const connect_attributes without_rnr{.rts = {.rnr_retry = rnr_retry_count(0)}};

template <class End>
void connect(End& a, End& b) {
  const auto address = a.address();
  a.connect(b.address(), without_rnr);
  b.connect(address, without_rnr);
}

template <class Engine>
class shared : public ::testing::Test {
 protected:
  using byte_stream = stream::byte_stream<Engine>;
  using message_channel = stream::message_channel<Engine>;

  /// Two ends on two engines, with separate slots.
  template <class End>
  struct pair_of {
    std::unique_ptr<End> a, b;
  };

  void share(const shared_options& at_a, const shared_options& at_b) {
    engine.share_receives(domain, at_a);
    other.share_receives(domain, at_b);
  }
  template <class End>
  pair_of<End> open(const stream_options& first, const stream_options& second) {
    pair_of<End> made{std::make_unique<End>(engine, domain, first),
                      std::make_unique<End>(other, domain, second)};
    connect(*made.a, *made.b);
    return made;
  }
  auto open_streams(const stream_options& first = sharing, const stream_options& second = sharing) {
    return open<byte_stream>(first, second);
  }
  auto open_channels(const stream_options& first = sharing,
                     const stream_options& second = sharing) {
    return open<message_channel>(first, second);
  }
  template <class Condition>
  bool run_until(Condition&& condition) {
    const auto until = std::chrono::steady_clock::now() + 3 * long_enough;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > until) return false;
      if (engine.poll() + other.poll() == 0) engine.wait(std::chrono::microseconds(200));
    }
    return true;
  }
  template <class End>
  void close(pair_of<End>& which) {
    which.a->shutdown_send();
    which.b->shutdown_send();
    EXPECT_TRUE(run_until([&] { return which.a->is_finished() && which.b->is_finished(); }));
    EXPECT_TRUE(which.a->close(long_enough));
    EXPECT_TRUE(which.b->close(long_enough));
  }

  context device = testing::device_under_test();
  pd domain{device};
  Engine engine{device, {.cqes = 4096}};
  Engine other{device, {.cqes = 4096, .takes_device_events = false}};
};

TYPED_TEST_SUITE(shared, testing::engines);

TYPED_TEST(shared, slots_carry_the_bytes_of_both_directions) {
  this->share({.slots = 64, .slot_bytes = 256}, {.slots = 40, .slot_bytes = 100});
  std::uint32_t seed = 1;
  const std::array kinds{sharing, stream_options{.window = 3, .receives = receive_from::shared},
                         stream_options{.window = 16, .slot_bytes = 512}};
  for (const auto& first : kinds) {
    for (const auto& second : kinds) {
      auto on = this->open_streams(first, second);
      const auto there = random_bytes(20'000, ++seed), back = random_bytes(9'000, ++seed);
      auto reads = read_all(*on.b, seed, 300), other_reads = read_all(*on.a, seed, 77);
      auto writes = write_all(*on.a, there, seed, 5'000),
           answers = write_all(*on.b, back, seed, 90);
      for (auto* one : {&reads, &other_reads}) one->start();
      for (auto* one : {&writes, &answers}) one->start();
      ASSERT_TRUE(this->run_until([&] { return reads.is_done() && other_reads.is_done(); }));
      EXPECT_EQ(reads.take(), there);
      EXPECT_EQ(other_reads.take(), back);
      this->close(on);
    }
  }
  EXPECT_EQ(this->engine.free_receives(), 64u);
  EXPECT_EQ(this->other.free_receives(), 40u);
}

TYPED_TEST(shared, windows_grow_for_the_busy_and_shrink_for_the_others) {
  this->share({.slots = 256, .slot_bytes = 64}, {.slots = 256, .slot_bytes = 64});
  auto busy = this->open_streams();
  EXPECT_EQ(this->other.free_receives(), 256 - least);
  const auto all = random_bytes(64 * 500, 3);
  std::vector<std::byte> got(all.size());
  std::size_t put = 0, taken = 0;
  std::uint32_t fewest = 256;
  const auto goes_on_to = [&](std::size_t count) {
    const auto until = std::chrono::steady_clock::now() + 3 * long_enough;
    while (taken < count && std::chrono::steady_clock::now() < until) {
      put += busy.a->try_write(std::span(all).subspan(put)).bytes;
      (void)busy.a->core().is_writable();
      this->engine.poll();
      this->other.poll();
      taken += busy.b->try_read(std::span(got).subspan(taken)).bytes;
      fewest = std::min(fewest, this->other.free_receives());
    }
    return taken >= count;
  };
  const auto before = testing::allocations();
  ASSERT_TRUE(goes_on_to(all.size() / 2));
  EXPECT_EQ(testing::allocations(), before);
  EXPECT_LE(fewest, 256u - 32);  // the window has grown
  const auto held = 256 - this->other.free_receives();
  // Others come, until few slots are left. Then each message that is read gives one back.
  std::vector<decltype(busy)> idle;
  while (this->other.free_receives() >= least + 8) idle.push_back(this->open_streams());
  ASSERT_TRUE(goes_on_to(all.size()));
  EXPECT_EQ(got, all);
  EXPECT_LT(256 - this->other.free_receives() - static_cast<std::uint32_t>(idle.size()) * least,
            held);
  EXPECT_LE(busy.a->statistics().blocked, 250u);  // a window of one would block 500 times
  idle.clear();
  this->close(busy);
  EXPECT_EQ(this->other.free_receives(), 256u);
}

TYPED_TEST(shared, slots_that_are_all_promised_refuse_a_connection_and_nothing_else) {
  this->share({.slots = 1024, .slot_bytes = 64}, {.slots = 3 * least, .slot_bytes = 64});
  std::deque<decltype(this->open_streams())> ends;
  for (int i = 0; i < 3; ++i) ends.push_back(this->open_streams());
  EXPECT_EQ(this->other.free_receives(), 0u);
  EXPECT_THROW((void)this->open_streams(), error);
  // Each still has a credit of one message, and goes on.
  std::vector<std::vector<std::byte>> sent;
  std::deque<task<std::vector<std::byte>>> reads;
  std::deque<task<>> writes;
  for (std::uint32_t i = 0; i < 3; ++i) sent.push_back(random_bytes(64 * 30, i));
  for (std::uint32_t i = 0; i < 3; ++i) {
    reads.push_back(read_all(*ends[i].b, i, 50));
    writes.push_back(write_all(*ends[i].a, sent[i], i, 500));
    reads[i].start();
    writes[i].start();
  }
  ASSERT_TRUE(this->run_until([&] {
    return std::all_of(reads.begin(), reads.end(), [](auto& one) { return one.is_done(); });
  }));
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(reads[i].take(), sent[i]);
  for (auto& one : ends) this->close(one);
  EXPECT_EQ(this->other.free_receives(), 3 * least);
}

TYPED_TEST(shared, slots_of_an_end_that_is_destroyed_go_back) {
  this->share({.slots = 64}, {.slots = 64});
  for (int i = 0; i < 20; ++i) {
    auto on = this->open_streams();
    const auto some = random_bytes(200, 1);
    EXPECT_EQ(on.a->try_write(some).bytes, some.size());
    ASSERT_TRUE(this->run_until([&] { return on.b->statistics().messages_received == 1; }));
    on.b.reset();  // which has not read
    on.a.reset();
    EXPECT_EQ(this->engine.free_receives(), 64u);
    EXPECT_EQ(this->other.free_receives(), 64u);
  }
}

/// A row of the tests makes a receive fail. The stream is truncated, and the others go on.
TYPED_TEST(shared, slots_of_a_receive_that_fails_go_back) {
  this->share({.slots = least, .slot_bytes = 64}, {.slots = least, .slot_bytes = 64});
  int failed = 0;
  for (int i = 0; i < 6; ++i) {
    auto on = this->open_streams();
    const auto some = random_bytes(64, 1);
    EXPECT_EQ(on.a->try_write(some).bytes, some.size());
    on.a->ping();
    ASSERT_TRUE(this->run_until([&] { return on.b->core().is_readable(); }));
    std::vector<std::byte> got(64);
    const auto result = on.b->try_read(got);
    if (!result) {
      EXPECT_EQ(result.status, stream_status::truncated);
      ++failed;
    }
    on.a.reset();
    on.b.reset();
    EXPECT_EQ(this->engine.free_receives(), least);
    EXPECT_EQ(this->other.free_receives(), least);
  }
  EXPECT_EQ(failed, std::getenv("VERBATIM_EMULATOR_FAIL_RECEIVE_AT") != nullptr ? 1 : 0);
}

TYPED_TEST(shared, slots_carry_messages_that_are_released_in_any_order) {
  this->share({.slots = 128, .slot_bytes = 128}, {.slots = 128, .slot_bytes = 128});
  auto on = this->open_channels();
  EXPECT_EQ(on.a->longest_message(), 128u);
  EXPECT_EQ(on.a->try_send(random_bytes(129, 1)), stream_status::invalid_length);
  const auto all = random_bytes(128, 7);
  std::deque<typename TestFixture::message_channel::message_type> kept;
  const auto next = [&](std::size_t length) {
    auto status = stream_status::would_block;
    return this->run_until([&] {
      if (status == stream_status::would_block)
        status = on.a->try_send(std::span(all).first(length));
      (void)on.a->core().is_writable();
      kept.push_back(on.b->try_receive());
      if (kept.back()) return true;
      kept.pop_back();
      return false;
    });
  };
  for (std::size_t i = 1; i <= 8; ++i) ASSERT_TRUE(next(i)) << i;
  while (!kept.empty()) {
    std::vector<std::byte> got(200);
    auto& one = kept.size() % 2 != 0 ? kept.front() : kept.back();
    const auto length = one.copy_to(got);
    EXPECT_EQ(length, one.size());
    EXPECT_TRUE(
        std::equal(got.begin(), got.begin() + static_cast<std::ptrdiff_t>(length), all.begin()));
    if (kept.size() % 2 != 0) {
      kept.pop_front();
    } else {
      kept.pop_back();
    }
  }
  for (std::size_t i = 100; i <= 128; ++i) {
    ASSERT_TRUE(next(i)) << i;
    kept.clear();
  }
  ASSERT_TRUE(next(5));  // it outlives close(), and keeps its slot
  this->close(on);
  EXPECT_EQ(this->other.free_receives(), 127u);
  kept.clear();
  EXPECT_EQ(this->other.free_receives(), 128u);
}

TYPED_TEST(shared, slots_hold_several_messages_which_outlive_the_channel_s_end) {
  this->share({.slots = 64, .slot_bytes = 512}, {.slots = 64, .slot_bytes = 512});
  auto on = this->open_channels(stream_options{}, sharing);
  const auto all = random_bytes(40, 9);
  std::vector<typename TestFixture::message_channel::message_type> kept;
  std::size_t sent = 0;
  const auto send = [&] { return on.a->try_send(std::span(all).first(sent + 1)); };
  ASSERT_TRUE(this->run_until([&] {
    this->engine.batch([&] {  // the peer puts several short messages into a slot of its own
      while (sent < 40 && send() == stream_status::ok) ++sent;
    });
    for (auto one = on.b->try_receive(); one; one = on.b->try_receive()) {
      EXPECT_TRUE(std::ranges::equal(one.first_piece(), std::span(all).first(kept.size() + 1)));
      kept.push_back(std::move(one));
    }
    return kept.size() >= 38 && sent == 40;
  }));
  EXPECT_LT(on.b->statistics().messages_received, 20u);
  for (std::size_t i = 0; i < kept.size(); i += 2) kept[i].release();
  this->close(on);
  kept.clear();
  EXPECT_EQ(this->other.free_receives() + this->engine.free_receives(), 128u);
}

/// A slot may be longer than what fits into a WQE of a direct_engine. Its peers may send more.
TYPED_TEST(shared, slots_may_be_longer_than_messages_that_are_copied_into_wqes) {
  this->share({.slots = 64, .slot_bytes = 512}, {.slots = 64, .slot_bytes = 512});
  auto on = this->open_channels(stream_options{}, sharing);
  EXPECT_EQ(on.a->longest_message(), 512u);
  const bool is_direct = std::is_same_v<TypeParam, stream::direct_engine<>>;
  EXPECT_EQ(on.b->longest_message(), is_direct ? 300u : 512u);
  EXPECT_EQ(on.b->try_send(random_bytes(on.b->longest_message() + 1, 1)),
            stream_status::invalid_length);
  for (auto& [from, to] : {std::pair(on.a.get(), on.b.get()), std::pair(on.b.get(), on.a.get())}) {
    for (const auto length : {from->longest_message(), from->longest_message() - 1}) {
      const auto sent = random_bytes(length, 3);
      auto status = stream_status::would_block;
      std::vector<std::byte> got;
      ASSERT_TRUE(this->run_until([&, to = to, from = from] {
        if (status == stream_status::would_block) status = from->try_send(sent);
        (void)from->core().is_writable();
        const auto message = to->try_receive();
        got.resize(message.size());
        (void)message.copy_to(got);
        return !!message;
      }));
      EXPECT_EQ(got, sent);
    }
  }
  this->close(on);
}

TYPED_TEST(shared, slots_carry_long_messages_that_are_lent) {
  this->share({.slots = 64, .slot_bytes = 128}, {.slots = 64, .slot_bytes = 128});
  auto lends = sharing;
  lends.lend_from = 1000;
  auto on = this->open_channels(sharing, lends);
  EXPECT_EQ(this->engine.free_receives() + 1, this->other.free_receives());  // for its return
  const auto from =
      mr::allocate(this->domain, 100'000, {.access = access::local_write | access::remote_read});
  const auto into = mr::allocate(this->domain, 100'000, {.access = access::local_write});
  const auto all = random_bytes(100'000, 11);
  std::copy(all.begin(), all.end(), from.memory().begin());
  // A coroutine reads what its lambda captured for as long as it runs.
  const auto send = [&]() -> task<stream_status> {
    auto one = on.a->send(from, 0, all.size());
    co_return co_await one;
  };
  const auto receive = [&]() -> task<stream::byte_result> {
    auto one = on.b->receive_into(into, 0, all.size());
    co_return co_await one;
  };
  auto sending = send();
  auto receiving = receive();
  sending.start();
  receiving.start();
  ASSERT_TRUE(this->run_until([&] { return sending.is_done() && receiving.is_done(); }));
  EXPECT_EQ(sending.take(), stream_status::ok);
  EXPECT_EQ(receiving.take().bytes, all.size());
  EXPECT_TRUE(std::equal(all.begin(), all.end(), into.memory().begin()));
  this->close(on);
  EXPECT_EQ(this->engine.free_receives() + this->other.free_receives(), 128u);
}

TYPED_TEST(shared, slots_serve_a_peer_that_knows_no_windows_that_grow) {
  this->share({.slots = 64, .slot_bytes = 128}, {.slots = 64, .slot_bytes = 128});
  typename TestFixture::byte_stream a(this->engine, this->domain),
      b(this->other, this->domain, sharing);
  auto older = a.address();
  older.most_window = 0;
  auto seen_by_older = b.address();
  seen_by_older.most_window = 0;
  a.connect(seen_by_older, without_rnr);
  b.connect(older, without_rnr);
  const auto all = random_bytes(5'000, 13);
  auto reads = read_all(b, 1, 300);
  auto writes = write_all(a, all, 1, 1000);
  reads.start();
  writes.start();
  ASSERT_TRUE(this->run_until([&] {
    EXPECT_EQ(this->other.free_receives(), 64 - least);
    return reads.is_done();
  }));
  EXPECT_EQ(reads.take(), all);
  b.shutdown_send();
  ASSERT_TRUE(this->run_until([&] { return a.is_finished() && b.is_finished(); }));
  EXPECT_TRUE(b.close(long_enough));
}

TYPED_TEST(shared, receives_are_asked_for_first_and_once) {
  using stream_type = typename TestFixture::byte_stream;
  EXPECT_THROW(stream_type(this->engine, this->domain, sharing), error);
  EXPECT_THROW(this->engine.share_receives(this->domain, {.slots = 6}), error);
  EXPECT_THROW(this->engine.share_receives(this->domain, {.slot_bytes = 63}), error);
  EXPECT_THROW(this->engine.share_receives(this->domain, {.slots = 4097}), error);  // CQEs: 4096
  this->engine.share_receives(this->domain, {.slots = 64});
  EXPECT_THROW(this->engine.share_receives(this->domain, {.slots = 64}), error);
  auto with_ring = sharing;
  with_ring.ring_bytes = 8192;
  EXPECT_THROW(stream_type(this->engine, this->domain, with_ring), error);
  EXPECT_THROW(stream_type(this->engine, pd(this->device), sharing), error);
}

}  // namespace
}  // namespace verbatim
