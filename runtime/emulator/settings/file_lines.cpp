// Reads lines.
#include "settings/file_lines.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace verbatim::emulator {
namespace {

constexpr std::string_view spaces = " \t\r";

std::string_view without_comment(std::string_view line) {
  for (auto at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    const bool begins = at == 0 || spaces.find(line[at - 1]) != std::string_view::npos;
    if (begins) return line.substr(0, at);
  }
  return line;
}

}  // namespace

std::string_view trimmed(std::string_view text) noexcept {
  const auto first = text.find_first_not_of(spaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

std::vector<file_line> lines_of(std::istream& from) {
  std::vector<file_line> result;
  unsigned number = 0;
  for (std::string whole; std::getline(from, whole);) {
    ++number;
    const std::string_view line = trimmed(without_comment(whole));
    if (!line.empty()) result.push_back({number, std::string(line)});
  }
  return result;
}

read_file_lines lines_of_file(const std::string& path) {
  std::ifstream file(path);
  read_file_lines result;
  if (file) result.lines = lines_of(file);
  if (!file.is_open() || file.bad()) {
    result.error = path + ": cannot be read: " + std::strerror(errno);
  }
  return result;
}

}  // namespace verbatim::emulator
