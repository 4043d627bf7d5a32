// Takes bytes apart into CQEs and WQEs.
#pragma once

#include <vector>

#include "tools/decode/entry.hpp"
#include "tools/decode/item.hpp"
#include "tools/decode/options.hpp"

namespace verbatim::tools::decode {

/// What the item holds, without its explanation. Slots of a ring that were never used are left out.
std::vector<entry> split(item source, const options& said);

}  // namespace verbatim::tools::decode
