// The facts about the tested device as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/selftest/machine.hpp"

namespace verbatim::tools::selftest {

nlohmann::ordered_json device_of(const machine& m);
nlohmann::ordered_json port_of(const machine& m);
nlohmann::ordered_json software_of(const machine& m);

}  // namespace verbatim::tools::selftest
