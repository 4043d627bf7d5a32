// Finds problems of a machine with RDMA, and their remedies.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/info/facts.hpp"

namespace verbatim::tools::info {

enum class severity : std::uint8_t {
  problem,  ///< something cannot be used
  warning,  ///< it can be used, but with restrictions
  note,     ///< information only
};
std::string_view name(severity severity) noexcept;

struct finding {
  info::severity severity = severity::note;
  std::string subject = {};  ///< `mlx5_0`, `port 1 of mlx5_0`, `memory`
  std::string what = {};     ///< the problem
  std::string remedy = {};   ///< the remedy; "" if there is nothing to do

  bool operator==(const finding&) const = default;
};

/// Returns all findings in the facts: problems first; within each severity in the order of the
/// devices.
std::vector<finding> findings_in(const machine_facts& facts);

/// Returns true if a device can be opened and one of its links is up.
bool is_usable(const machine_facts& facts) noexcept;

}  // namespace verbatim::tools::info
