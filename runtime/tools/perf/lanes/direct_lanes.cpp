// Lanes of direct queue pairs with a connection.
#include "tools/perf/lanes/direct_end.hpp"
#include "tools/perf/lanes/lane_of.hpp"

namespace verbatim::tools::perf {

std::unique_ptr<lane> make_direct_connected(const place& on, const parameters& what,
                                            const tick_clock& clock) {
  if (what.connection == connection::uc) {
    return std::make_unique<lane_of<direct_end<uc>>>(on, what, clock);
  }
  return std::make_unique<lane_of<direct_end<rc>>>(on, what, clock);
}

}  // namespace verbatim::tools::perf
