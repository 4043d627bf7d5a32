// The messages that carry the WQEs of connected queue pairs.
#pragma once

#include <cstdint>

#include "engine/execute/pending_wqe.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

/// Returns the number of the queue pair that a WQE is for. On a DCI each WQE names it.
std::uint32_t peer_of(const queue_pair& qp, const operation& wqe) noexcept;

/// Returns the next message of the WQE, for its peer. Local data that it carries is not in it, and
/// the sender adds what it knows of the connection.
message next_request(const queue_pair& qp, const pending_wqe& one) noexcept;

}  // namespace verbatim::emulator
