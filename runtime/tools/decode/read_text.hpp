// Finds in a text what can be decoded: dumps, hex, and what programs say about CQEs with error.
#pragma once

#include <string_view>
#include <vector>

#include "tools/decode/hex_line.hpp"
#include "tools/decode/item.hpp"

namespace verbatim::tools::decode {

/// In the order of the text. What is neither hex nor known to a recogniser is passed over.
std::vector<item> read_text(std::string_view text, word_order order = word_order::big);

}  // namespace verbatim::tools::decode
