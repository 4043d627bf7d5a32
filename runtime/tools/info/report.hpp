// The output of `verbatim info`.
#pragma once

#include <string>
#include <vector>

#include "tools/info/facts.hpp"
#include "tools/info/findings.hpp"

namespace verbatim::tools::info {

/// Returns the report for people.
std::string as_text(const machine_facts& facts, const std::vector<finding>& findings);

/// Returns the report for programs: one JSON object, with a line break at its end.
std::string as_json(const machine_facts& facts, const std::vector<finding>& findings);

}  // namespace verbatim::tools::info
