// The rows of the benchmark: the request that each measures, its side, and a function that runs it once.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "request.hpp"

namespace verbatim::bench {

/// One contestant at one task.
class row {
 public:
  virtual ~row() = default;

  /// Plays the device and checks what the last run did. Not measured.
  virtual void prepare() = 0;

  virtual void run() = 0;

  /// Returns the number of operations in a run.
  virtual unsigned operations() const noexcept { return depth; }
};

struct row_entry {
  std::string name;  ///< task/contestant, or task/contestant/tuning
  std::function<std::unique_ptr<row>()> make;
};

std::vector<row_entry> posting_rows();
std::vector<row_entry> polling_rows();
std::vector<row_entry> native_rows();
std::vector<row_entry> native_cq_rows();

/// These need no device.
std::vector<row_entry> wqe_rows();
std::vector<row_entry> cq_rows();

/// Runs a row. A function of its own, so that callgrind can count just this.
void measured(row& r);

/// Says how many operations a row had. A function of its own, so that callgrind can begin anew behind it.
void counted(std::string_view name, unsigned operations);

}  // namespace verbatim::bench
