// Paths as text: prints and reads them.
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/values/path.hpp"
#include "verbatim/verbs/values/path_fields.hpp"

namespace verbatim {
namespace {

constexpr std::string_view infiniband = "InfiniBand path {";
constexpr std::string_view roce = "RoCE path {";

/// Reads a number at the beginning of the text. It is decimal, or hexadecimal with 0x, and at most
/// `max`.
std::optional<std::uint32_t> number_in(std::string_view text, std::uint32_t max,
                                       std::string_view& rest) {
  const int base = text.starts_with("0x") ? 16 : 10;
  if (base == 16) text.remove_prefix(2);
  std::uint32_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (read.ec != std::errc() || number > max) return std::nullopt;
  rest = text.substr(static_cast<std::size_t>(read.ptr - text.data()));
  return number;
}

template <class Value>
constexpr std::uint32_t largest() {
  if constexpr (std::is_integral_v<Value>) {
    return std::numeric_limits<Value>::max();
  } else if constexpr (std::is_same_v<Value, rnr_timer>) {
    return 31;
  } else if constexpr (std::is_same_v<Value, rnr_retry_count>) {
    return rnr_retry_count::infinite;
  } else if constexpr (requires { Value::max; }) {
    return Value::max;
  } else {
    return std::numeric_limits<std::uint16_t>::max();  // for a lid, pkey or mtu
  }
}

/// Reads a value that is written as a number: the number alone, or with the text that field_text()
/// adds after it.
template <class Value>
std::optional<Value> value_in(std::string_view text) {
  std::string_view rest;
  const auto number = number_in(text, largest<Value>(), rest);
  if (!number) return std::nullopt;
  std::optional<Value> value;
  if constexpr (std::is_same_v<Value, lid> || std::is_same_v<Value, pkey> ||
                std::is_same_v<Value, mtu>) {
    value = Value(static_cast<std::uint16_t>(*number));
  } else if constexpr (std::is_enum_v<Value> || std::is_integral_v<Value>) {
    value = static_cast<Value>(*number);
  } else {
    value = Value(*number);
  }
  if (!rest.empty() && field_text(value) != text) return std::nullopt;
  return value;
}

/// Reads the name of a value, for a type with only a few values.
template <class Value>
std::optional<Value> named(std::string_view text, unsigned values) {
  for (unsigned i = 0; i < values; ++i) {
    const std::optional value(static_cast<Value>(static_cast<std::uint8_t>(i)));
    if (field_text(value) == text) return value;
  }
  return std::nullopt;
}

template <>
std::optional<gid> value_in(std::string_view text) {
  return parse_gid(text);
}
template <>
std::optional<bool> value_in(std::string_view text) {
  return named<bool>(text, 2);
}
template <>
std::optional<gid_type> value_in(std::string_view text) {
  return named<gid_type>(text, 3);
}
template <>
std::optional<rate> value_in(std::string_view text) {
  constexpr unsigned encodings = 64;
  return named<rate>(text, encodings);
}

class reader {
 public:
  explicit reader(std::string_view text) : text_(text) {}

  path read() {
    auto body = text_;
    if (body.starts_with(infiniband)) {
      body.remove_prefix(infiniband.size());
    } else if (body.starts_with(roce)) {
      body.remove_prefix(roce.size());
      read_ = roce_path{};
    } else {
      refuse("it begins with neither \"" + std::string(infiniband) + "\" nor \"" +
             std::string(roce) + "\"");
    }
    if (!body.ends_with('}')) refuse("it does not end with \"}\"");
    body.remove_suffix(1);
    while (!body.empty()) set(next_field(body));
    return read_;
  }

 private:
  /// Takes the text up to the start of the next field, because values may contain spaces.
  static std::string_view next_field(std::string_view& body) {
    std::size_t end = body.size();
    if (const auto next = body.find('=', body.find('=') + 1); next != std::string_view::npos) {
      end = body.rfind(' ', next);
    }
    if (end == std::string_view::npos) end = body.size();
    const auto field = body.substr(0, end);
    body.remove_prefix(end == body.size() ? end : end + 1);
    return field;
  }

  void set(std::string_view field) {
    const auto equals = field.find('=');
    if (equals == std::string_view::npos) {
      refuse("\"" + std::string(field) + "\" is no field: those are NAME=VALUE");
    }
    const auto wanted = field.substr(0, equals);
    const auto value = field.substr(equals + 1);
    bool known = false;
    for_each_field(read_, [&](std::string_view name, auto& into) {
      if (name != wanted) return;
      known = true;
      if (into) refuse(std::string(name) + " is there twice");
      using value_type = typename std::remove_reference_t<decltype(into)>::value_type;
      into = value_in<value_type>(value);
      if (!into) refuse(std::string(name) + " cannot be \"" + std::string(value) + "\"");
    });
    if (!known) refuse("it has no field \"" + std::string(wanted) + "\"");
  }

  [[noreturn]] void refuse(const std::string& reason) const {
    throw error(std::errc::invalid_argument, "parse_path", text_, reason);
  }

  std::string_view text_;
  path read_;
};

}  // namespace

std::string detail::hex(std::uint32_t value) {
  char digits[8];
  return "0x" + std::string(digits, std::to_chars(digits, digits + sizeof digits, value, 16).ptr);
}

std::string to_string(const path& path) {
  std::string text(std::holds_alternative<ib_path>(path) ? infiniband : roce);
  bool is_first = true;
  for_each_field(path, [&](std::string_view name, const auto& field) {
    if (!field) return;
    text.append(is_first ? "" : " ").append(name).append("=").append(field_text(field));
    is_first = false;
  });
  return text + "}";
}

std::ostream& operator<<(std::ostream& out, const path& path) { return out << to_string(path); }

path parse_path(std::string_view text) { return reader(text).read(); }

}  // namespace verbatim
