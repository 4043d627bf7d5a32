// Random operations on streams of bytes, channels of messages and queue pairs, beside a model in memory:
// random_test [OPERATIONS]. VERBATIM_SEED repeats a run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "device_under_test.hpp"
#include "dice.hpp"
#include "engines.hpp"
#include "random_bytes.hpp"
#include "random_cancels.hpp"
#include "random_messages.hpp"
#include "random_pair.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {

std::uint64_t operations = 40'000;  // of all tests of streams together

namespace {

template <class Engine>
class random_operations : public ::testing::Test {
 protected:
  /// Runs one pair after another.
  template <template <class> class Pair>
  void run() {
    const auto device = testing::device_under_test();
    test::dice chance;
    testing::random_world<Engine> world(device, chance);
    for (auto left = operations / 4; left != 0 && !HasFailure();) {
      const auto count =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(left, 1 + chance.below(3000)));
      left -= Pair<Engine>(world).run(count);
      EXPECT_EQ(world.engine.free_receives(), world.slots);
    }
  }
};

TYPED_TEST_SUITE(random_operations, testing::engines);

TYPED_TEST(random_operations, on_streams_of_bytes) { this->template run<testing::random_bytes>(); }

TYPED_TEST(random_operations, on_channels_of_messages) {
  this->template run<testing::random_messages>();
}

TYPED_TEST(random_operations, on_queue_pairs_that_are_cancelled) {
  this->template run<testing::random_cancels>();
}

}  // namespace
}  // namespace verbatim

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (argc > 1) verbatim::operations = std::strtoull(argv[1], nullptr, 10);
  return RUN_ALL_TESTS();
}
