// The lines of the files that users write: options, topologies.
#pragma once

#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::emulator {

/// A line without its comment and without spaces at its ends. It is not empty.
struct file_line {
  unsigned number = 0;
  std::string text;
};

/// Returns the text without spaces at its ends.
std::string_view trimmed(std::string_view text) noexcept;

/// Returns the lines of a file. A # begins a comment at the start of a line or behind a space.
std::vector<file_line> lines_of(std::istream& from);

/// The lines of a file by its path; or why it cannot be read.
struct read_file_lines {
  std::vector<file_line> lines;
  std::string error;
};
read_file_lines lines_of_file(const std::string& path);

}  // namespace verbatim::emulator
