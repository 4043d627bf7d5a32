// What a device says of a queue pair when it is asked.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "verbatim/generated/enums.hpp"
#include "verbatim/verbs/qp_address.hpp"
#include "verbatim/verbs/qp_attributes.hpp"
#include "verbatim/verbs/transport.hpp"

struct ibv_qp_attr;

namespace verbatim {

/// Its state, and what it was given on the way there, in the words of the calls that gave it. What it has not
/// been given, or its transport has no use for, is not set; in ERROR there is all that was given before.
struct queried_qp {
  qp_state state = qp_state::reset;
  std::optional<init_attributes> init = std::nullopt;
  std::optional<std::uint32_t> qkey = std::nullopt;  ///< of UD

  /// To whom it is connected: psn is that of the packet that it waits for, lid and gid are as far as its
  /// packets name them, mtu and rd_atomic what it uses.
  std::optional<qp_address> peer = std::nullopt;
  std::optional<rtr_attributes> rtr = std::nullopt;

  /// sq_psn is the number of the packet that it sends next.
  std::optional<rts_attributes> rts = std::nullopt;
};

/// `rts {pkey_index=0 … timeout=14 (67.108 ms) …} to QPN 0x12, …`: what is set.
std::string to_string(const queried_qp& queried);
inline std::ostream& operator<<(std::ostream& out, const queried_qp& value) {
  return out << to_string(value);
}

namespace verbs {

/// What ibv_query_qp has said of a queue pair of the transport.
queried_qp as_queried(transport transport, const ibv_qp_attr& said);

}  // namespace verbs
}  // namespace verbatim
