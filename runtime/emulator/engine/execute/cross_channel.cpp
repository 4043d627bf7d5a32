// Waits for other queues, for memory and for the clock, and enables managed queues.
#include "engine/execute/cross_channel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "engine/base/queue_pair_part.hpp"
#include "engine/complete/completion_writer.hpp"
#include "engine/execute/wait_condition.hpp"
#include "objects/device.hpp"
#include "objects/device_clock.hpp"
#include "report/finding.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::emulator {
namespace {

using namespace std::chrono_literals;

/// The time until memory is read again, at first and after a long time without a change. The device
/// is not notified when the program writes there.
constexpr engine_clock::duration soonest_look = 10us;
constexpr engine_clock::duration latest_look = 1ms;

/// A wait for a time is divided into sleeps of these lengths, in nanoseconds: not one long sleep,
/// and not a busy loop.
constexpr std::uint64_t shortest_sleep = 1'000;
constexpr std::uint64_t longest_sleep = 3'600'000'000'000;

/// Returns the nanoseconds until `what` may hold.
std::uint64_t nanoseconds_until(const wait_request& what, std::uint64_t clock) noexcept {
  const bool for_later =
      what.operation == wait_operation::cyclic_smaller || what.operation == wait_operation::smaller;
  // Other comparisons with a clock hold at once, or at no time that is worth computing.
  if (!for_later || what.invert) return 1'000'000;
  return std::clamp(nanoseconds_for((what.value - clock) & what.mask), shortest_sleep,
                    longest_sleep);
}

}  // namespace

bool cross_channel::execute(pending_wqe& one, const wait_request& what) {
  switch (what.of) {
    case wait_request::subject::completions:
      return wait_for_completions(one, what);
    case wait_request::subject::data:
      return wait_for_data(one, what);
    default:
      break;
  }
  const std::uint64_t clock = device_clock();
  if (holds(what, clock)) {
    stop_waiting();
    return true;
  }
  look_again_at_ = room_.now + std::chrono::nanoseconds(nanoseconds_until(what, clock));
  return false;
}

bool cross_channel::wait_for_completions(pending_wqe& one, const wait_request& what) {
  if (!is_master(one)) return false;
  completion_queue* const cq = room_.objects.find_completion_queue(what.cqn);
  if (!cq || !cq->engine) {
    refuse(qp_, one, cqe_syndrome::local_qp_op_err, vendor_syndrome::segment,
           found<check::wait_target>("it waits for CQ {:#x}, which does not exist", what.cqn));
    return false;
  }
  // No deadline is needed: completions are made by work, and after work all queues get a turn.
  return reached(what, produced(*cq));
}

bool cross_channel::wait_for_data(pending_wqe& one, const wait_request& what) {
  std::array<std::byte, sizeof(std::uint64_t)> bytes;
  auto range =
      room_.memory.find("lkey", what.lkey, qp_.pd.get(), what.addr, bytes.size(), 0, qp_.qpn);
  if (range.problem.empty() && !range.read(bytes.data(), bytes.size())) {
    range.problem =
        fmt::format("8 bytes at {:#x} are registered, but cannot be read any more", what.addr);
  }
  if (!range.problem.empty()) {
    refuse(qp_, one, cqe_syndrome::local_prot_err, vendor_syndrome::local_key,
           found<check::local_memory>("it waits for data: {}", range.problem));
    return false;
  }
  if (holds(what, wire::load64(bytes.data()))) {
    stop_waiting();
    return true;
  }
  if (!look_again_at_) look_again_after_ = soonest_look;
  if (!look_again_at_ || room_.now >= *look_again_at_) {
    look_again_at_ = room_.now + look_again_after_;
    look_again_after_ = std::min(2 * look_again_after_, latest_look);
  }
  return false;
}

bool cross_channel::execute(pending_wqe& one, const enable_request& what) {
  if (!is_master(one)) return false;
  queue_pair* const target = room_.objects.find_queue_pair(what.qpn);
  std::string problem;
  if (!target || !target->engine) {
    problem = fmt::format("it names QP {:#x}, which does not exist", what.qpn);
  } else if (!(what.receives ? target->cross_channel.managed_receives
                             : target->cross_channel.managed_sends)) {
    problem = fmt::format(
        "it names QP {:#x}, whose {} queue is not managed: only one created with {} waits to be "
        "enabled",
        what.qpn, what.receives ? "receive" : "send",
        what.receives ? "cd_slave_receive" : "cd_slave_send");
  } else {
    queue_pair_part& part = part_of(*target);
    problem =
        what.receives ? part.receives.enable(*target, what.index) : part.enable_sends(what.index);
  }
  if (problem.empty()) return true;
  refuse(qp_, one, cqe_syndrome::local_qp_op_err, vendor_syndrome::segment,
         found_words<check::wait_target>(std::move(problem)));
  return false;
}

bool cross_channel::is_master(pending_wqe& one) const {
  if (qp_.cross_channel.master) return true;
  refuse(qp_, one, cqe_syndrome::local_qp_op_err, vendor_syndrome::opcode,
         found<check::wait_master>(
             "its opcode is {}, but the queue pair is no cross-channel master: create it "
             "with cd_master",
             name(one.wqe.opcode)));
  return false;
}

}  // namespace verbatim::emulator
