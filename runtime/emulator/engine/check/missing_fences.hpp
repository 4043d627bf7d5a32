// Finds WQEs that use a memory key which an earlier UMR has changed, without a fence between them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace verbatim::emulator {

struct operation;

/// Finds missing fences. A NIC may execute a WQE before an earlier UMR has changed the key. This
/// device never does, so it has to check for missing fences.
class missing_fences {
 public:
  /// Checks the next WQE of the queue. Call it for the WQEs in order. Returns the error, or
  /// nothing.
  std::string look_at(const operation& wqe);

 private:
  /// Indexes of the keys that UMRs have changed since the last fence.
  std::vector<std::uint32_t> changed_;
};

}  // namespace verbatim::emulator
