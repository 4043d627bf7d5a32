// The emulator reports a forgotten doorbell, and takes nothing else for one. Time is made up.
#include "engine/check/missing_doorbells.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

using namespace std::chrono_literals;

/// A ring of 16 WQEBBs, and a device that looks at it every 50 ms.
class missing_doorbells_test : public ::testing::Test {
 protected:
  static constexpr std::uint32_t qpn = 0x4007;

  void SetUp() override {
    ring_.fill(std::byte{0xee});
    looker.begin(qpn, view.ring);
  }

  /// Writes a WQE of `ds` octowords without a doorbell.
  void write(std::uint16_t wqe_index, std::uint8_t ds = 3, std::uint32_t of = qpn) {
    ctrl_seg ctrl;
    ctrl.opcode = opcode::rdma_write;
    ctrl.wqe_index = wqe_index;
    ctrl.qpn = of;
    ctrl.ds = ds;
    ctrl.write(view.ring.at(wqe_index));
  }

  void ring_doorbell(std::uint16_t pi) {
    view.record = view.announced = pi;
    looker.rung(qpn);
  }

  /// Returns the complaints within that time.
  std::string said_within(std::chrono::milliseconds time) {
    std::string said;
    for (const auto end = now + time; now < end;) said += looker.look_at(view, now += 50ms);
    return said;
  }

  alignas(64) std::array<std::byte, 16 * wqebb> ring_{};
  missing_doorbells looker;
  missing_doorbells::clock::time_point now{1h};
  send_queue_view view{qpn, {ring_.data(), 16, 64}, 0, 0};
};

TEST_F(missing_doorbells_test, is_told_once_per_position) {
  write(0);
  write(1, 6);
  EXPECT_EQ(said_within(1s), "");
  EXPECT_EQ(said_within(1s).find("QP 0x4007: the ring holds 3 send WQEBBs from WQE 0 on "
                                 "(rdma_write), but nobody has written"),
            0u);
  EXPECT_EQ(said_within(10s), "");
  ring_doorbell(3);
  EXPECT_EQ(said_within(10s), "");
  write(3);
  EXPECT_NE(said_within(2s).find("1 send WQEBBs from WQE 3 on"), std::string::npos);
}

TEST_F(missing_doorbells_test, with_a_record_is_told_sooner) {
  write(0);
  view.record = 1;
  EXPECT_EQ(said_within(900ms), "");
  EXPECT_NE(said_within(500ms).find("ring the doorbell after writing the doorbell record"),
            std::string::npos);
}

TEST_F(missing_doorbells_test, is_told_of_rings_and_indexes_that_wrapped) {
  ring_doorbell(0xffff);
  write(0xffff);
  write(0);
  EXPECT_NE(said_within(2s).find("2 send WQEBBs from WQE 65535 on"), std::string::npos);
}

TEST_F(missing_doorbells_test, is_not_a_batch_that_grows) {
  for (std::uint16_t i = 0; i < 16; ++i) {
    write(i);
    EXPECT_EQ(said_within(1s), "");
  }
  ring_doorbell(16);
  EXPECT_EQ(said_within(10s), "");
}

// The device does not look either while the process is stopped.
TEST_F(missing_doorbells_test, is_not_a_program_that_was_stopped) {
  write(0);
  EXPECT_EQ(said_within(500ms), "");
  now += 1h;
  EXPECT_EQ(said_within(500ms), "");
  ring_doorbell(1);
  EXPECT_EQ(said_within(10s), "");
}

TEST_F(missing_doorbells_test, is_not_what_the_ring_held_before) {
  write(0, 3, qpn + 1);
  write(2);
  EXPECT_EQ(said_within(10s), "") << "another queue pair's, and one behind a gap";
  for (std::uint16_t i = 0; i < 16; ++i) write(i);
  ring_doorbell(16);
  EXPECT_EQ(said_within(10s), "") << "the slot of WQE 16 holds WQE 0";
  view.record = view.announced = 0;
  looker.begin(qpn, view.ring);
  EXPECT_EQ(said_within(10s), "") << "WQEs of the time before RESET";
  write(0, 4);
  EXPECT_NE(said_within(2s).find("1 send WQEBBs from WQE 0 on"), std::string::npos);
}

}  // namespace
}  // namespace verbatim::emulator
