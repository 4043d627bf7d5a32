// The state and the attributes that a device reports for a queue pair.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "verbatim/generated/enums.hpp"
#include "verbatim/verbs/queue_pair/qp_address.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"
#include "verbatim/verbs/values/transport.hpp"

struct ibv_qp_attr;

namespace verbatim {

/// The state of a queue pair, and the attributes that it was given on the way there, in the
/// structures that gave them. A member is not set if it was not given, or if the transport has no
/// use for it. In ERROR, everything that was given before is set.
struct queried_qp {
  qp_state state = qp_state::reset;  ///< the state of the queue pair

  /// The attributes of the change to INIT.
  std::optional<init_attributes> init = std::nullopt;
  std::optional<std::uint32_t> qkey = std::nullopt;  ///< for UD

  /// The peer that it is connected to. psn is that of the packet that it waits for; lid and gid are
  /// set as far as its packets name them; mtu and rd_atomic are those that it uses.
  std::optional<qp_address> peer = std::nullopt;

  /// The attributes of the change to RTR.
  std::optional<rtr_attributes> rtr = std::nullopt;

  /// The attributes of the change to RTS. sq_psn is the number of the packet that it sends next.
  std::optional<rts_attributes> rts = std::nullopt;
};

/// Returns what is set, such as `rts {pkey_index=0 … timeout=14 (67.108 ms) …} to QPN 0x12, …`.
std::string to_string(const queried_qp& queried);
inline std::ostream& operator<<(std::ostream& out, const queried_qp& value) {
  return out << to_string(value);
}

namespace verbs {

/// Converts what ibv_query_qp has reported of a queue pair of the transport.
queried_qp as_queried(transport transport, const ibv_qp_attr& said);

}  // namespace verbs
}  // namespace verbatim
