// Which queue pairs a frame goes to.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/ethernet_frame.hpp"
#include "objects/device.hpp"
#include "objects/flow.hpp"

namespace verbatim::emulator {

/// True if the frame has all that the flow's specs ask for.
bool matches(const flow& by, std::span<const std::byte> frame, const frame_layout& layout);

/// The normal flows of the best priority that match, else the defaults; and every sniffer.
std::vector<queue_pair*> steer(const device& on, std::span<const std::byte> frame,
                               const frame_layout& layout);

}  // namespace verbatim::emulator
