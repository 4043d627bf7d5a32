// The values of options: checks, and conversions for the device.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "settings/options.hpp"

namespace verbatim::emulator {

/// Returns the error in a value, or nothing.
std::string why_wrong(const option_row& row, const std::string& text);

/// Returns the value for the option's environment variable. The value must be valid.
std::string in_variable(const option_row& row, const std::string& text);

/// Returns the number in `text`, decimal or hexadecimal with 0x; nothing if it is not a number.
std::optional<std::uint64_t> number_of(const std::string& text) noexcept;

}  // namespace verbatim::emulator
