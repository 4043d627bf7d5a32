// Lanes of direct queue pairs whose WQEs name the peer.
#include "tools/perf/lanes/direct_end.hpp"
#include "tools/perf/lanes/lane_of.hpp"
#include "verbatim/generated/transports/dci_roce.hpp"
#include "verbatim/generated/transports/ud_roce.hpp"

namespace verbatim::tools::perf {
namespace {

bool is_ethernet(const place& on) {
  return on.context.port(on.port).link_layer == link_layer::ethernet;
}

}  // namespace

std::unique_ptr<lane> make_direct_datagrams(const place& on, const parameters& what,
                                            const tick_clock& clock) {
  if (is_ethernet(on)) return std::make_unique<lane_of<direct_end<ud_roce>>>(on, what, clock);
  return std::make_unique<lane_of<direct_end<ud>>>(on, what, clock);
}

std::unique_ptr<lane> make_direct_dc(const place& on, const parameters& what,
                                     const tick_clock& clock) {
  if (is_ethernet(on)) return std::make_unique<lane_of<direct_end<dci_roce>>>(on, what, clock);
  return std::make_unique<lane_of<direct_end<dci>>>(on, what, clock);
}

}  // namespace verbatim::tools::perf
