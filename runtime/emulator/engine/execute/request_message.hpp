// The messages that carry the WQEs of connected queue pairs.
#pragma once

#include <cstdint>

#include "engine/execute/pending_wqe.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

/// Returns the number of the peer's queue pair. On a DCI, each WQE contains it.
std::uint32_t peer_of(const queue_pair& qp, const operation& wqe) noexcept;

/// Returns the next message of the WQE, for its peer. The message does not contain the local data,
/// and the sender adds the fields of the connection.
message next_request(const queue_pair& qp, const pending_wqe& one) noexcept;

}  // namespace verbatim::emulator
