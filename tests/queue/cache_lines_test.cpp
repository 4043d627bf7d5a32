// The cache lines that posting and polling write: docs/cache-lines.md says which.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "device.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::test {
namespace {

constexpr std::size_t line = 64;
constexpr std::uint32_t qpn = 0x42;

constexpr auto kept = counting::counters::kept;
using plain_queue = send_queue<rc, std::uint64_t>;
using counted_queue = send_queue<rc, std::uint64_t, kept>;
using plain_end = endpoint<plain_queue, std::uint64_t>;
using counted_end = endpoint<counted_queue, std::uint64_t>;
using plain_cq = completion_queue<plain_end>;
using counted_cq = completion_queue<with_format<cq_format{.counters = kept}>, counted_end>;

static_assert(alignof(plain_queue) == line && sizeof(plain_queue) == 2 * line);
static_assert(alignof(counted_queue) == line && sizeof(counted_queue) % line == 0);
static_assert(sizeof(plain_end) > sizeof(plain_queue),
              "the receive queue begins a line of its own");
static_assert(alignof(plain_cq) == line && alignof(counted_cq) == line);
static_assert(sizeof(counting::send_counters) == line && alignof(counting::send_counters) == line);
static_assert(sizeof(counting::completion_counters) == line &&
              alignof(counting::completion_counters) == line);
static_assert(sizeof(mmio::doorbell_register) <= line);
static_assert(sizeof(detail::endpoint_table::target) == 16);
static_assert(wqebb == line && cqe64::size == line);

using lines = std::vector<std::size_t>;

/// The bytes of an object at one moment.
class picture {
 public:
  template <class Object>
  explicit picture(const Object& of)
      : at_(reinterpret_cast<const std::byte*>(&of)), then_(at_, at_ + sizeof of) {}

  /// Returns the lines of the object that have changed since.
  lines changed() const {
    lines all;
    for (std::size_t i = 0; i < then_.size(); i += line) {
      if (std::memcmp(at_ + i, then_.data() + i, std::min(line, then_.size() - i)) != 0) {
        all.push_back(i / line);
      }
    }
    return all;
  }

 private:
  const std::byte* at_;
  std::vector<std::byte> then_;
};

/// Posts a WQE, rings its doorbell and polls its completion. `check` gets the objects' pictures
/// after each step. The first time is not looked at: builds with assertions remember the thread.
template <class End, class Cq, class Check>
void go(Check&& check) {
  queue_pair_memory memory(16, qpn);
  completion_queue_device device(16);
  End ends(memory);
  Cq cq(device.memory());
  cq.attach(qpn, ends);
  for (const bool looks : {false, true}) {
    const picture of_posting(ends.sq), reg_of_posting(memory.page.doorbell);
    const auto posted = ends.sq.sq_wqe().nop().signal(7).finish();
    ASSERT_TRUE(posted.ok());
    if (looks) check("post", of_posting.changed(), reg_of_posting.changed(), lines{});
    const picture of_ringing(ends.sq), reg_of_ringing(memory.page.doorbell);
    ends.sq.ring_doorbell();
    if (looks) check("doorbell", of_ringing.changed(), reg_of_ringing.changed(), lines{});
    device.sent(qpn, posted.wqe_index());
    const picture of_polling(ends.sq), reg_of_polling(memory.page.doorbell), of_cq(cq);
    ASSERT_EQ(cq.poll([](auto&&) {}), 1u);
    if (looks) check("poll", of_polling.changed(), reg_of_polling.changed(), of_cq.changed());
  }
}

TEST(cache_lines, that_a_queue_pair_without_counters_writes) {
  go<plain_end, plain_cq>(
      [](std::string_view step, const lines& queue, const lines& reg, const lines& cq) {
        SCOPED_TRACE(step);
        EXPECT_EQ(queue, step == "doorbell" ? lines{} : lines{0});
        EXPECT_EQ(reg, step == "doorbell" ? lines{0} : lines{});
        EXPECT_EQ(cq, step == "poll" ? lines{0} : lines{});
      });
}

TEST(cache_lines, that_counters_add) {
  constexpr std::size_t counters = 2;  // between the ring, which takes two lines, and the doorbell
  go<counted_end, counted_cq>(
      [](std::string_view step, const lines& queue, const lines&, const lines& cq) {
        SCOPED_TRACE(step);
        EXPECT_EQ(queue, step == "doorbell" ? lines{counters} : (lines{0, counters}));
        if (step != "poll") return;
        ASSERT_EQ(cq.size(), 2u);
        EXPECT_EQ(cq.front(), 0u);
        EXPECT_GT(cq.back(), 0u);
      });
}

}  // namespace
}  // namespace verbatim::test
