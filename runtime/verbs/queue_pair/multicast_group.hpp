// Groups of UD queue pairs that receive the same datagrams.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>

#include "verbatim/verbs/queue_pair/qp_address.hpp"
#include "verbatim/verbs/values/gid.hpp"
#include "verbatim/verbs/values/link_values.hpp"

namespace verbatim {

/// The address of a multicast group. On InfiniBand, the subnet manager makes groups, and sends
/// their LIDs to ports that join. On RoCE, every multicast address is a group, without a LID.
struct multicast_group {
  gid mgid = {};  ///< the address of the group
  lid mlid = {};  ///< 0 on RoCE

  bool operator==(const multicast_group&) const = default;

  /// Returns the address of datagrams to the group, for an address_handle.
  qp_address address() const noexcept {
    constexpr std::uint32_t everybody = 0xffffff;
    return {.qpn = everybody, .lid = mlid.value(), .gid = mgid};
  }
};

/// Returns text such as `ff12:401b::1, LID 0xc001`.
std::string to_string(const multicast_group& group);
inline std::ostream& operator<<(std::ostream& out, const multicast_group& value) {
  return out << to_string(value);
}

}  // namespace verbatim
