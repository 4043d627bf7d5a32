// The changes of a port by Set(PortInfo).
#pragma once

#include "mad/places.hpp"

namespace verbatim::emulator::mad {

/// Changes a port by the PortInfo of a request. Returns the status of the answer: 0, or that a field
/// is not valid, and then nothing has changed.
unsigned change_port(subnet::image& in, const place& at, unsigned number,
                     subnet::const_octets wanted);

}  // namespace verbatim::emulator::mad
