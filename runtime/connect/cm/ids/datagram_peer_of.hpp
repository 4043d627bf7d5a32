// Destinations of datagrams from the events of rdma_cm.
#pragma once

#include "verbatim/connect/cm/ids/cm_event.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"

namespace verbatim::cm {

struct datagram_peer;

namespace detail {

/// Returns the destination in the event of a lookup or a join.
datagram_peer peer_of(const event& event);

/// Returns the part of an address vector that does not come from the peer.
path_attributes path_of(const ibv_ah_attr& ah) noexcept;

}  // namespace detail
}  // namespace verbatim::cm
