// Queue pairs along a path: the attributes that follow from it, and the state changes that take them.
#pragma once

#include <cstdint>
#include <optional>

#include "verbatim/connect/path.hpp"
#include "verbatim/verbs/access.hpp"
#include "verbatim/verbs/local_end.hpp"
#include "verbatim/verbs/qp_address.hpp"
#include "verbatim/verbs/qp_attributes.hpp"
#include "verbatim/verbs/queue_pair.hpp"

namespace verbatim {

// The attributes that follow from a path for one end of it, as pure functions. Each throws an error that
// names the fields that are missing and who sets them, or what the port lacks.

/// pkey becomes pkey_index.
init_attributes init_along(const path& path, const local_end& end,
                           std::optional<access> qp_access_flags = std::nullopt);

/// Where the peer is: dqpn, dqpsn, dlid, dgid.
qp_address peer_along(const path& path);

/// From which address, through which headers and how fast; slid becomes src_path_bits, sgid gid_index.
path_attributes address_along(const path& path, const local_end& end);

/// mtu, drdatomic and min_rnr_timer, as far as the queue pair's transport takes them, and the address.
rtr_attributes rtr_along(const path& path, const local_end& end);

/// sqpsn, srdatomic, retry_cnt, rnr_retry, and the timeout of timeout_over(), likewise.
rts_attributes rts_along(const path& path, const local_end& end);

/// All that a queue pair without a peer of its own, or a dct, takes of it.
activate_attributes activate_along(const path& path, const local_end& end,
                                   std::optional<access> qp_access_flags = std::nullopt);

// The same, done. On RoCE and InfiniBand, for RC, UC and XRC queue pairs.

void to_init(queue_pair& qp, const path& path,
             std::optional<access> qp_access_flags = std::nullopt);
void to_rtr(queue_pair& qp, const path& path);
void to_rts(queue_pair& qp, const path& path);

/// From RESET or INIT to RTS. Let the peer know before it sends: it can as soon as this end is in RTR.
void establish(queue_pair& qp, const path& path,
               std::optional<access> qp_access_flags = std::nullopt);

/// UD and DCI, from RESET to RTS: the port's side of the path, whose peers come with each WQE.
void establish(unconnected_queue_pair& qp, const path& path);

}  // namespace verbatim
