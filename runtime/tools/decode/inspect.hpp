// Looks at each entry: what failed, what contradicts the specs, and which entries belong together.
#pragma once

#include <vector>

#include "tools/decode/entry.hpp"
#include "tools/decode/options.hpp"

namespace verbatim::tools::decode {

/// Fills in `error`, `malformed` and `transport` of an entry.
void inspect(entry& one, const options& said);

/// Joins CQEs with error to their WQEs, by QPN and index.
void join(std::vector<entry>& entries);

}  // namespace verbatim::tools::decode
