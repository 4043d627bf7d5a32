// The emulated device of this process.
#pragma once

#include "objects/device.hpp"

namespace verbatim::emulator {

/// Returns the device; the first call makes it and starts its engine. A child of fork begins
/// without a device and gets its own with its first call. The device is never destroyed, because
/// its engine outlives static destructors.
device& this_device();

/// Returns the device if there is one already; otherwise null. Also returns null in a child of
/// vfork, which shares the parent's memory but must not use its device.
device* started_device() noexcept;

/// Writes the counts of this process, which ends. Safe in a signal handler.
void process_ends() noexcept;

}  // namespace verbatim::emulator
