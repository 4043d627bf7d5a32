// Reads options line by line, and checks them as those of the command line.
#include "launcher/options_file.hpp"

#include <algorithm>
#include <string_view>

#include "launcher/option_values.hpp"
#include "settings/file_lines.hpp"

namespace verbatim::emulator {
namespace {

const option_row* row_named(std::string_view name) {
  const auto rows = option_rows();
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [name](const option_row& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

/// Returns the error in an option of the file, or nothing.
std::string why_wrong_in_file(const option_row* row, std::string_view name,
                              const std::string& value) {
  if (!row) {
    const std::string_view bare = name.substr(std::min(name.find_first_not_of('-'), name.size()));
    if (row_named(bare)) return "write " + std::string(bare) + " without dashes";
    return "there is no option " + std::string(name) +
           "; `verbatim-emulator --options` lists those there are";
  }
  const std::string quoted(row->name);
  if (row->name == options_file_name) return quoted + " is not possible in a file";
  if (row->kind == option_kind::flag) return value.empty() ? "" : quoted + " takes no value";
  if (value.empty()) {
    return row->implied.empty() ? quoted + " needs a value: " + std::string(row->takes) : "";
  }
  const std::string why = why_wrong(*row, value);
  return why.empty() ? "" : quoted + ": " + why;
}

}  // namespace

options_file read_options_file(const std::string& path) {
  const read_file_lines file = lines_of_file(path);
  options_file result;
  for (const auto& [number, text] : file.lines) {
    const std::string_view line = text;
    const auto end = std::min(line.find_first_of(" \t="), line.size());
    const std::string_view key = line.substr(0, end);
    std::string_view rest = trimmed(line.substr(end));
    if (rest.starts_with('=')) rest = trimmed(rest.substr(1));
    const option_row* const row = row_named(key);
    const std::string value(rest);
    std::string why = why_wrong_in_file(row, key, value);
    for (const options_file::option& one : result.options) {
      if (one.row == row && why.empty()) {
        why = std::string(key) + " is given twice, first in line " + std::to_string(one.line);
      }
    }
    if (why.empty()) {
      result.options.push_back({row, value.empty() ? std::string(row->implied) : value, number});
    } else {
      result.errors.push_back(path + ":" + std::to_string(number) + ": " + why);
    }
  }
  if (!file.error.empty()) result.errors.push_back(file.error);
  return result;
}

}  // namespace verbatim::emulator
