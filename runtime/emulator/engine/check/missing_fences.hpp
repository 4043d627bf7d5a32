// Notices WQEs that use a memory key changed by an earlier UMR, with no fence between.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace verbatim::emulator {

struct operation;

/// Finds missing fences. A NIC may execute a WQE before the UMR ahead of it has changed the key.
/// This device never does, so it has to look for them.
class missing_fences {
 public:
  /// Looks at the next WQE of the queue, in their order. Returns the error, or nothing.
  std::string look_at(const operation& wqe);

 private:
  /// Indexes of the keys that UMRs have changed since the last fence.
  std::vector<std::uint32_t> changed_;
};

}  // namespace verbatim::emulator
