// Posting, polling, resizing, resetting, failing, draining, flushing, destroying and reconnecting in every
// order, on the emulated device. Each entry comes back once, before the next reset of its queue pair, and
// only after its doorbell. A message that has arrived is in its buffer. Shared receive queues run low and are
// destroyed, with their queue pairs or after them. Streams of a DCI fail and are restarted, while its other
// streams work.
#include <gtest/gtest.h>

#include <cstdint>

#include "histories.hpp"
#include "lifecycle_arena.hpp"
#include "lifecycle_ledger.hpp"
#include "lifecycle_world.hpp"
#include "orders.hpp"
#include "verbatim/verbs/direct/unrung.hpp"

namespace verbatim {
namespace {

// The numbers of histories for every order to occur.
constexpr std::uint64_t enough = 40;
constexpr std::uint64_t enough_failures = 12;

/// True if the command line asks for too few histories for every order to occur, or if one has failed.
bool is_short(std::uint64_t usual) {
  return test::command_line_option("seed") || testing::Test::HasFailure() ||
         test::command_line_option("histories").value_or(usual) < usual;
}

template <cq_format Format>
void run_histories() {
  arena a;
  on_unrung([](const error&) noexcept {});  // some are closed in the middle of posting
  orders all;
  lifecycle_ledger::counts sum;
  const auto of = test::of_any_pair.with({action::limit, action::destroy_srq});
  const auto history = [&](dice& random) {
    {
      lifecycle_world<Format> its(a, random);
      its.run(400);
      all.add(its.seen());
      const auto& seen = its.counted();
      sum.limits_reached += seen.limits_reached;
      sum.compressed += seen.compressed;
      sum.streams.failed += seen.streams.failed;
      sum.streams.beside += seen.streams.beside;
      sum.streams.revived += seen.streams.revived;
      sum.streams.flushed += seen.streams.flushed;
    }
    ASSERT_EQ(a.free_buffers(), arena::buffers);
  };
  test::each_history(enough, history);
  if (is_short(enough)) return;
  all.expect_all(of, [&] { test::each_history(enough / 4, history); });
  EXPECT_NE(sum.limits_reached, 0u);
  EXPECT_EQ(sum.compressed != 0, Format.compression != cqe_compression::none);
  if (by_devx<Format>) return;  // there are no DCIs
  EXPECT_NE(sum.streams.failed, 0u);
  EXPECT_NE(sum.streams.beside, 0u);
  EXPECT_NE(sum.streams.revived, 0u);
  EXPECT_NE(sum.streams.flushed, 0u);
}

TEST(lifecycle, in_every_order) { run_histories<cq_format{}>(); }
TEST(lifecycle, in_every_order_with_compression) {
  run_histories<cq_format{.compression = cqe_compression::basic}>();
}
TEST(lifecycle, in_every_order_by_DevX) {
  run_histories<cq_format{.compression = cqe_compression::enhanced}>();
}

/// Each history ends with a failure of the device, which --raise-at asks for. A context that is opened
/// afterwards works.
TEST(lifecycle, until_the_device_fails) {
  on_unrung([](const error&) noexcept {});
  orders all;
  const auto history = [&](dice& random) {
    arena a;
    lifecycle_world<cq_format{}> its(a, random);
    its.run_until_the_device_fails(random.below(60), all);
    all.add(its.seen());
  };
  test::each_history(enough_failures, history);
  if (is_short(enough_failures)) return;
  const auto of = test::of_any_pair.with({action::limit, action::destroy_srq});
  all.expect_each_before({action::flush}, of,
                         [&] { test::each_history(enough_failures / 4, history); });
}

}  // namespace
}  // namespace verbatim
