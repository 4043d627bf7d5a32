// One option of the launcher.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::emulator {

struct options;

/// The form of an option's value.
enum class option_kind : std::uint8_t { flag, text, file, number, choice };

/// One option of the launcher.
struct option_row {
  /// Without the dashes.
  std::string_view name;
  option_kind kind;

  /// The value in help texts. For a choice: the values, separated by bars.
  std::string_view takes = {};

  /// For a number: the minimum and the maximum.
  std::uint64_t least = 0;
  std::uint64_t most = 0xffffffffffffffff;

  /// The value of a flag, or of an option without its value.
  std::string_view implied = {};

  /// The value if the option is not given; nothing if there is none.
  std::optional<std::string_view> usual = {};

  /// The environment variable that carries the value, and the function that parses it.
  std::string_view variable;
  void (*read)(options& into, const option_row& row, const std::string& text);

  std::string_view help;
};

}  // namespace verbatim::emulator
