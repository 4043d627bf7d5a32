// The options of a run that is replayed.
#pragma once

#include <map>
#include <string>

namespace verbatim::emulator {

/// Returns the reason why the file is no recording that can be replayed; empty if it is one.
std::string why_no_recording(const std::string& path);

/// Returns the options of the first process in a recording, by their variables.
std::map<std::string, std::string> recorded_options(const std::string& path);

}  // namespace verbatim::emulator
