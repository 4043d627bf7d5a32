// Groups of UD queue pairs that receive the same datagrams.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>

#include "verbatim/verbs/gid.hpp"
#include "verbatim/verbs/link_values.hpp"
#include "verbatim/verbs/qp_address.hpp"

namespace verbatim {

/// On InfiniBand the subnet manager makes groups, and says their LIDs to ports that join; on RoCE every multicast
/// address is one, without a LID.
struct multicast_group {
  gid mgid = {};
  lid mlid = {};  ///< 0 on RoCE

  bool operator==(const multicast_group&) const = default;

  /// Where datagrams to the group go: for an address_handle.
  qp_address address() const noexcept {
    constexpr std::uint32_t everybody = 0xffffff;
    return {.qpn = everybody, .lid = mlid.value(), .gid = mgid};
  }
};

/// `ff12:401b::1, LID 0xc001`
std::string to_string(const multicast_group& group);
inline std::ostream& operator<<(std::ostream& out, const multicast_group& value) {
  return out << to_string(value);
}

}  // namespace verbatim
