// The device of --replay.
#pragma once

#include <memory>

#include "objects/engine_hooks.hpp"

namespace verbatim::emulator {

class device;

/// Returns an engine that does what the device did in the recording of options::replay_file. Throws
/// std::runtime_error with the reason if it has no process for this one.
std::unique_ptr<engine_hooks> start_replay(device& of);

}  // namespace verbatim::emulator
