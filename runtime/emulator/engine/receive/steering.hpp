// Finds the queue pairs that a frame goes to.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/wire/ethernet_frame.hpp"
#include "objects/device.hpp"
#include "objects/flow.hpp"

namespace verbatim::emulator {

/// True if the frame has all values that the flow's specs ask for.
bool matches(const flow& by, std::span<const std::byte> frame, const frame_layout& layout);

/// Returns the queue pairs of the normal flows of the best priority that match, else of the
/// defaults; and of every sniffer.
std::vector<queue_pair*> steer(const device& on, std::span<const std::byte> frame,
                               const frame_layout& layout);

}  // namespace verbatim::emulator
