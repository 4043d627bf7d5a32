// The attempts of a stream, and the connections of a DCI.
#include <gtest/gtest.h>

#include <chrono>
#include <optional>

#include "engine/send/dc_connection.hpp"
#include "engine/send/retry_timer.hpp"

namespace {

using namespace std::chrono_literals;
using namespace verbatim::emulator;

constexpr engine_clock::time_point now{5s};

TEST(retry_timer, is_held_up_until_its_time) {
  retry_timer timer(now);
  EXPECT_FALSE(timer.held_up(now));
  timer.wait_until(now + 1s);
  EXPECT_TRUE(timer.waiting());
  EXPECT_TRUE(timer.held_up(now));
  EXPECT_EQ(timer.deadline(), now + 1s);
  EXPECT_FALSE(timer.held_up(now + 1s));
  EXPECT_TRUE(timer.waiting());
  timer.stop_waiting();
  EXPECT_FALSE(timer.waiting());
  EXPECT_EQ(timer.deadline(), std::nullopt);
}

TEST(retry_timer, may_wait_for_ever) {
  retry_timer timer(now);
  timer.wait_for_ever();
  EXPECT_TRUE(timer.held_up(now + 24h));
  EXPECT_EQ(timer.deadline(), std::nullopt);
}

TEST(retry_timer, a_reset_forgets_failures_but_not_the_attempt) {
  retry_timer timer(now);
  const auto first = timer.attempt();
  timer.failed();
  timer.next_attempt();
  timer.wait_until(now + 1s);
  timer.reset();
  EXPECT_EQ(timer.failures(), 0);
  EXPECT_FALSE(timer.waiting());
  EXPECT_EQ(timer.attempt(), first + 1);
}

packet_address to(std::uint32_t dct, std::uint64_t key = 1) {
  packet_address address;
  address.vector.dqp_dct = dct;
  address.dc_key = key;
  return address;
}

TEST(dc_connection, opens_another_only_when_everything_before_is_answered) {
  dc_connection connection(7);
  EXPECT_TRUE(connection.connect(to(1), true));
  EXPECT_EQ(connection.number(), 8u);
  EXPECT_TRUE(connection.connect(to(1), false));
  EXPECT_FALSE(connection.connect(to(2), false));
  EXPECT_FALSE(connection.connect(to(1, 2), false));
  EXPECT_EQ(connection.number(), 8u);
  EXPECT_TRUE(connection.connect(to(2), true));
  EXPECT_EQ(connection.number(), 9u);
}

TEST(dc_connection, has_a_new_number_after_its_end) {
  dc_connection connection(7);
  connection.connect(to(1), true);
  connection.end();
  EXPECT_EQ(connection.number(), 9u);
  EXPECT_TRUE(connection.connect(to(1), false));
}

}  // namespace
