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

/// A queue pair that receives a frame, and the tag of the flow that leads there; 0 for none.
struct steered {
  queue_pair* to;
  std::uint32_t tag;
};

/// Returns for each device the queue pairs of the matching normal flows with the best priority; if
/// there are none, those of the default flows. Adds the queue pairs of all sniffers.
std::vector<steered> steer(const device& on, std::span<const std::byte> frame,
                           const frame_layout& layout);

}  // namespace verbatim::emulator
