// The ways of messages: to a process of the fabric, or to the network.
#pragma once

#include <cstdint>

#include "objects/queues/queue_pair.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

/// Returns where the transport sends messages of a connected queue pair to its peer of that number.
inline std::uint32_t route_to(const queue_pair& qp, std::uint32_t peer) noexcept {
  return qp.over_network ? network_slot(qp.qpn) : slot_of(peer);
}

}  // namespace verbatim::emulator
