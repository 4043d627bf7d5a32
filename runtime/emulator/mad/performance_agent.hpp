// The performance management agent of every node: answers questions for the counters of ports.
#pragma once

#include "mad/subnet_agent.hpp"

namespace verbatim::emulator::mad {

/// Handles a request of the class of performance management that has arrived at a place.
outcome answer_performance(subnet::image& in, const place& at, subnet::octets datagram);

}  // namespace verbatim::emulator::mad
