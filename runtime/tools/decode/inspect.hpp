// Inspects entries: finds failures, contradictions to the specs, and entries that belong together.
#pragma once

#include <vector>

#include "tools/decode/entry.hpp"
#include "tools/decode/options.hpp"

namespace verbatim::tools::decode {

/// Fills in the `candidates` of every WQE whose transport is not given, and the likeliest
/// `transport`. The WQEs of one queue pair are judged together, because one of them may have an
/// address vector and another none.
void guess_transports(std::vector<entry>& entries, const options& said);

/// Fills in `error` and `malformed` of an entry, and `transport` if the user has given it.
void inspect(entry& one, const options& said);

/// Joins CQEs with error to their WQEs, by QPN and index.
void join(std::vector<entry>& entries);

}  // namespace verbatim::tools::decode
