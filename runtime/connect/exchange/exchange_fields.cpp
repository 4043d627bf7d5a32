// The texts in fields of the frames.
#include "verbatim/connect/exchange/exchange_fields.hpp"

#include <algorithm>

namespace verbatim::detail {

std::string printable(std::string_view text, std::size_t most) {
  std::string clean(text.substr(0, most));
  std::replace_if(
      clean.begin(), clean.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return clean;
}

}  // namespace verbatim::detail
