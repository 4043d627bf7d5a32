// Formatters of {fmt} for the types that streams can print: `fmt::format("{}", port)`. No other
// header here needs {fmt}.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>

#include "verbatim/wire/format.hpp"

namespace verbatim {

/// Marks the types of this library: it is found only through the namespace of its argument.
template <class T>
void is_of_verbatim(const T&);

namespace verbs {
using verbatim::is_of_verbatim;
}  // namespace verbs

}  // namespace verbatim

namespace verbatim_format {

template <class T>
concept streams = requires(std::ostream& out, const T& value) {
  out << value;
};

template <class T>
concept has_name = requires(const T& value) {
  { name(value) } -> std::convertible_to<std::string_view>;
};

/// The types that are formatted here. Segments, CQEs and doorbells have their own formatter.
template <class T>
concept printed = requires(const T& value) {
  is_of_verbatim(value);
}
&&(streams<T> || has_name<T>)&&!verbatim::wire::described<T>;

template <printed T>
std::string text_of(const T& value) {
  if constexpr (streams<T>) {
    std::ostringstream out;
    out << value;
    return out.str();
  } else {
    return std::string(name(value));
  }
}

}  // namespace verbatim_format

/// Formats the text that `stream << value` gives, or the name of an enumerator, with the options of
/// a string.
template <verbatim_format::printed T>
struct fmt::formatter<T> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(const T& value, Context& context) const {
    return formatter<std::string_view>::format(verbatim_format::text_of(value), context);
  }
};
