// The attributes that each state change of a queue pair needs and allows.
#pragma once

#include <cstdint>

#include "abi/commands/attribute_mask.hpp"
#include "objects/queues/queue_pair.hpp"

namespace verbatim::emulator {

/// Returns `mask` without the attributes that an XRC queue pair lacks, because it is only one side
/// of a connection. Programs set them all the same, and the kernel ignores that.
std::uint32_t own_attributes(queue_pair_type type, std::uint32_t mask) noexcept;

/// Refuses with EINVAL, naming missing or forbidden attributes, unless `mask` fits the change of a
/// queue pair of `type` from `from` to `to`.
void require_transition(queue_pair_type type, queue_pair_state from, queue_pair_state to,
                        std::uint32_t mask);

}  // namespace verbatim::emulator
