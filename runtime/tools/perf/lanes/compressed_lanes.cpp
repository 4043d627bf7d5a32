// Lanes of direct queue pairs whose completions are compressed.
#include "tools/perf/lanes/direct_end.hpp"
#include "tools/perf/lanes/lane_of.hpp"
#include "verbatim/generated/transports/dci_roce.hpp"
#include "verbatim/generated/transports/ud_roce.hpp"

namespace verbatim::tools::perf {
namespace {

template <class Transport, cqe_compression Compression>
std::unique_ptr<lane> made(const place& on, const parameters& what, const tick_clock& clock) {
  return std::make_unique<lane_of<direct_end<Transport, Compression>>>(on, what, clock);
}

}  // namespace

std::unique_ptr<lane> make_compressed(const place& on, const parameters& what,
                                      const tick_clock& clock) {
  using enum cqe_compression;
  const bool is_enhanced = what.compression == compression::enhanced;
  const bool is_ethernet = on.context.port(on.port).link_layer == link_layer::ethernet;
  switch (what.connection) {
    case connection::rc:
      return is_enhanced ? made<rc, enhanced>(on, what, clock) : made<rc, basic>(on, what, clock);
    case connection::uc:
      return is_enhanced ? made<uc, enhanced>(on, what, clock) : made<uc, basic>(on, what, clock);
    case connection::ud:
      return is_ethernet ? made<ud_roce, basic>(on, what, clock) : made<ud, basic>(on, what, clock);
    case connection::dc:
      break;
  }
  return is_ethernet ? made<dci_roce, basic>(on, what, clock) : made<dci, basic>(on, what, clock);
}

}  // namespace verbatim::tools::perf
