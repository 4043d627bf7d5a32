// Everything that the emulated device refuses or complains about, and why: one entry per check.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace verbatim::emulator {

/// The consequence without the emulator.
enum class verdict : std::uint8_t {
  faults,      ///< the NIC or the driver reports an error
  misbehaves,  ///< nothing is reported, and something else happens than was meant
  suspicious,  ///< it works; never refused, and mentioned with --verbose only
  absent,      ///< other devices may have it, this one does not
  requested,   ///< an option of the emulator asks for it
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

  /// The specification or program that says that a device or a driver does so.
  std::string_view source;
};

namespace check_table {

// A section is an entry with nothing but its title.
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

/// Returns true if a check may fail what the program asked for.
constexpr bool refuses(check which) noexcept { return entry_of(which).why != verdict::suspicious; }

}  // namespace verbatim::emulator
