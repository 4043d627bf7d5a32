// Finds the queue pairs that receive a frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/wire/ethernet_frame.hpp"
#include "objects/device.hpp"
#include "objects/flow.hpp"

namespace verbatim::emulator {

/// Returns true if the frame has all values of the flow's specs.
bool matches(const flow& by, std::span<const std::byte> frame, const frame_layout& layout);

/// A queue pair that receives a frame, and what the flow that leads there adds: a tag, 0 for none; and
/// whether the frame is taken out of its tunnel.
struct steered {
  queue_pair* to;
  std::uint32_t tag;
  bool decapsulated;
};

/// Returns for each device the queue pairs of the matching normal flows with the best priority; if
/// there are none, those of the default flows. Adds the queue pairs of all sniffers. Counts the frame
/// in the counters of these flows.
std::vector<steered> steer(const device& on, std::span<const std::byte> frame,
                           const frame_layout& layout);

/// Returns the flow with the best priority for a frame that leaves device number `card`, and counts
/// the frame; null if there is none.
const flow* steer_leaving(const device& on, unsigned card, std::span<const std::byte> frame,
                          const frame_layout& layout);

}  // namespace verbatim::emulator
