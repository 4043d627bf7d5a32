// Finds the queue pairs that receive a frame.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/wire/ethernet_frame.hpp"
#include "objects/device.hpp"
#include "objects/flow.hpp"

namespace verbatim::emulator {

/// Returns true if the frame has all values of the flow's specs.
bool matches(const flow& by, std::span<const std::byte> frame, const frame_layout& layout);

/// Returns the queue pairs of the matching normal flows with the best priority; if there are none,
/// those of the default flows. Adds the queue pairs of all sniffers.
std::vector<queue_pair*> steer(const device& on, std::span<const std::byte> frame,
                               const frame_layout& layout);

}  // namespace verbatim::emulator
