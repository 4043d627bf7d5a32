// Collects the medians, and prints their ratios at the end.
#pragma once

#include <benchmark/benchmark.h>

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

namespace verbatim::bench {

/// The counter that holds the time of one operation, in seconds.
inline constexpr const char* per_operation = "each";

/// Shows the medians only, and tables of ratios of what was measured when all is done.
class ratio_reporter : public benchmark::ConsoleReporter {
 public:
  ratio_reporter() : ConsoleReporter(OO_None) {}

  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

 private:
  /// A task as rows name it, and in words.
  struct task {
    const char* name;
    const char* words;
    const char* uct = nullptr;  ///< the row in which UCX does the same
  };

  /// True if any row of it was.
  bool measured(const std::string& task) const;

  /// Nanoseconds of a row; 0 if it was not measured.
  double time_of(const std::string& row) const;
  void print_table(const char* title, const char* classic, const char* extended,
                   std::initializer_list<task> tasks) const;
  void print_tunings() const;
  void print_lines() const;
  void print_blueflame() const;
  void print_many() const;
  void print_polling() const;

  std::map<std::string, double> nanoseconds_;
};

}  // namespace verbatim::bench
