// What streams can print, for {fmt}: `fmt::format("{}", port)`. Needs that library, which no other header here does.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>

#include "verbatim/wire/format.hpp"

namespace verbatim {

/// Found only by the arguments that it is called with: marks the types of this library.
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

/// Segments, CQEs and doorbells have a formatter of their own.
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

/// The text that `stream << value` gives, or the name of an enumerator, formatted as a string is.
template <verbatim_format::printed T>
struct fmt::formatter<T> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(const T& value, Context& context) const {
    return formatter<std::string_view>::format(verbatim_format::text_of(value), context);
  }
};
