// Strict reading of WAIT, SEND_EN and RECV_EN: ctrl_seg and one segment.
#include "engine/check/cross_channel_check.hpp"

#include <fmt/format.h>

#include "engine/check/reserved_bits.hpp"
#include "report/finding.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/wait_cq_seg.hpp"
#include "verbatim/generated/segments/wait_data_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

/// The octoword at which the segment begins.
constexpr std::size_t wait_place = 1;

/// Values of opmod.
constexpr unsigned opmod_completions = 0;
constexpr unsigned opmod_data = 1;

template <class Segment>
finding check_segment(std::span<const std::byte> wqe, std::string_view segment) {
  constexpr std::size_t octowords = wait_place + Segment::size / octoword;
  if (wqe.size() != octowords * octoword) {
    const auto ctrl = ctrl_seg::read(wqe.data());
    return found<check::wqe_ds>(
        "its ds is {} instead of {}: {} with opmod {} is ctrl_seg and one {}",
        wqe.size() / octoword, octowords, name(ctrl.opcode), ctrl.opmod, segment);
  }
  return unexpected_field(Segment::fields, segment, wqe.data() + wait_place * octoword, wait_place);
}

finding check_condition(const wait_data_seg& segment, bool is_time) {
  if (name(segment.operation).empty()) {
    return found<check::wait_layout>("operation of its wait_data_seg is {}, and the highest is {}",
                                     static_cast<unsigned>(segment.operation),
                                     static_cast<unsigned>(wait_operation::cyclic_smaller));
  }
  if (segment.mask == 0 && segment.operation != wait_operation::always_true) {
    return found<check::wait_mask>("mask of its wait_data_seg is 0, so that nothing is compared");
  }
  if (segment.fail_act != 0) {
    return found<check::wait_action>(
        "fail_act of its wait_data_seg is {}: this device looks again until the condition holds, "
        "which is 0",
        segment.fail_act);
  }
  if (is_time && (segment.lkey != 0 || segment.va_63_3 != 0)) {
    return found<check::wait_layout>(
        "it waits for a time, but lkey of its wait_data_seg is {:#x} and the address {:#x}: both "
        "are 0",
        segment.lkey, segment.va_63_3 << 3);
  }
  return {};
}

finding check_number(std::uint32_t number, std::string_view of) {
  if (number <= 0xffffff) return {};
  return found<check::wait_layout>(
      "qpn_cqn of its wait_cq_seg is {:#x}: the number of a {} has 24 bits", number, of);
}

}  // namespace

std::variant<wait_request, finding> read_wait(std::span<const std::byte> wqe) {
  const unsigned opmod = ctrl_seg::read(wqe.data()).opmod;
  wait_request result;
  if (opmod == opmod_completions) {
    if (auto words = check_segment<wait_cq_seg>(wqe, "wait_cq_seg"); !words.empty()) return words;
    const auto segment = wait_cq_seg::read(wqe.data() + wait_place * octoword);
    if (auto words = check_number(segment.qpn_cqn, "CQ"); !words.empty()) return words;
    result.cqn = segment.qpn_cqn;
    result.count = segment.max_index;
    return result;
  }
  const bool is_time = opmod != opmod_data;
  if (auto words = check_segment<wait_data_seg>(wqe, "wait_data_seg"); !words.empty()) return words;
  const auto segment = wait_data_seg::read(wqe.data() + wait_place * octoword);
  if (auto words = check_condition(segment, is_time); !words.empty()) return words;
  result.of = is_time ? wait_request::subject::time : wait_request::subject::data;
  result.lkey = segment.lkey;
  result.addr = segment.va_63_3 << 3;
  result.operation = segment.operation;
  result.invert = segment.invert != 0;
  result.value = segment.value;
  result.mask = segment.mask;
  return result;
}

std::variant<enable_request, finding> read_enable(std::span<const std::byte> wqe) {
  if (auto words = check_segment<wait_cq_seg>(wqe, "wait_cq_seg"); !words.empty()) return words;
  const auto segment = wait_cq_seg::read(wqe.data() + wait_place * octoword);
  if (auto words = check_number(segment.qpn_cqn, "queue pair"); !words.empty()) return words;
  return enable_request{ctrl_seg::read(wqe.data()).opcode == opcode::recv_en, segment.qpn_cqn,
                        static_cast<std::uint16_t>(segment.max_index)};
}

}  // namespace verbatim::emulator
