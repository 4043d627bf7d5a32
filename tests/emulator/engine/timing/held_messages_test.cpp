// Messages that wait for their time, and their order.
#include "engine/timing/held_messages.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace {

using namespace verbatim::emulator;

/// Queue pairs of the processes in slots 1 and 2.
constexpr std::uint32_t own = 1u << 14;
constexpr std::uint32_t other = 2u << 14;

model_time at(std::int64_t count) { return model_time(model_span(count)); }

message numbered(std::uint32_t psn, std::uint32_t source = own) {
  message result;
  result.kind = message_kind::send;
  result.source_qpn = source;
  result.destination_qpn = own + 1;
  result.psn = psn;
  return result;
}

/// Returns the numbers of the messages that may be seen at that time.
std::vector<std::uint32_t> seen(held_messages& held, model_time now, model_span delay = {}) {
  held.land(now, [&](const held_message&) { return now + delay; });
  std::vector<std::uint32_t> result;
  while (const auto one = held.next_due(now)) result.push_back(one->header.psn);
  return result;
}

using numbers = std::vector<std::uint32_t>;

TEST(held_messages, come_in_the_order_of_their_times) {
  held_messages held;
  held.keep(numbered(3), at(300));
  held.keep(numbered(1), at(100));
  held.keep(numbered(2), at(100));
  EXPECT_EQ(held.deadline(), at(100));
  EXPECT_EQ(seen(held, at(99)), numbers{});
  EXPECT_EQ(seen(held, at(100)), (numbers{1, 2}));
  EXPECT_EQ(held.deadline(), at(300));
  EXPECT_EQ(seen(held, at(1000)), numbers{3});
  EXPECT_EQ(held.deadline(), std::nullopt);
}

TEST(held_messages, are_seen_later_than_they_come) {
  held_messages held;
  held.keep(numbered(1), at(100));
  EXPECT_EQ(seen(held, at(100), model_span(50)), numbers{});
  EXPECT_EQ(held.deadline(), at(150));
  EXPECT_EQ(seen(held, at(150)), numbers{1});
}

TEST(held_messages, do_not_overtake_one_another) {
  held_messages held;
  held.keep(numbered(1), at(100));
  held.keep(numbered(2), at(101));
  // The first is long in coming to memory, the second is not.
  EXPECT_EQ(seen(held, at(100), model_span(500)), numbers{});
  EXPECT_EQ(seen(held, at(101)), numbers{});
  EXPECT_EQ(seen(held, at(600)), (numbers{1, 2}));
}

TEST(held_messages, keep_their_payload) {
  held_messages held;
  std::vector<std::byte> bytes(100, std::byte{7});
  message one = numbered(1);
  one.payload = bytes;
  held.keep(one, at(1));
  bytes.assign(100, std::byte{0});
  held.land(at(1), [](const held_message&) { return at(1); });
  EXPECT_EQ(held.next_due(at(1))->payload, std::vector<std::byte>(100, std::byte{7}));
}

TEST(held_messages, know_the_latest_of_a_pair_of_queue_pairs) {
  held_messages held;
  EXPECT_EQ(held.latest(own, own + 1), std::nullopt);
  held.keep(numbered(1), at(100));
  held.keep(numbered(2), at(200));
  held.keep(numbered(3, other), at(300));
  EXPECT_EQ(held.latest(own, own + 1), at(200));
  EXPECT_EQ(held.latest(own, own + 2), std::nullopt);
  // Messages that have landed are before all that come.
  seen(held, at(250), model_span(1000));
  EXPECT_EQ(held.latest(own, own + 1), model_time{});
}

TEST(held_messages, give_up_those_of_a_process_that_ends) {
  held_messages held;
  held.keep(numbered(1, other), at(100));
  held.keep(numbered(2), at(100));
  held.keep(numbered(3, other), at(900));
  seen(held, at(100), model_span(50));
  const auto of_other = held.take_from(2);
  ASSERT_EQ(of_other.size(), 2u);
  EXPECT_EQ(of_other[0].header.psn, 1u);
  EXPECT_EQ(of_other[1].header.psn, 3u);
  EXPECT_EQ(seen(held, at(1000)), numbers{2});
}

}  // namespace
