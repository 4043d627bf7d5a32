// WAIT, SEND_EN and RECV_EN without an engine: when a wait is over, and what is said of WQEs that no
// builder makes.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "engine/check/wqe_check.hpp"
#include "engine/execute/wait_condition.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/wait_cq_seg.hpp"
#include "verbatim/generated/segments/wait_data_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::uint64_t all = ~std::uint64_t{0};

bool over(wait_operation operation, std::uint64_t value, std::uint64_t there,
          std::uint64_t mask = all, bool invert = false) {
  wait_request what;
  what.operation = operation;
  what.value = value;
  what.mask = mask;
  what.invert = invert;
  return holds(what, there);
}

TEST(wait_condition, the_value_is_compared_with_what_is_there) {
  EXPECT_TRUE(over(wait_operation::always_true, 1, 2));
  EXPECT_TRUE(over(wait_operation::equal, 7, 7));
  EXPECT_FALSE(over(wait_operation::equal, 7, 8));
  EXPECT_TRUE(over(wait_operation::bigger, 8, 7));
  EXPECT_FALSE(over(wait_operation::bigger, 7, 7));
  EXPECT_TRUE(over(wait_operation::smaller, 6, 7));
  EXPECT_FALSE(over(wait_operation::smaller, all, 7));
}

TEST(wait_condition, only_what_the_mask_shows_is_compared) {
  EXPECT_TRUE(over(wait_operation::equal, 0x1122, 0x9922, 0xff));
  EXPECT_FALSE(over(wait_operation::smaller, 0x05, 0x1104, 0xff));
}

TEST(wait_condition, a_circle_is_as_wide_as_the_mask) {
  EXPECT_TRUE(over(wait_operation::cyclic_smaller, all - 5, 5));
  EXPECT_FALSE(over(wait_operation::cyclic_smaller, 5, 5));
  EXPECT_FALSE(over(wait_operation::cyclic_smaller, 6, 5));
  EXPECT_TRUE(over(wait_operation::cyclic_bigger, 5, all - 5));
  EXPECT_TRUE(over(wait_operation::cyclic_smaller, 0xfffff0, 0x000010, 0xffffff));
  EXPECT_FALSE(over(wait_operation::cyclic_smaller, 0x000010, 0xfffff0, 0xffffff));
}

TEST(wait_condition, may_be_inverted) {
  EXPECT_FALSE(over(wait_operation::equal, 7, 7, all, true));
  EXPECT_TRUE(over(wait_operation::equal, 7, 8, all, true));
}

TEST(wait_condition, counts_of_completions_wrap_at_24_bits) {
  wait_request what;
  what.count = 0xffffff;
  EXPECT_FALSE(reached(what, 0xfffffe));
  EXPECT_TRUE(reached(what, 0xffffff));
  EXPECT_TRUE(reached(what, 0x1000000));
  what.count = 0x1000003;
  EXPECT_TRUE(reached(what, 3));
  EXPECT_FALSE(reached(what, 2));
}

/// Returns the complaint about a WQE of that opcode with these segments, after `change(wqe)`.
template <class Change, class... Segments>
std::string changed_words(Change change, opcode what, unsigned opmod, const Segments&... segments) {
  constexpr std::size_t bytes = ctrl_seg::size + (std::size_t{0} + ... + Segments::size);
  std::vector<std::byte> wqe(16 * wqebb, std::byte{0xee});
  ctrl_seg ctrl;
  ctrl.opcode = what;
  ctrl.opmod = static_cast<std::uint8_t>(opmod);
  ctrl.qpn = 5;
  ctrl.ds = bytes / octoword;
  ctrl.write(wqe.data());
  std::size_t at = ctrl_seg::size;
  (..., (segments.write(wqe.data() + at), at += Segments::size));
  change(wqe);
  const auto checked = check_wqe(wqe, {5, queue_pair_type::rc, 0, 16});
  const auto* const problem = std::get_if<wqe_problem>(&checked);
  return problem ? problem->why.words : "";
}

template <class... Segments>
std::string words(opcode what, unsigned opmod, const Segments&... segments) {
  return changed_words([](auto&) {}, what, opmod, segments...);
}

constexpr wait_data_seg for_data{
    .operation = wait_operation::equal, .lkey = 7, .va_63_3 = 9, .value = 1, .mask = 1};

TEST(cross_channel_check, what_builders_make_is_accepted) {
  EXPECT_EQ(words(opcode::wait, 0, wait_cq_seg{.max_index = 3, .qpn_cqn = 4}), "");
  EXPECT_EQ(words(opcode::wait, 1, for_data), "");
  EXPECT_EQ(words(opcode::send_en, 0, wait_cq_seg{.max_index = 3, .qpn_cqn = 4}), "");
}

TEST(cross_channel_check, takes_what_dpdk_leaves_of_an_old_payload) {
  const auto leave = [](std::vector<std::byte>& wqe) {
    std::fill_n(wqe.begin() + ctrl_seg::size, 8, std::byte{0xee});
  };
  EXPECT_EQ(changed_words(leave, opcode::send_en, 0, wait_cq_seg{.max_index = 3, .qpn_cqn = 4}),
            "");
}

TEST(cross_channel_check, opmods_and_lengths) {
  EXPECT_EQ(words(opcode::wait, 3, for_data),
            "its opmod is 0x3: a wait has 0 (completions of a CQ), 1 (data) or 2 (time)");
  EXPECT_EQ(words(opcode::send_en, 1, wait_cq_seg{}), "its opmod is 0x1 instead of 0");
  EXPECT_EQ(words(opcode::wait, 1, wait_cq_seg{}),
            "its ds is 2 instead of 3: wait with opmod 1 is ctrl_seg and one wait_data_seg");
  EXPECT_EQ(words(opcode::recv_en, 0),
            "its ds is 1 instead of 2: recv_en with opmod 0 is ctrl_seg and one wait_cq_seg");
}

TEST(cross_channel_check, numbers_have_24_bits) {
  EXPECT_EQ(words(opcode::wait, 0, wait_cq_seg{.qpn_cqn = 0x1000000}),
            "qpn_cqn of its wait_cq_seg is 0x1000000: the number of a CQ has 24 bits");
  EXPECT_EQ(words(opcode::send_en, 0, wait_cq_seg{.qpn_cqn = 0x1000000}),
            "qpn_cqn of its wait_cq_seg is 0x1000000: the number of a queue pair has 24 bits");
}

TEST(cross_channel_check, conditions) {
  wait_data_seg segment = for_data;
  segment.operation = static_cast<wait_operation>(6);
  EXPECT_EQ(words(opcode::wait, 1, segment),
            "operation of its wait_data_seg is 6, and the highest is 5");
  segment = for_data;
  segment.mask = 0;
  EXPECT_EQ(words(opcode::wait, 1, segment),
            "mask of its wait_data_seg is 0, so that nothing is compared");
  segment = for_data;
  segment.fail_act = 1;
  EXPECT_NE(words(opcode::wait, 1, segment).find("fail_act of its wait_data_seg is 1"),
            std::string::npos);
  EXPECT_EQ(words(opcode::wait, 2, for_data),
            "it waits for a time, but lkey of its wait_data_seg is 0x7 and the address 0x48: both "
            "are 0");
}

}  // namespace
}  // namespace verbatim::emulator
