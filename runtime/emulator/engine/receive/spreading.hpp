// Chooses the receive work queue for a frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/wire/ethernet_frame.hpp"
#include "objects/queues/receive_work_queue.hpp"

namespace verbatim::emulator {

/// The hash of a frame, and the headers that were hashed, as in a CQE.
struct frame_hash {
  std::uint32_t value = 0;

  /// Bits 3..2: 1 for IPv4, 2 for IPv6; bits 7..6: 1 for TCP, 2 for UDP; 0 if nothing was hashed.
  std::uint8_t type = 0;
};

/// Returns the hash of the fields of the frame that the queue pair hashes, of those that the frame
/// has.
frame_hash hash_of(const spreading_queue_pair& by, std::span<const std::byte> frame,
                   const frame_layout& layout);

/// Returns the ring for a frame with that hash.
receive_work_ring& ring_for(const spreading_queue_pair& by, const frame_hash& hash) noexcept;

}  // namespace verbatim::emulator
