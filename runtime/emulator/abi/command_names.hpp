// The names of the commands that --fail-verb can fail.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::emulator {

/// A command of the uverbs ABI: a method of an object, or a command of the older write() interface.
struct command_name {
  std::string_view name;
  std::uint16_t object;
  std::uint16_t method;
  std::uint32_t write;  ///< includes its flag; or `no_write`

  static constexpr std::uint32_t no_write = ~std::uint32_t{0};
};

/// These functions return the command's name; empty if it has none.
std::string_view name_of_method(std::uint16_t object, std::uint16_t method) noexcept;
std::string_view name_of_write(std::uint64_t number) noexcept;

/// The name that means every command.
inline constexpr std::string_view any_command = "any";

/// Returns all names, with commas between them.
std::string all_command_names();

/// A requested failure: the `nth` call of a command, counted from 1, fails.
struct requested_failure {
  std::string_view name;
  std::uint64_t nth;
  int error;
};

/// Parses NAME:N:ERRNO,NAME:N:ERRNO and so on. Returns nothing if `text` does not have this form.
std::vector<requested_failure> parse_failures(const std::string& text);

}  // namespace verbatim::emulator
