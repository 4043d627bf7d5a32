// An entry as an object of JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/decode/entry.hpp"

namespace verbatim::tools::decode {

nlohmann::ordered_json object_of(const entry& it);

}  // namespace verbatim::tools::decode
