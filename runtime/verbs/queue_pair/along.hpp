// The attributes of queue pairs that follow from a path.
#pragma once

#include <cstdint>
#include <optional>

#include "verbatim/verbs/memory/access.hpp"
#include "verbatim/verbs/queue_pair/qp_address.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"
#include "verbatim/verbs/values/local_end.hpp"
#include "verbatim/verbs/values/path.hpp"

namespace verbatim {

// These pure functions return the attributes of one end that follow from a path. connect(),
// activate() and the single steps apply them. Each function throws an error that names the missing
// fields and the functions that set them, or the properties that the port lacks.

/// Returns the attributes for INIT. pkey becomes pkey_index.
init_attributes init_along(const path& path, const local_end& end,
                           std::optional<access> qp_access_flags = std::nullopt);

/// Returns the address of the peer: dqpn, dqpsn, dlid, dgid.
qp_address peer_along(const path& path);

/// Returns the source address, the headers and the rate of this end's packets. slid becomes
/// src_path_bits, and sgid becomes gid_index.
path_attributes address_along(const path& path, const local_end& end);

/// Returns the attributes for RTR: mtu, drdatomic and min_rnr_timer, as far as the queue pair's
/// transport uses them, and the address.
rtr_attributes rtr_along(const path& path, const local_end& end);

/// Returns the attributes for RTS: sqpsn, srdatomic, retry_cnt, rnr_retry, and the timeout of
/// timeout_over(), as far as the transport uses them.
rts_attributes rts_along(const path& path, const local_end& end);

/// Returns all attributes that a dct or an unconnected queue pair takes from a path.
activate_attributes activate_along(const path& path, const local_end& end,
                                   std::optional<access> qp_access_flags = std::nullopt);

}  // namespace verbatim
