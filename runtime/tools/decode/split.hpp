// Splits bytes into CQEs and WQEs.
#pragma once

#include <vector>

#include "tools/decode/entry.hpp"
#include "tools/decode/item.hpp"
#include "tools/decode/options.hpp"

namespace verbatim::tools::decode {

/// Returns the entries of the item, without explanations. Ring slots that were never used are left
/// out.
std::vector<entry> split(item source, const options& said);

}  // namespace verbatim::tools::decode
