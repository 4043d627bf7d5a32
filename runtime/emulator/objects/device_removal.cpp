// Stores the watcher.
#include "objects/device_removal.hpp"

#include <atomic>

namespace verbatim::emulator {
namespace {

constinit std::atomic<void (*)(unsigned)> watching{nullptr};

}  // namespace

void watch_device_removal(void (*watcher)(unsigned card)) noexcept { watching = watcher; }

void announce_device_removal(unsigned card) {
  if (auto* const watcher = watching.load()) watcher(card);
}

}  // namespace verbatim::emulator
