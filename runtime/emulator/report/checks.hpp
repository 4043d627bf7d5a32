// The checks of the emulated device: everything that it refuses or reports, with the reason.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace verbatim::emulator {

/// The consequence without the emulator.
enum class verdict : std::uint8_t {
  faults,      ///< the NIC or the driver reports an error
  misbehaves,  ///< nothing is reported, and the result is not the intended one
  suspicious,  ///< it works; never refused, and reported only with --verbose
  absent,      ///< other devices may support it, this one does not
  requested,   ///< an option of the emulator requests it
};

/// The entries of checks.inc, in order.
enum class check : std::uint8_t {
#define SECTION(title)
#define CHECK(name, verdict, what, source) name,
#include "report/checks.inc"
#undef CHECK
#undef SECTION
};

struct check_entry {
  std::string_view section;
  std::string_view name;
  verdict why;
  std::string_view what;

  /// The specification or program from which this behaviour of a device or driver is known.
  std::string_view source;
};

namespace check_table {

// A section is an entry that has only a title.
inline constexpr check_entry lines[] = {
#define SECTION(title) {title, {}, verdict::requested, {}, {}},
#define CHECK(name, why, what, source) {{}, #name, verdict::why, what, source},
#include "report/checks.inc"
#undef CHECK
#undef SECTION
};

constexpr std::size_t count = [] {
  std::size_t result = 0;
  for (const check_entry& line : lines) result += line.section.empty() ? 1 : 0;
  return result;
}();

}  // namespace check_table

/// The entries, indexed by check.
inline constexpr auto check_entries = [] {
  std::array<check_entry, check_table::count> result{};
  std::size_t at = 0;
  std::string_view section;
  for (const check_entry& line : check_table::lines) {
    if (!line.section.empty()) {
      section = line.section;
      continue;
    }
    result[at] = line;
    result[at++].section = section;
  }
  return result;
}();

constexpr const check_entry& entry_of(check which) noexcept {
  return check_entries[static_cast<std::size_t>(which)];
}

/// Returns true if a check may fail the program's request.
constexpr bool refuses(check which) noexcept { return entry_of(which).why != verdict::suspicious; }

}  // namespace verbatim::emulator
