// The emulator's own subnet administrator, for fabrics without a subnet manager of their own.
#pragma once

#include <vector>

#include "mad/subnet_agent.hpp"

namespace verbatim::emulator::mad::sa {

/// Turns a request that came from a port into its answer, which may be longer than a datagram.
outcome answer_administration(subnet::image& in, unsigned from,
                              std::vector<std::uint8_t>& datagram);

}  // namespace verbatim::emulator::mad::sa
