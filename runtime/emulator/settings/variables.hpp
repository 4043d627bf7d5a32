// The conversion of the texts of variables to settings: functions for option_row::read.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "settings/option_row.hpp"

namespace verbatim::emulator {

// An invalid value becomes the nearest or the default one, because the launcher has already refused
// invalid values.

template <auto Member>
void text(options& into, const option_row&, const std::string& value) {
  into.*Member = value;
}

template <auto Member>
void flag(options& into, const option_row&, const std::string& value) {
  into.*Member = value == "1";
}

inline std::uint64_t number_in(const option_row& row, const std::string& value) {
  const std::uint64_t read = value.starts_with('-') ? 0 : std::strtoull(value.c_str(), nullptr, 10);
  return std::clamp(read, row.least, row.most);
}

template <auto Member>
void number(options& into, const option_row& row, const std::string& value) {
  into.*Member = static_cast<unsigned>(number_in(row, value));
}

template <auto Member>
void microseconds(options& into, const option_row& row, const std::string& value) {
  into.*Member = std::chrono::microseconds(number_in(row, value));
}

template <auto Member>
void seed(options& into, const option_row&, const std::string& value) {
  into.*Member = std::strtoull(value.c_str(), nullptr, 0);
}

/// Sets a member to `First` for the first of the row's values, and to `Second` for the second.
template <auto Member, auto First, auto Second>
void one_of_two(options& into, const option_row& row, const std::string& value) {
  into.*Member = row.takes.substr(0, row.takes.find('|')) == value ? First : Second;
}

}  // namespace verbatim::emulator
