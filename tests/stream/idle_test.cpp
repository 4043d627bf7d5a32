// The memory of connections on which nothing happens, by the difference between few and many.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <deque>

#include "device_under_test.hpp"
#include "memory_by_object.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using stream::stream_options;
using testing::memory_by_object;

constexpr int few = 2, many = 12;

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

/// Connects pairs of ends on an engine, and prints what each of the later ends takes.
template <template <class> class End, class Engine>
per_end memory_of(const char* what, const stream_options& how) {
  auto device = testing::device_under_test();
  pd domain(device);
  Engine engine(device);
  std::deque<End<Engine>> ends;
  connect_pairs(ends, engine, domain, few, how);
  static const bool begun = (testing::count_memory(), true);
  (void)begun;
  const sample before;
  connect_pairs(ends, engine, domain, many - few, how);
  const sample after;
  const auto of_one = [](std::int64_t bytes) {
    return static_cast<double>(bytes) / (2 * (many - few));
  };
  const auto more = after.by_object - before.by_object;
  const per_end one{of_one(more.ours),
                    of_one(more.provider),
                    of_one(more.emulator),
                    of_one(more.others),
                    of_one(after.resident - before.resident),
                    of_one(after.heap - before.heap)};
  std::printf("%-22s ours %.0f, provider %.0f, emulator %.0f, others %.0f; RSS %.0f, heap %.0f\n",
              what, one.ours, one.provider, one.emulator, one.others, one.resident, one.heap);
  std::fflush(stdout);
  while (!ends.empty()) ends.pop_back();
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
  is_at_most(memory_of<byte_stream, direct_engine<>>("4 of 128 bytes", small), 10'000, 28'500);
  is_at_most(memory_of<byte_stream, verbs_engine>("4 of 128 bytes, verbs", small), 6'300, 28'500);
}

}  // namespace
}  // namespace verbatim
