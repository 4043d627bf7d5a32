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

/// The state of a queue pair, and the attributes that its state changes have set, in the structures
/// of those changes. A member is not set if the attribute was not set, or if the transport does not
/// use it. In ERROR, all attributes that were set before are there.
struct queried_qp {
  qp_state state = qp_state::reset;  ///< the state of the queue pair

  /// The attributes of the change to INIT.
  std::optional<init_attributes> init = std::nullopt;
  std::optional<std::uint32_t> qkey = std::nullopt;  ///< for UD

  /// The connected peer. psn is the number of the next expected packet; lid and gid are set if this
  /// end's packets contain them; mtu and rd_atomic are the values in use.
  std::optional<qp_address> peer = std::nullopt;

  /// The attributes of the change to RTR.
  std::optional<rtr_attributes> rtr = std::nullopt;

  /// The attributes of the change to RTS. sq_psn is the number of the next packet to send.
  std::optional<rts_attributes> rts = std::nullopt;
};

/// Returns the members that are set as text, such as `rts {pkey_index=0 … timeout=14 (67.108 ms) …}
/// to QPN 0x12, …`.
std::string to_string(const queried_qp& queried);
inline std::ostream& operator<<(std::ostream& out, const queried_qp& value) {
  return out << to_string(value);
}

namespace verbs {

/// Converts the result of ibv_query_qp for a queue pair of the transport.
queried_qp as_queried(transport transport, const ibv_qp_attr& said);

}  // namespace verbs
}  // namespace verbatim
