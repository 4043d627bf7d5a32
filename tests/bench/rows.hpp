// The rows of the benchmark: what is measured, by whom, and how to run it once.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "request.hpp"

namespace verbatim::bench {

/// One contestant at one task.
class row {
 public:
  virtual ~row() = default;

  /// Plays the device and checks what the last run did. Not measured.
  virtual void prepare() = 0;

  /// `depth` operations.
  virtual void run() = 0;
};

struct row_entry {
  std::string name;  ///< task/contestant, or task/contestant/tuning
  std::function<std::unique_ptr<row>()> make;
};

std::vector<row_entry> posting_rows();
std::vector<row_entry> polling_rows();

/// Runs a row. A function of its own, so that callgrind can be told to count just this.
void measured(row& r);

}  // namespace verbatim::bench
