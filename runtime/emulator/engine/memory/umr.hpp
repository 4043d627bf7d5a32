// Changes memory keys for UMR WQEs and for peers.
#pragma once

#include <cstdint>
#include <string>

#include "engine/memory/key_change.hpp"
#include "objects/queues/queue_pair.hpp"
#include "verbatim/generated/segments/set_psv_seg.hpp"

namespace verbatim::emulator {

class device;

/// Executes a UMR that was posted to `qp`. Returns the reason for a refusal, or nothing.
std::string execute_umr(const device& of, const queue_pair& qp, const key_change& change);

/// Executes a SET_PSV that was posted to `qp`. Returns the reason for a refusal, or nothing.
std::string execute_set_psv(const device& of, const queue_pair& qp, const set_psv_seg& what);

/// Makes the key `rkey` free, on behalf of the peer of `qp`. Returns the reason for a refusal, or
/// nothing.
std::string invalidate_remotely(const device& of, const queue_pair& qp, const protection_domain* pd,
                                std::uint32_t rkey);

}  // namespace verbatim::emulator
