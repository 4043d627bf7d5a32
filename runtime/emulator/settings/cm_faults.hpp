// Faults of rdma_cm that --fail-cm requests.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::emulator {

enum class cm_fault_kind : std::uint8_t {
  reject,           ///< the Nth arriving request is rejected; the value is the reason
  drop_rtu,         ///< the Nth RTU is not sent
  drop_rep,         ///< the Nth REP is not sent
  drop_drep,        ///< the Nth DREP is not sent
  address_change,   ///< the Nth connection gets ADDR_CHANGE; the value is the delay in milliseconds
  unreachable,      ///< the Nth connection gets UNREACHABLE; the value is the delay in milliseconds
  command,          ///< the Nth command fails; the value is the errno
  event,            ///< the Nth event of success is one of failure
  multicast_error,  ///< the Nth group gets MULTICAST_ERROR: instead of MULTICAST_JOIN, or so many
                    ///< milliseconds after it
};

/// The names of the faults, in the same order.
inline constexpr std::array<std::string_view, 9> cm_fault_names = {
    "reject",      "drop-rtu", "drop-rep", "drop-drep",      "address-change",
    "unreachable", "command",  "event",    "multicast-error"};

struct cm_fault {
  cm_fault_kind kind{};

  /// Counted from 1.
  std::uint64_t nth = 0;
  std::uint64_t value = 0;
};

/// Parses NAME:N or NAME:N:VALUE, separated by commas. Returns nothing if the text is invalid.
std::vector<cm_fault> parse_cm_faults(std::string_view text);

}  // namespace verbatim::emulator
