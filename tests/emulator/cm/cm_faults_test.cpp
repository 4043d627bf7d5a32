// Faults of rdma_cm that options ask for. Runs with --fail-cm
// reject:1:35,drop-rtu:2,drop-rep:4,unreachable:1,address-change:1:20.
#include <string>

#include "raw_channel.hpp"

namespace {

const std::string here = "127.0.0.1";

/// Asks for a connection, and returns the id of the request.
std::uint32_t ask(const raw_channel& passive, const raw_channel& active, std::uint32_t listening,
                  std::uint32_t id) {
  active.resolve(id, here, passive.port_of(listening));
  EXPECT_EQ(active.connect(id, 0x100 + id), 0);
  return passive.expect(ev::connect_request).id;
}

TEST(cm_faults_test, come_in_turn) {
  raw_channel passive;
  raw_channel active;
  const std::uint32_t listening = passive.listener(here, 1);

  const std::uint32_t refused = active.made(2);
  active.resolve(refused, here, passive.port_of(listening));
  ASSERT_EQ(active.connect(refused, 1), 0);
  active.expect(ev::rejected, 35);

  // The first connection gets two events that have nothing to do with its peer.
  const std::uint32_t first = active.made(3);
  const std::uint32_t first_request = ask(passive, active, listening, first);
  ASSERT_EQ(passive.accept(first_request, 4, 1), 0);
  active.expect(ev::connect_response);
  ASSERT_EQ(active.establish(first), 0);
  active.expect(ev::unreachable, -ETIMEDOUT);
  active.expect(ev::addr_change);
  passive.expect(ev::established);

  // The RTU of the second is lost, and disconnecting takes its place.
  const std::uint32_t second = active.made(5);
  const std::uint32_t second_request = ask(passive, active, listening, second);
  ASSERT_EQ(passive.accept(second_request, 6, 1), 0);
  active.expect(ev::connect_response);
  ASSERT_EQ(active.establish(second), 0);
  EXPECT_FALSE(passive.has_event(50));
  ASSERT_EQ(active.disconnect(second), 0);
  passive.expect(ev::disconnected);

  // Its passive side never learns that the third is ready, because the program says nothing.
  const std::uint32_t third = active.made(7);
  const std::uint32_t third_request = ask(passive, active, listening, third);
  ASSERT_EQ(passive.accept(third_request, 8, 1), 0);
  active.expect(ev::connect_response);

  // The fourth waits for a reply that is lost.
  const std::uint32_t fourth = active.made(9);
  const std::uint32_t fourth_request = ask(passive, active, listening, fourth);
  ASSERT_EQ(passive.accept(fourth_request, 10, 1), 0);
  EXPECT_FALSE(active.has_event(50));
  const auto late = passive.next();
  EXPECT_EQ(late.event, std::uint32_t{ev::unreachable});
  EXPECT_EQ(static_cast<int>(late.status), -ETIMEDOUT);
}

}  // namespace
