// Tells others than the engine that a device was removed.
#pragma once

namespace verbatim::emulator {

/// Calls `watcher` with the number of each device that is removed from now on, with the device's
/// lock held. There is one watcher.
void watch_device_removal(void (*watcher)(unsigned card)) noexcept;

/// Calls the watcher.
void announce_device_removal(unsigned card);

}  // namespace verbatim::emulator
