// Finds the fault that is due.
#include "cm/faults.hpp"

#include <cstring>

#include "cm/connection_states.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator::cm {

std::optional<cm_fault> fault_plan::count(cm_fault_kind kind) {
  const std::uint64_t number = ++counts_[static_cast<std::size_t>(kind)];
  for (const cm_fault& one : requested_) {
    if (one.kind == kind && one.nth == number) return one;
  }
  return std::nullopt;
}

bool fault_plan::drops(packet_kind kind) {
  cm_fault_kind fault{};
  switch (kind) {
    case packet_kind::ready_to_use:
      fault = cm_fault_kind::drop_rtu;
      break;
    case packet_kind::reply:
      fault = cm_fault_kind::drop_rep;
      break;
    case packet_kind::disconnect_reply:
      fault = cm_fault_kind::drop_drep;
      break;
    default:
      return false;
  }
  const auto due = count(fault);
  if (due) tell<check::requested>("rdma_cm: drops {} {} as --fail-cm says", name(kind), due->nth);
  return due.has_value();
}

std::optional<std::uint8_t> fault_plan::rejects() {
  const auto due = count(cm_fault_kind::reject);
  if (!due) return std::nullopt;
  tell<check::requested>("rdma_cm: rejects request {} with reason {} as --fail-cm says", due->nth,
                         due->value);
  return static_cast<std::uint8_t>(due->value);
}

int fault_plan::refuses(std::string_view command) {
  const auto due = count(cm_fault_kind::command);
  if (!due) return 0;
  const int error = static_cast<int>(due->value);
  tell<check::requested>("rdma_cm: command {}, {}, fails with {} as --fail-cm says", due->nth,
                         command, strerrorname_np(error));
  return error;
}

std::optional<event_kind> fault_plan::spoils(event_kind kind) {
  event_kind failure{};
  switch (kind) {
    case event_kind::address_resolved:
      failure = event_kind::address_error;
      break;
    case event_kind::route_resolved:
      failure = event_kind::route_error;
      break;
    case event_kind::connect_response:
    case event_kind::established:
      failure = event_kind::unreachable;
      break;
    case event_kind::multicast_join:
      failure = event_kind::multicast_error;
      break;
    default:
      return std::nullopt;
  }
  const auto due = count(cm_fault_kind::event);
  if (!due) return std::nullopt;
  tell<check::requested>("rdma_cm: event {} is {} instead of {} as --fail-cm says", due->nth,
                         name(failure), name(kind));
  return failure;
}

std::vector<cm_fault> fault_plan::strikes() {
  std::vector<cm_fault> result;
  for (const auto kind : {cm_fault_kind::address_change, cm_fault_kind::unreachable}) {
    if (const auto due = count(kind)) result.push_back(*due);
  }
  return result;
}

}  // namespace verbatim::emulator::cm
