// Counts messages and connections, until a fault that --fail-cm requests is due.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cm/connection_states.hpp"
#include "cm/packet.hpp"
#include "settings/cm_faults.hpp"
#include "settings/options.hpp"

namespace verbatim::emulator::cm {

class fault_plan {
 public:
  explicit fault_plan(const options& with) : requested_(parse_cm_faults(with.fail_cm)) {}

  /// Counts a message. Returns true if it must be dropped.
  bool drops(packet_kind kind);

  /// Counts a request. Returns the reason if it must be rejected.
  std::optional<std::uint8_t> rejects();

  /// Counts a command. Returns its errno if it must fail, otherwise 0.
  int refuses(std::string_view command);

  /// Counts an event that reports success. Returns the event of failure that must take its place.
  std::optional<event_kind> spoils(event_kind kind);

  /// Counts a connection. Returns its faults.
  std::vector<cm_fault> strikes();

  /// Counts a group that is joined. Returns its fault if it has one.
  std::optional<cm_fault> spoils_group() { return count(cm_fault_kind::multicast_error); }

 private:
  std::optional<cm_fault> count(cm_fault_kind kind);

  std::vector<cm_fault> requested_;
  std::array<std::uint64_t, cm_fault_names.size()> counts_{};
};

}  // namespace verbatim::emulator::cm
