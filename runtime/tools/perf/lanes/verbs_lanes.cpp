// Lanes of queue pairs of verbs, and the choice among all lanes of a thread.
#include "tools/perf/lanes/lane_of.hpp"
#include "tools/perf/lanes/verbs_end.hpp"

namespace verbatim::tools::perf {

std::unique_ptr<lane> make_verbs_lane(const place& on, const parameters& what,
                                      const tick_clock& clock) {
  if (what.connection == connection::ud) {
    return std::make_unique<lane_of<verbs_end<ud>>>(on, what, clock);
  }
  if (what.connection == connection::uc) {
    return std::make_unique<lane_of<verbs_end<uc>>>(on, what, clock);
  }
  return std::make_unique<lane_of<verbs_end<rc>>>(on, what, clock);
}

std::unique_ptr<lane> make_lane_of_thread(const place& on, const parameters& what,
                                          const tick_clock& clock) {
  if (what.queues == queues::verbs) return make_verbs_lane(on, what, clock);
  if (what.compression != compression::none) return make_compressed(on, what, clock);
  if (what.connection == connection::ud) return make_direct_datagrams(on, what, clock);
  if (what.connection == connection::dc) return make_direct_dc(on, what, clock);
  return make_direct_connected(on, what, clock);
}

}  // namespace verbatim::tools::perf
