// Notifies parts other than the engine that a device was removed.
#pragma once

namespace verbatim::emulator {

/// Registers `watcher`, which is called with the number of each device that is removed, with the
/// device's lock held. There is one watcher.
void watch_device_removal(void (*watcher)(unsigned card)) noexcept;

/// Calls the watcher.
void announce_device_removal(unsigned card);

}  // namespace verbatim::emulator
