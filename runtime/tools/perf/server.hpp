// The end that waits for clients and executes their requests.
#pragma once

#include <chrono>
#include <cstdint>

#include "tools/perf/lanes/lane.hpp"

namespace verbatim::tools::perf {

struct service {
  std::uint16_t tcp_port = 0;
  bool once = false;  ///< end after one client
  std::chrono::milliseconds patience{10000};
};

/// Serves clients one after the other. With `once`, returns the exit status; else never returns.
int serve(const place& on, const service& how);

}  // namespace verbatim::tools::perf
