// The ids of this process, for programs that ask what the device is used for.
#pragma once

#include <vector>

#include "cm/manager.hpp"
#include "objects/inventory.hpp"

namespace verbatim::emulator::cm {

/// Returns the ids that have a device. The caller holds the manager's lock.
std::vector<resource> inventory_of(const manager& on);

}  // namespace verbatim::emulator::cm
