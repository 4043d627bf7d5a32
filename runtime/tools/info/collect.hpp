// Collects facts about RDMA devices and their requirements.
#pragma once

#include <string>

#include "tools/info/facts.hpp"
#include "verbatim/verbs/discovery/device_facts.hpp"

namespace verbatim::tools::info {

/// The sources of the facts. A test replaces them by its own directories.
struct machine_sources {
  verbs::device_sources devices = verbs::this_machine();
  std::string dev = "/dev";  ///< the directory that contains `infiniband`
};

/// Opens every device that can be opened. Returns failures as facts too, and does not throw.
machine_facts collect(const machine_sources& from = {});

}  // namespace verbatim::tools::info
