// The emulated device of this process.
#pragma once

#include "objects/device.hpp"

namespace verbatim::emulator {

/// Returns the device; the first call makes it and starts its engine. A child of fork begins
/// without one and gets its own with its first call. Never destroyed: its engine outlives static
/// destructors.
device& this_device();

/// Returns the device if there is one already, else null. Also null in a child of vfork, which
/// shares the parent's memory but must not touch its device.
device* started_device() noexcept;

}  // namespace verbatim::emulator
