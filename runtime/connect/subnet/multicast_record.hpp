// MCMemberRecords: multicast groups in requests to the subnet administrator and in its answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <string_view>

#include "verbatim/connect/subnet/sa_record.hpp"
#include "verbatim/generated/records/mcmember_record.hpp"
#include "verbatim/verbs/values/path.hpp"

namespace verbatim::subnet {

/// The role of a port in a group, as bits of JoinState.
enum class role : std::uint8_t {
  full_member = 1,           ///< sends and receives; keeps the group in existence
  non_member = 2,            ///< receives and may send, as long as there are full members
  send_only_non_member = 4,  ///< sends, as long as there are full members
  send_only_full_member = 8  ///< sends; keeps the group in existence
};
std::string_view name(subnet::role role) noexcept;
inline std::ostream& operator<<(std::ostream& out, subnet::role value) {
  return out << name(value);
}

}  // namespace verbatim::subnet

namespace verbatim::detail {

/// An MCMemberRecord on the wire, without the pad of some structs.
using multicast_record = sa_record<records::mcmember_record>;

/// Returns a record with all fields that are set in a path to a group. Its dgid is the MGID, its
/// dlid the MLID, and its sgid the member. mtu, rate and packet_life_time are requested exactly.
multicast_record record_for_group(const ib_path& to_group);

/// Returns the record to join or leave a group. It has no MLID, because the administrator chooses
/// it.
multicast_record record_for_member(const ib_path& to_group, subnet::role role);

/// Returns the path to the record's group, beginning at the member if the record has one.
ib_path path_to_group(std::span<const std::byte, multicast_record::size> bytes);

}  // namespace verbatim::detail
