// The subcommand `verbatim selftest`.
#pragma once

namespace CLI {
class App;
}

namespace verbatim::tools::selftest {

/// The exit statuses of the program.
enum exit_status : int {
  passed = 0,      ///< nothing failed, and something passed
  failed = 1,      ///< a check failed
  wrong = 2,       ///< the command line is wrong, or the file cannot be written
  nothing_run = 3  ///< nothing could be tried
};

/// Adds the subcommand. Its arguments outlive the parsing.
class command {
 public:
  explicit command(CLI::App& program);
  ~command();
  command(const command&) = delete;
  command& operator=(const command&) = delete;

  /// Returns true if the command line asks for the selftest.
  bool parsed() const;

  /// Runs it. Returns the exit status.
  int run();

 private:
  struct arguments;
  CLI::App* app_;
  arguments* given_;
};

}  // namespace verbatim::tools::selftest
