// The special parts of DC queue pairs: their creation and their state changes.
#pragma once

#include <rdma/mlx5-abi.h>

#include <cstdint>

#include "objects/queues/queue_pair.hpp"

namespace verbatim::emulator {

constexpr bool is_dc(queue_pair_type type) noexcept {
  return type == queue_pair_type::dct || type == queue_pair_type::dci;
}

/// Returns the end of DC in the flags. Refuses with EINVAL if they have none or both.
queue_pair_type dc_type(const mlx5_ib_create_qp& driver);

/// Checks and stores the attributes that only DC has: the access key of a DCT, the streams of a
/// DCI. The receive side of `made` is already set.
void take_dc_attributes(queue_pair& made, const mlx5_ib_create_qp& driver);

/// Does the same as require_transition, for DC. A DCI has its peer in each WQE, and a DCT answers
/// every DCI that has its key, so both need fewer attributes than RC.
void require_dc_transition(queue_pair_type type, queue_pair_state from, queue_pair_state to,
                           std::uint32_t mask);

}  // namespace verbatim::emulator
