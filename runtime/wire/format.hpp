// Formats segments, CQEs and doorbells with {fmt}: `fmt::format("{}", segment)`. This is the only
// header of the core that depends on a library.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "verbatim/wire/print.hpp"

/// A formatter that gives the same text as `stream << value` (print.hpp). The braces take no format
/// specification.
template <verbatim::wire::described T>
struct fmt::formatter<T> {
  constexpr auto parse(format_parse_context& context) {
    if (context.begin() != context.end() && *context.begin() != '}') {
      throw format_error("a segment or CQE is formatted as {}");
    }
    return context.begin();
  }

  template <class Context>
  auto format(const T& value, Context& context) const {
    auto out = context.out();
    verbatim::wire::write_text(
        [&out](std::string_view text) { out = std::copy(text.begin(), text.end(), out); }, value);
    return out;
  }
};
