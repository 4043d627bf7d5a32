// Looks for RDMA devices and for what they need.
#pragma once

#include <string>

#include "tools/info/facts.hpp"
#include "verbatim/verbs/device_facts.hpp"

namespace verbatim::tools::info {

/// Where the facts are; a test puts directories of its own in their place.
struct machine_sources {
  verbs::device_sources devices = verbs::this_machine();
  std::string dev = "/dev";  ///< with `infiniband` in it
};

/// Opens every device that can be opened. What fails is a fact, and nothing is thrown.
machine_facts collect(const machine_sources& from = {});

}  // namespace verbatim::tools::info
