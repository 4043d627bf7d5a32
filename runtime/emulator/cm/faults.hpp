// Counts what happens, until a fault that --fail-cm asks for is due.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cm/packet.hpp"
#include "settings/cm_faults.hpp"
#include "settings/options.hpp"

namespace verbatim::emulator::cm {

class fault_plan {
 public:
  explicit fault_plan(const options& with) : requested_(parse_cm_faults(with.fail_cm)) {}

  /// Returns true if the message is to be dropped.
  bool drops(packet_kind kind);

  /// Counts a request; returns the reason if it is to be rejected.
  std::optional<std::uint8_t> rejects();

  /// Counts a connection; returns what is to happen to it.
  std::vector<cm_fault> strikes();

 private:
  std::optional<cm_fault> count(cm_fault_kind kind);

  std::vector<cm_fault> requested_;
  std::array<std::uint64_t, cm_fault_names.size()> counts_{};
};

}  // namespace verbatim::emulator::cm
