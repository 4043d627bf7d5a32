// The model of a NIC's time beside closed forms, and beside what others measured.
#include "engine/timing/nic_model.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "settings/options.hpp"

namespace {

using namespace verbatim::emulator;

const nic_profile& nic(const char* name) { return *find_nic_profile(name); }

nic_model model_of(const nic_profile& of, unsigned gigabits = 0, unsigned hops = 0,
                   unsigned scale = 1, bool ethernet = false) {
  return {of,
          usual_host(),
          {.gigabits = gigabits ? gigabits : of.gigabits,
           .ethernet = ethernet,
           .hops = hops,
           .scale = scale}};
}

double nanoseconds(model_span span) {
  return std::chrono::duration<double, std::nano>(span).count();
}

/// A time far from that of empty queues.
const model_time start{std::chrono::hours(1)};

/// The two ends of a cable.
struct pair_of_hosts {
  std::unique_ptr<device_links> here = std::make_unique<device_links>();
  std::unique_ptr<device_links> there = std::make_unique<device_links>();

  /// Returns the time at which the peer's program sees a WRITE.
  model_time write(const nic_model& model, model_time at, const leaving& what) {
    const auto departs = model.request(*here, 1, at, what);
    return model.arrive(there.get(), 1, departs.arrives, what, what.bytes, false).seen;
  }
};

TEST(nic_model, every_name_of_the_option_has_a_profile) {
  std::string names;
  for (const nic_profile& one : nic_profiles()) {
    names += (names.empty() ? "" : "|") + std::string(one.name);
  }
  std::string takes;
  for (const option_row& row : option_rows()) {
    if (row.name == "timing") takes = row.takes;
  }
  EXPECT_EQ(names, takes);
  EXPECT_EQ(find_nic_profile("connectx3"), nullptr);
}

TEST(nic_model, a_small_message_takes_the_published_half_round_trip) {
  for (const nic_profile& one : nic_profiles()) {
    const auto model = model_of(one);
    const auto seen = pair_of_hosts().write(model, start, {.bytes = published_bytes});
    EXPECT_NEAR(nanoseconds(seen - start), static_cast<double>(one.half_round_trip.count()), 1)
        << one.name;
  }
}

// ib_send_lat of two ConnectX-4 (PCIe 3.0 x16, 100 Gb/s, a cable of 0.5 m) with RC and an MTU of 4096,
// in microseconds; up to 188 bytes inline. D. Potter, RWTH Aachen 2018, tables/mtu_performance.tex.
TEST(nic_model, is_near_what_others_measured) {
  struct measurement {
    std::uint32_t bytes;
    double microseconds;
  };
  constexpr std::array<measurement, 4> measured{
      {{32, 0.83}, {1024, 1.61}, {4096, 2.28}, {32768, 4.57}}};
  const auto model = model_of(nic("connectx4"));
  for (const auto& [bytes, microseconds] : measured) {
    const leaving what{.bytes = bytes, .mtu = 4096, .fetched = bytes > 188};
    const auto seen = pair_of_hosts().write(model, start, what);
    EXPECT_NEAR(nanoseconds(seen - start) / 1000, microseconds, 0.05 * microseconds) << bytes;
  }
}

TEST(nic_model, reads_of_pcie_delay_what_is_not_inline) {
  const auto model = model_of(nic("connectx6"));
  const auto by_wqe = pair_of_hosts().write(model, start, {.bytes = 64});
  const auto by_fetch = pair_of_hosts().write(model, start, {.bytes = 64, .fetched = true});
  // 64 bytes and a header of 20 on 16 lanes of PCIe 4.0.
  const double on_pcie = (64 + 20) / (16 * 2 * 57.88 / 8 / 8);
  EXPECT_NEAR(nanoseconds(by_fetch - by_wqe), 547 + on_pcie, 1);
}

TEST(nic_model, switches_and_slower_links_add_their_times) {
  const leaving what{.bytes = 4096};
  const auto direct = pair_of_hosts().write(model_of(nic("connectx6")), start, what);
  const auto two_hops = pair_of_hosts().write(model_of(nic("connectx6"), 0, 2), start, what);
  EXPECT_NEAR(nanoseconds(two_hops - direct), 2 * 108, 1);
  const auto slow = pair_of_hosts().write(model_of(nic("connectx6"), 25), start, what);
  // LRH, BTH, RETH, ICRC and VCRC are 42 bytes.
  const double difference = (4096 + 42) * 8 * (1 / 25.0 - 1 / 200.0);
  EXPECT_NEAR(nanoseconds(slow - direct), difference, 1);
}

TEST(nic_model, bandwidth_is_the_line_rate) {
  constexpr std::uint32_t piece = 65536;
  constexpr int pieces = 1000;
  for (const bool ethernet : {false, true}) {
    for (const unsigned gigabits : {25u, 100u, 200u}) {
      const auto model = model_of(nic("connectx6"), gigabits, 0, 1, ethernet);
      pair_of_hosts hosts;
      model_time first{};
      model_time last{};
      for (int i = 0; i < pieces; ++i) {
        last = hosts.write(model, start, {.bytes = piece, .mtu = 4096, .fetched = true});
        if (i == 0) first = last;
      }
      const double rate = 8.0 * piece * (pieces - 1) / nanoseconds(last - first);
      const double header = ethernet ? 82 : 26;
      EXPECT_NEAR(rate, gigabits * piece / (piece + 16 * header + 16), 0.01 * gigabits);
      EXPECT_LT(rate, gigabits);
    }
  }
}

TEST(nic_model, pcie_limits_a_link_that_is_faster) {
  // 16 lanes of PCIe 3.0 are not enough for 200 Gb/s.
  const auto model = model_of(nic("connectx5"), 200);
  pair_of_hosts hosts;
  const auto first = hosts.write(model, start, {.bytes = 65536, .fetched = true});
  model_time last{};
  for (int i = 0; i < 1000; ++i) {
    last = hosts.write(model, start, {.bytes = 65536, .fetched = true});
  }
  const double rate = 8.0 * 65536 * 1000 / nanoseconds(last - first);
  // The memory of the peer is the narrower end: the headers of writes are longer.
  EXPECT_NEAR(rate, 2 * 57.88 * 256 / (256 + 24), 1);
}

TEST(nic_model, small_messages_come_at_the_rate_of_the_nic) {
  const auto model = model_of(nic("connectx6"));
  pair_of_hosts hosts;
  const auto first = model.request(*hosts.here, 1, start, {.bytes = 8}).left;
  model_time last{};
  for (int i = 0; i < 10000; ++i) last = model.request(*hosts.here, 1, start, {.bytes = 8}).left;
  EXPECT_NEAR(10000 / nanoseconds(last - first) * 1000, 215, 3);
}

TEST(nic_model, queue_pairs_share_a_port) {
  const auto model = model_of(nic("connectx5"));
  pair_of_hosts hosts;
  constexpr int queue_pairs = 16;
  constexpr int rounds = 100;
  std::vector<model_time> last(queue_pairs);
  for (int round = 0; round < rounds; ++round) {
    for (auto& one : last) one = hosts.write(model, start, {.bytes = 65536, .fetched = true});
  }
  const double alone = 65536 * 8 / 100.0 * rounds;
  for (const auto& one : last) {
    EXPECT_NEAR(nanoseconds(one - start), alone * queue_pairs, 0.04 * alone * queue_pairs);
  }
}

TEST(nic_model, ports_do_not_wait_for_each_other) {
  const auto model = model_of(nic("connectx7"), 25);
  device_links links;
  const auto one = model.request(links, 1, start, {.bytes = 65536}).left;
  const auto other = model.request(links, 2, start, {.bytes = 65536}).left;
  EXPECT_NEAR(nanoseconds(one - start), nanoseconds(other - start), 10);
}

TEST(nic_model, many_senders_share_the_port_of_a_receiver) {
  const auto model = model_of(nic("connectx6"), 100);
  device_links receiver;
  constexpr int senders = 8;
  model_time last{};
  for (int i = 0; i < senders; ++i) {
    device_links sender;
    const leaving what{.bytes = 65536, .fetched = true};
    const auto departs = model.request(sender, 1, start, what);
    last = model.arrive(&receiver, 1, departs.arrives, what, what.bytes, false).seen;
  }
  const double on_wire = nanoseconds(model.on_wire(65536, 4096));
  const auto alone = pair_of_hosts().write(model, start, {.bytes = 65536, .fetched = true});
  EXPECT_NEAR(nanoseconds(last - alone), (senders - 1) * on_wire, 10);
}

TEST(nic_model, a_read_takes_a_request_a_fetch_and_an_answer) {
  const auto model = model_of(nic("connectx4"));
  pair_of_hosts hosts;
  const leaving asks{.bytes = 0};
  const leaving answers{.bytes = 32, .fetched = true, .begins = false};
  const auto departs = model.request(*hosts.here, 1, start, asks);
  const auto there = model.arrive(hosts.there.get(), 1, departs.arrives, asks, 0, false);
  EXPECT_EQ(there.taken, there.seen);
  const auto back = model.answer(*hosts.there, 1, there.taken, answers);
  const auto done = model.arrive(hosts.here.get(), 1, back.arrives, answers, 32, true);
  // A doorbell, four ways through a NIC, a fetch and a write: the NIC's own time is what is left of
  // the half round trip.
  const double in_nic = (820 - 137 - 378) / 2.0;
  EXPECT_NEAR(nanoseconds(done.seen - start), 137 + 4 * in_nic + 547 + 378, 30);
  EXPECT_LE(model.answered_after(departs.left, answers), done.seen);
}

TEST(nic_model, messages_stay_in_order) {
  const auto model = model_of(nic("connectx5"), 40, 1);
  pair_of_hosts hosts;
  model_time last{};
  std::uint32_t size = 1;
  for (int i = 0; i < 10000; ++i) {
    size = (size * 1103515245u + 12345u) & 0xffff;
    const leaving what{.bytes = size, .mtu = 1024, .fetched = (size & 1) != 0};
    const auto seen = hosts.write(model, start + std::chrono::nanoseconds(100 * i), what);
    ASSERT_GE(seen, last);
    last = seen;
  }
}

TEST(nic_model, a_scale_stretches_everything) {
  for (const std::uint32_t bytes : {0u, 32u, 4096u, 65536u}) {
    const leaving what{.bytes = bytes, .fetched = true};
    const auto once = pair_of_hosts().write(model_of(nic("connectx6")), start, what) - start;
    const auto more =
        pair_of_hosts().write(model_of(nic("connectx6"), 0, 0, 1000), start, what) - start;
    EXPECT_NEAR(nanoseconds(more), nanoseconds(once) * 1000, 1000);
  }
}

TEST(link_queue, threads_never_share_a_moment) {
  link_queue queue;
  constexpr int threads = 4;
  constexpr int rounds = 10000;
  const link_load load{model_span(3), model_span(3), model_span(3)};
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i) {
    all.emplace_back([&] {
      for (int round = 0; round < rounds; ++round) queue.pass({start, start}, load);
    });
  }
  for (auto& one : all) one.join();
  EXPECT_EQ(queue.pass({start, start}, load).last, start + load.whole * (threads * rounds + 1));
}

}  // namespace
