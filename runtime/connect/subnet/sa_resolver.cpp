// A resolver that queries the subnet administrator of an InfiniBand subnet.
#include "verbatim/connect/subnet/sa_resolver.hpp"

#include <system_error>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::subnet {

path subnet::resolver::resolve(const path& wanted, const local_end&) {
  const auto* const asked = std::get_if<ib_path>(&wanted);
  if (asked == nullptr) {
    throw error(std::errc::invalid_argument, "resolve", to_string(wanted),
                "RoCE has no subnet administrator");
  }
  return with_way_of(wanted, client_.path(*asked));
}

}  // namespace verbatim::subnet
