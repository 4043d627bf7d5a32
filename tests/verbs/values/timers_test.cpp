// Timers, rates, LIDs and P_Keys: what encodings mean, and that they say so.
#include "verbatim/verbs/values/timers.hpp"

#include <gtest/gtest.h>
#include <infiniband/verbs.h>

#include <chrono>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "message_of.hpp"
#include "verbatim/verbs/values/link_values.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;

template <class Value>
std::string printed(const Value& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

TEST(ack_timeout, prints_its_time) {
  EXPECT_EQ(printed(ack_timeout(0)), "0 (infinite)");
  EXPECT_EQ(printed(ack_timeout(1)), "1 (8.192 us)");
  EXPECT_EQ(printed(ack_timeout(14)), "14 (67.108 ms)");
  EXPECT_EQ(printed(ack_timeout(21)), "21 (8.589 s)");
  EXPECT_EQ(printed(packet_life_time(0)), "0 (4.096 us)");
}

TEST(ack_timeout, rounds_up) {
  EXPECT_EQ(ack_timeout::at_least(1ms), ack_timeout(8));  // 7 is 0.52 ms
  EXPECT_EQ(ack_timeout::at_least(0ns), ack_timeout(1)) << "0 would be infinite";
  for (unsigned encoding = 2; encoding <= 31; ++encoding) {
    const ack_timeout timeout(encoding);
    EXPECT_EQ(ack_timeout::at_least(timeout.time()), timeout);
    EXPECT_EQ(ack_timeout::at_least(timeout.time() - 1ns), timeout);
    EXPECT_EQ(ack_timeout::at_least(ack_timeout(encoding - 1).time() + 1ns), timeout);
  }
  EXPECT_EQ(packet_life_time::at_least(4096ns), packet_life_time(0));
}

TEST(ack_timeout, infinite_is_the_longest) {
  EXPECT_TRUE(ack_timeout(0).is_infinite());
  EXPECT_FALSE(packet_life_time(0).is_infinite());
  EXPECT_GT(ack_timeout(0), ack_timeout(31));
  EXPECT_LT(packet_life_time(0), packet_life_time(1));
  EXPECT_EQ(ack_timeout(0).time(), std::chrono::nanoseconds::max());
  EXPECT_EQ(packet_life_time(63).time(), std::chrono::nanoseconds::max());
}

TEST(ack_timeout, refuses_what_has_no_encoding) {
  EXPECT_EQ(message_of([] { (void)ack_timeout(32); }),
            "timeout: 32 is more than the largest there is, 31");
  EXPECT_EQ(message_of([] { (void)packet_life_time(64); }),
            "packet_life_time: 64 is more than the largest there is, 63");
  EXPECT_EQ(message_of([] { (void)ack_timeout::at_least(3h); }),
            "timeout: 10800 s is longer than the longest there is, 8796.093 s");
}

// The formula of python-rdma, 2^(packet_life_time + 1) + 2^ack_resp_time ticks, rounded up.
TEST(ack_timeout, is_there_and_back_and_the_peers_delay) {
  const auto over = [](unsigned way, unsigned peer) {
    return ack_timeout_over(packet_life_time(way), response_time(peer)).encoding();
  };
  EXPECT_EQ(over(18, 20), 21);  // 2^19 + 2^20
  EXPECT_EQ(over(14, 15), 16);  // 2^15 + 2^15
  EXPECT_EQ(over(0, 0), 2);     // 2 + 1
  EXPECT_EQ(over(30, 31), 31) << "the longest there is";
  EXPECT_EQ(over(63, 31), 31);
}

// The values of man ibv_modify_qp's min_rnr_timer, from its definition in the InfiniBand specification.
TEST(rnr_timer, tells_its_time) {
  const std::vector<double> milliseconds{
      655.36, 0.01,  0.02,  0.03,  0.04,  0.06,   0.08,   0.12,   0.16,   0.24,  0.32,
      0.48,   0.64,  0.96,  1.28,  1.92,  2.56,   3.84,   5.12,   7.68,   10.24, 15.36,
      20.48,  30.72, 40.96, 61.44, 81.92, 122.88, 163.84, 245.76, 327.68, 491.52};
  for (std::size_t i = 0; i < milliseconds.size(); ++i) {
    EXPECT_DOUBLE_EQ(static_cast<double>(time(static_cast<rnr_timer>(i)).count()) / 1000,
                     milliseconds[i]);
  }
  EXPECT_EQ(printed(rnr_timer::ms_655_36), "0 (655.36 ms)");
  EXPECT_EQ(printed(rnr_timer::ms_0_64), "12 (0.64 ms)");
  EXPECT_EQ(printed(rnr_timer::ms_0_01), "1 (0.01 ms)");
}

TEST(rnr_timer, rounds_up) {
  EXPECT_EQ(rnr_timer_at_least(0ns), rnr_timer::ms_0_01);
  EXPECT_EQ(rnr_timer_at_least(640us), rnr_timer::ms_0_64);
  EXPECT_EQ(rnr_timer_at_least(641us), rnr_timer::ms_0_96);
  EXPECT_EQ(rnr_timer_at_least(500ms), rnr_timer::ms_655_36);
  EXPECT_EQ(message_of([] { (void)rnr_timer_at_least(1s); }),
            "min_rnr_timer: 1 s is longer than the longest there is, 655.36 ms");
}

TEST(rnr_retry, seven_is_without_end) {
  EXPECT_EQ(printed(rnr_retry_count(6)), "6");
  EXPECT_EQ(printed(rnr_retry_count(7)), "7 (infinite)");
  EXPECT_EQ(message_of([] { (void)rnr_retry_count(8); }),
            "rnr_retry: 8 is more than the largest there is, 7");
}

TEST(link_values, print_themselves) {
  EXPECT_EQ(printed(lid(4)), "4");
  EXPECT_EQ(printed(lid(0xc001)), "0xc001");
  EXPECT_EQ(printed(pkey(0x8001)), "0x8001");
  EXPECT_EQ(printed(mtu(1024)), "1024 bytes");
  EXPECT_EQ(printed(rate()), "as fast as the port can");
  EXPECT_EQ(printed(rate(IBV_RATE_100_GBPS)), "100 Gb/s");
  EXPECT_EQ(printed(rate(IBV_RATE_2_5_GBPS)), "2.5 Gb/s");
  EXPECT_EQ(printed(rate(63)), "unknown rate 63");
}

TEST(link_values, know_what_they_are) {
  EXPECT_FALSE(lid(0).is_unicast());
  EXPECT_TRUE(lid(0xbfff).is_unicast());
  EXPECT_FALSE(lid(0xc000).is_unicast());
  EXPECT_TRUE(pkey(0x8001).is_full_member());
  EXPECT_EQ(pkey(0x8001).partition(), pkey(0x0001).partition());
  const std::pair<ibv_mtu, std::uint16_t> mtus[]{{IBV_MTU_256, std::uint16_t{256}},
                                                 {IBV_MTU_512, std::uint16_t{512}},
                                                 {IBV_MTU_1024, std::uint16_t{1024}},
                                                 {IBV_MTU_2048, std::uint16_t{2048}},
                                                 {IBV_MTU_4096, std::uint16_t{4096}}};
  for (const auto& [native, bytes] : mtus) {
    EXPECT_EQ(mtu(bytes).encoding(), native);
    EXPECT_EQ(mtu::of_encoding(static_cast<std::uint8_t>(native)), mtu(bytes));
  }
  EXPECT_FALSE(mtu(1500).is_valid());
  EXPECT_EQ(mtu(1500).encoding(), 0);
}

// libibverbs gives FDR and faster rates as they are on the wire, up to 6 % above their names.
TEST(rate, is_what_libibverbs_says) {
  for (std::uint8_t encoding = 0; encoding < 64; ++encoding) {
    const auto theirs = ibv_rate_to_mbps(static_cast<ibv_rate>(encoding));
    const auto ours = static_cast<int>(rate(encoding).megabits_per_second());
    if (theirs < 0 || encoding == IBV_RATE_MAX) {
      EXPECT_EQ(ours, 0) << int{encoding};
    } else {
      EXPECT_LE(ours, theirs) << int{encoding};
      EXPECT_GE(ours * 107, theirs * 100) << int{encoding};
    }
  }
}

TEST(rate, of_a_link) {
  EXPECT_EQ(rate::of_link(2, 32), rate(IBV_RATE_100_GBPS));  // 4x EDR
  EXPECT_EQ(rate::of_link(2, 64), rate(IBV_RATE_200_GBPS));  // 4x HDR
  EXPECT_EQ(rate::of_link(1, 1), rate(IBV_RATE_2_5_GBPS));
  EXPECT_EQ(rate::of_link(0, 0), rate());
  EXPECT_TRUE(is_slower(rate(IBV_RATE_10_GBPS), rate(IBV_RATE_100_GBPS)));
  EXPECT_TRUE(is_slower(rate(IBV_RATE_10_GBPS), rate())) << "which holds nothing back";
  EXPECT_FALSE(is_slower(rate(), rate(IBV_RATE_10_GBPS)));
}

}  // namespace
}  // namespace verbatim
