// Writes one line for each option.
#include "launcher/options_page.hpp"

#include <ostream>
#include <string>

#include "settings/options.hpp"

namespace verbatim::emulator {
namespace {

/// The option with its value. A bar is escaped, because it would end the cell.
std::string usage_of(const option_row& row) {
  std::string usage = "--" + std::string(row.name);
  if (row.takes.empty()) return usage;
  std::string value(row.takes);
  for (auto at = value.find('|'); at != std::string::npos; at = value.find('|')) {
    value.replace(at, 1, ", ");
  }
  return row.implied.empty() ? usage + " " + value : usage + "[=" + value + "]";
}

std::string usual_of(const option_row& row) {
  const bool shown = row.kind != option_kind::flag && row.usual && !row.usual->empty();
  return shown ? "`" + std::string(*row.usual) + "`" : "";
}

}  // namespace

void print_options(std::ostream& to) {
  to << "| Option | Does | Usual value | Variable |\n|---|---|---|---|\n";
  for (const option_row& row : option_rows()) {
    to << "| `" << usage_of(row) << "` | " << row.help << " | " << usual_of(row) << " | `"
       << row.variable << "` |\n";
  }
}

}  // namespace verbatim::emulator
