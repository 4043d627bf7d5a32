// Finds all items of a text that can be decoded: dumps, hex, and program messages about CQEs with
// error.
#pragma once

#include <string_view>
#include <vector>

#include "tools/decode/hex_line.hpp"
#include "tools/decode/item.hpp"

namespace verbatim::tools::decode {

/// Returns the items in the order of the text. Text that is neither hex nor recognised is skipped.
std::vector<item> read_text(std::string_view text, word_order order = word_order::big);

}  // namespace verbatim::tools::decode
