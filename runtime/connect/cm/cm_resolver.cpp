// A resolver that gets paths from the kernel's rdma_cm.
#include "verbatim/connect/cm/cm_resolver.hpp"

#include <algorithm>

#include "verbatim/connect/cm/cm_error.hpp"

namespace verbatim::cm {
namespace {

address address_of(const gid& gid, bool roce) {
  return roce ? address::of_ip(gid) : address::of_gid(gid, 0);
}

}  // namespace

path resolver::way_of(const route& found, const local_end& end) const {
  const auto way = found.path();
  if (!way) {
    throw error(std::errc::not_supported, "resolve", found.device(),
                "iWARP has no paths: connect through the route");
  }
  const auto& own = verbatim::route(*way).sgid;
  const bool of_end = found.port() == end.port.number &&
                      std::any_of(end.gids.begin(), end.gids.end(),
                                  [&](const auto& entry) { return entry.gid == own; });
  if (!of_end) {
    throw error(std::errc::host_unreachable, "resolve", to_string(found.peer()),
                "the way leaves through port " + std::to_string(found.port()) + " of " +
                    found.device() + ", and not through port " + std::to_string(end.port.number) +
                    " of this queue pair");
  }
  return *way;
}

path resolver::resolve(const path& wanted, const local_end& end) {
  const auto& asked = verbatim::route(wanted);
  if (!asked.dgid) {
    throw error(std::errc::invalid_argument, "resolve", to_string(wanted),
                "set the dgid: rdma_cm knows ways by address");
  }
  const bool roce = std::holds_alternative<roce_path>(wanted);
  auto options = options_;
  if (asked.sgid) options.source = address_of(*asked.sgid, roce);
  const auto found = cm::resolve(loop_, address_of(*asked.dgid, roce), options);
  return with_way_of(wanted, way_of(found, end));
}

path resolver::resolve(const std::string& host, const local_end& end) {
  return way_of(cm::resolve(loop_, host, "0", options_), end);
}

}  // namespace verbatim::cm
