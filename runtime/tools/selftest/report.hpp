// The outcome of a run: a file for programs and for reports, and a text for the terminal.
#pragma once

#include <string>
#include <vector>

#include "tools/selftest/finding.hpp"
#include "tools/selftest/machine.hpp"

namespace verbatim::tools::selftest {

/// A finding with the sentence of its check.
struct reported {
  selftest::finding finding;
  std::string about;
};

struct outcome {
  std::string version = {};  ///< of this program
  std::string started = {};  ///< 2026-11-27T03:00:00Z
  double seconds = 0;
  selftest::machine machine = {};
  std::vector<reported> findings = {};

  std::size_t count(status of) const noexcept;
};

/// Returns the file: one JSON object, as docs/selftest.md describes it.
std::string as_json(const outcome& run);

/// Returns the text: what failed, what was observed, and why others were skipped.
std::string as_text(const outcome& run);

/// Writes the file. Returns false if it cannot be written.
bool write(const std::string& path, const outcome& run);

}  // namespace verbatim::tools::selftest
