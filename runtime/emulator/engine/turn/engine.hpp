// The engine: the thread that emulates the NIC for all work queues of this process.
#pragma once

#include <memory>

#include "objects/engine_hooks.hpp"

namespace verbatim::emulator {

class device;

/// Joins the fabric in the device's settings and starts the thread. Throws std::system_error, with
/// a remedy, if there is no place in the fabric.
std::unique_ptr<engine_hooks> start_engine(device& of);

}  // namespace verbatim::emulator
