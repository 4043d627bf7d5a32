// Options in a file.
#pragma once

#include <string>
#include <vector>

#include "settings/options.hpp"

namespace verbatim::emulator {

/// The options of a file, and its errors.
struct options_file {
  struct option {
    const option_row* row = nullptr;

    /// For an option without a value, the implied one.
    std::string value;
    unsigned line = 0;
  };
  std::vector<option> options;

  /// One sentence each, with the file and the line.
  std::vector<std::string> errors;
};

/// Reads options, one a line: NAME, NAME VALUE or NAME = VALUE.
options_file read_options_file(const std::string& path);

}  // namespace verbatim::emulator
