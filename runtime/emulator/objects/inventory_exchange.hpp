// Asks the other processes of a fabric for their objects.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "objects/inventory.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

/// Sends the objects of this process to the one that asked.
void answer_inventory(transport& through, const message& asked, std::span<const resource> objects);

/// Returns the objects of all processes that have joined the fabric in this directory. A process
/// that does not answer within a second is left out, with a report. Throws std::system_error if
/// the fabric cannot be joined.
std::vector<resource> collect_inventories(const std::string& directory);

}  // namespace verbatim::emulator
