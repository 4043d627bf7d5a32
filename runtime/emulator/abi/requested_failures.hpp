// Commands that fail on request of --fail-verb.
#pragma once

#include <string_view>

#include "settings/options.hpp"

namespace verbatim::emulator {

/// Counts a call of the command with that name, and refuses it if its failure was requested.
/// Requires device::lock().
void refuse_if_requested(const options& settings, std::string_view name);

}  // namespace verbatim::emulator
