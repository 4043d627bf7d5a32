// What `verbatim info` prints.
#pragma once

#include <string>
#include <vector>

#include "tools/info/facts.hpp"
#include "tools/info/findings.hpp"

namespace verbatim::tools::info {

/// For people.
std::string as_text(const machine_facts& facts, const std::vector<finding>& findings);

/// For programs: one object, with a line break at its end.
std::string as_json(const machine_facts& facts, const std::vector<finding>& findings);

}  // namespace verbatim::tools::info
