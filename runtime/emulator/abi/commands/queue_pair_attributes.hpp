// The attributes that each state change of a queue pair needs and allows.
#pragma once

#include <cstdint>

#include "abi/commands/attribute_mask.hpp"
#include "objects/queues/queue_pair.hpp"

namespace verbatim::emulator {

/// Returns `mask` without the attributes that an XRC queue pair does not have, because it is only
/// one side of a connection. Programs set them nevertheless, and the kernel ignores them.
std::uint32_t own_attributes(queue_pair_type type, std::uint32_t mask) noexcept;

/// Refuses with EINVAL, and reports missing or forbidden attributes, unless `mask` is valid for the
/// change of a queue pair of `type` from `from` to `to`.
void require_transition(queue_pair_type type, queue_pair_state from, queue_pair_state to,
                        std::uint32_t mask);

}  // namespace verbatim::emulator
