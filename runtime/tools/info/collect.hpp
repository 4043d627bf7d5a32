// Collects facts about RDMA devices, and about what they need.
#pragma once

#include <string>

#include "tools/info/facts.hpp"
#include "verbatim/verbs/discovery/device_facts.hpp"

namespace verbatim::tools::info {

/// The places of the facts. A test puts directories of its own in their place.
struct machine_sources {
  verbs::device_sources devices = verbs::this_machine();
  std::string dev = "/dev";  ///< the directory that has `infiniband` in it
};

/// Opens every device that can be opened. Returns failures as facts too, and throws nothing.
machine_facts collect(const machine_sources& from = {});

}  // namespace verbatim::tools::info
