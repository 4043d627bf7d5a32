// The memory of connections on which nothing happens, by the difference between few and many.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "memory_by_object.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using stream::stream_options;
using testing::memory_by_object;

constexpr int few = 2, many = 12, many_sharing = 50;
constexpr stream_options sharing{.receives = stream::receive_from::shared};
constexpr int least = 7;  ///< shared slots that each stream needs

/// The memory of one end, in bytes.
struct per_end {
  double ours = 0, provider = 0, emulator = 0, others = 0, resident = 0, heap = 0;
};

struct sample {
  memory_by_object by_object = testing::memory_now();
  std::int64_t resident = testing::resident_memory(), heap = testing::heap_in_use();
};

template <class End, class Engine>
void connect_pairs(std::deque<End>& ends, Engine& engine, const pd& domain, int count,
                   const stream_options& how) {
  for (int i = 0; i < count; ++i) {
    auto& a = ends.emplace_back(engine, domain, how);
    auto& b = ends.emplace_back(engine, domain, how);
    const auto address = a.address();
    a.connect(b.address());
    b.connect(address);
  }
}

/// Returns the difference for each of so many ends, and prints it.
per_end difference(const char* what, const sample& before, const sample& after, int ends) {
  const auto of_one = [&](std::int64_t bytes) { return static_cast<double>(bytes) / ends; };
  const auto more = after.by_object - before.by_object;
  const per_end one{of_one(more.ours),
                    of_one(more.provider),
                    of_one(more.emulator),
                    of_one(more.others),
                    of_one(after.resident - before.resident),
                    of_one(after.heap - before.heap)};
  std::printf("%-24s ours %.0f, provider %.0f, emulator %.0f, others %.0f; RSS %.0f, heap %.0f\n",
              what, one.ours, one.provider, one.emulator, one.others, one.resident, one.heap);
  std::fflush(stdout);
  return one;
}

/// Connects pairs of ends on an engine, and prints what each of the later ends takes.
template <template <class> class End, class Engine>
per_end memory_of(const char* what, const stream_options& how) {
  auto device = testing::device_under_test();
  pd domain(device);
  Engine engine(device);
  std::deque<End<Engine>> ends;
  connect_pairs(ends, engine, domain, few, how);
  testing::count_memory();
  const sample before;
  connect_pairs(ends, engine, domain, many - few, how);
  const auto one = difference(what, before, sample(), 2 * (many - few));
  while (!ends.empty()) ends.pop_back();
  return one;
}

/// Returns what an end takes that shares its receives, with its part of what is shared: an engine
/// with few ends and slots for them is compared with one that has many.
template <template <class> class End, class Engine>
per_end memory_of_sharing(const char* what, std::uint32_t slot_bytes = 256) {
  auto device = testing::device_under_test();
  pd domain(device);
  Engine small(device, {.takes_device_events = false});
  Engine large(device, {.takes_device_events = false});
  std::deque<End<Engine>> of_small, of_large;
  const auto begin = [&](auto& ends, Engine& engine, int pairs) {
    const sample before;
    engine.share_receives(
        domain, {.slots = static_cast<std::uint32_t>(2 * pairs * least), .slot_bytes = slot_bytes});
    connect_pairs(ends, engine, domain, pairs, sharing);
    return std::pair(before, sample());
  };
  begin(of_small, small, 1);  // takes what is taken once
  testing::count_memory();
  const auto [before, after] = begin(of_large, large, many_sharing);
  const auto one = difference(what, before, after, 2 * many_sharing);
  EXPECT_EQ(large.free_receives(), 0u);
  while (!of_large.empty()) of_large.pop_back();
  while (!of_small.empty()) of_small.pop_back();
  return one;
}

class idle : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!testing::can_count_memory()) GTEST_SKIP() << "a sanitizer has its own memory";
  }
};

TEST_F(idle, streams_take_what_the_page_says) {
  using stream::byte_stream;
  using stream::direct_engine;
  using stream::message_channel;
  using stream::verbs_engine;
  // The limits are a tenth above the table in docs/measurements.md.
  const stream_options usual, small{.window = 4, .slot_bytes = 128};
  const auto is_at_most = [](const per_end& one, double ours, double provider) {
    EXPECT_LE(one.ours, ours);
    EXPECT_LE(one.provider, provider);
    EXPECT_GT(one.provider, 4096);  // the rings were counted
  };
  is_at_most(memory_of<byte_stream, direct_engine<>>("stream", usual), 625'000, 52'000);
  is_at_most(memory_of<byte_stream, verbs_engine>("stream, verbs", usual), 617'000, 52'000);
  is_at_most(memory_of<message_channel, direct_engine<>>("channel", usual), 626'000, 52'000);
  is_at_most(memory_of<message_channel, verbs_engine>("channel, verbs", usual), 618'000, 52'000);
  is_at_most(memory_of<byte_stream, direct_engine<>>("ring of 1 MiB", {.ring_bytes = 1 << 20}),
             1'780'000, 52'000);
  is_at_most(memory_of<byte_stream, direct_engine<>>("4 of 128 bytes", small), 11'000, 28'500);
  is_at_most(memory_of<byte_stream, verbs_engine>("4 of 128 bytes, verbs", small), 7'000, 28'500);
}

TEST_F(idle, streams_that_share_their_receives_take_what_the_page_says) {
  using stream::byte_stream;
  using stream::direct_engine;
  using stream::message_channel;
  using stream::verbs_engine;
  // Memory that is aligned to cache lines comes through the library of C++, which counts as another.
  const auto is_at_most = [](const per_end& one, double ours, double provider, int slot_bytes) {
    EXPECT_LE(one.ours + one.others, ours);
    EXPECT_GT(one.ours, least * slot_bytes);  // its slots were counted
    EXPECT_LE(one.provider, provider);
    EXPECT_GT(one.provider, 4096);
  };
  is_at_most(memory_of_sharing<byte_stream, verbs_engine>("sharing, verbs"), 4096, 25'000, 256);
  is_at_most(memory_of_sharing<message_channel, verbs_engine>("sharing channel, verbs"), 4096,
             25'000, 256);
  is_at_most(memory_of_sharing<byte_stream, direct_engine<>>("sharing"), 4096, 8000, 256);
  is_at_most(memory_of_sharing<message_channel, direct_engine<>>("sharing channel"), 4096, 8000,
             256);
  is_at_most(memory_of_sharing<byte_stream, direct_engine<>>("sharing slots of 64", 64), 2900, 8000,
             64);
}

template <class Engine>
class idle_streams_of : public idle {};
using engines = ::testing::Types<stream::direct_engine<>, stream::verbs_engine>;
TYPED_TEST_SUITE(idle_streams_of, engines);

/// A thousand idle streams beside a busy one. Their queue pairs fail with the first message for
/// which no receive is posted.
TYPED_TEST(idle_streams_of, an_engine_do_not_disturb_a_busy_one) {
  using engine_type = TypeParam;
  constexpr int count = 1000;
  constexpr std::uint32_t slots = (count + 1) * least + 256;
  auto device = testing::device_under_test();
  pd domain(device);
  engine_type engine(device, {.cqes = 2 * slots}),
      other(device, {.cqes = 2 * slots, .takes_device_events = false});
  const connect_attributes without_rnr{.rts = {.rnr_retry = rnr_retry_count(0)}};
  std::deque<stream::byte_stream<engine_type>> near, far;
  const auto open = [&] {
    near.emplace_back(engine, domain, sharing);
    far.emplace_back(other, domain, sharing);
    const auto address = near.back().address();
    near.back().connect(far.back().address(), without_rnr);
    far.back().connect(address, without_rnr);
  };
  testing::count_memory();
  const sample before;
  engine.share_receives(domain, {.slots = slots});
  other.share_receives(domain, {.slots = slots});
  for (int i = 0; i < count; ++i) open();
  const auto of_one = difference("one of 1,000", before, sample(), 2 * count);
  EXPECT_LE(of_one.ours + of_one.others, 4096);
  open();
  auto &busy = near.back(), &reader = far.back();
  const auto run_until = [&](auto&& condition) {
    const auto until = std::chrono::steady_clock::now() + 6 * long_enough;
    while (!condition() && std::chrono::steady_clock::now() < until) {
      engine.poll();
      other.poll();
    }
    return condition();
  };

  // The busy one gets the receives that no other needs.
  std::vector<std::byte> all(1 << 20), got(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::byte>(i * 31 >> 3);
  std::size_t put = 0, taken = 0;
  ASSERT_TRUE(run_until([&] {
    put += busy.try_write(std::span(all).subspan(put)).bytes;
    (void)busy.core().is_writable();
    taken += reader.try_read(std::span(got).subspan(taken)).bytes;
    return taken == all.size();
  }));
  EXPECT_TRUE(got == all);
  EXPECT_LT(other.free_receives(), 256 - 14u);
  std::printf("busy: %llu messages, %llu times blocked\n",
              static_cast<unsigned long long>(busy.statistics().messages_sent),
              static_cast<unsigned long long>(busy.statistics().blocked));

  // All of them send at once, as much as they may, before any of it is read. The busy one has used all
  // its credits, and waits for the last of them first.
  ASSERT_TRUE(run_until([&] { return busy.core().is_writable(); }));
  const auto piece = std::span(all).first(600);
  for (auto& one : near) (void)one.try_write(piece);
  for (auto& one : near) one.ping();
  for (auto& one : near) one.shutdown_send();
  EXPECT_TRUE(run_until([&] {
    return std::all_of(near.begin(), near.end(), [](auto& one) { return !one.awaits_pong(); });
  }));
  for (auto& one : far) {
    EXPECT_NE(one.try_read(std::span(got).first(600)).bytes, 0u);
    one.shutdown_send();
  }
  EXPECT_TRUE(run_until([&] {
    return std::all_of(near.begin(), near.end(), [](auto& one) { return one.is_finished(); });
  }));
  for (auto* ends : {&near, &far}) {
    for (auto& one : *ends) EXPECT_EQ(one.statistics().not_ready, 0u);
    while (!ends->empty()) ends->pop_back();
  }
  EXPECT_EQ(engine.free_receives(), slots);
  EXPECT_EQ(other.free_receives(), slots);
}

}  // namespace
}  // namespace verbatim
