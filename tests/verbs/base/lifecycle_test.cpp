// Posting, polling, resizing, resetting, failing, draining, flushing, destroying and reconnecting in every
// order, on the emulated device: each entry comes back once, in the life that it was posted in, and only
// after its doorbell. A message that has arrived is in its buffer. Shared receive queues run low and are
// destroyed, with their queue pairs or after them. Streams of a DCI fail, and are restarted, while the others
// go on.
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

constexpr std::uint64_t enough = 40;  // histories, for every order to occur

template <cq_format Format>
void run_histories() {
  arena a;
  on_unrung([](const error&) noexcept {});  // as some are closed in the middle of posting
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
  const auto asked_for = test::command_line_option("histories").value_or(enough);
  if (test::command_line_option("seed") || asked_for < enough || testing::Test::HasFailure())
    return;
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

TEST(lifecycle, until_the_device_fails) {
  arena a;
  on_unrung([](const error&) noexcept {});
  test::each_history(1, [&](dice& random) {
    lifecycle_world<cq_format{}>(a, random).run_until_the_device_fails();
  });
}

}  // namespace
}  // namespace verbatim
