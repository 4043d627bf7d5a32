// The values of options: what is wrong with them, and how the device reads them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "settings/options.hpp"

namespace verbatim::emulator {

/// Returns what is wrong with a value, or nothing.
std::string why_wrong(const option_row& row, const std::string& text);

/// Returns the value for the option's environment variable. It must be right.
std::string in_variable(const option_row& row, const std::string& text);

/// Returns the number in `text`, decimal or hexadecimal with 0x; nothing if it is none.
std::optional<std::uint64_t> number_of(const std::string& text) noexcept;

}  // namespace verbatim::emulator
