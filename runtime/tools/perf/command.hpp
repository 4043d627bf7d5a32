// The subcommand `verbatim perf`.
#pragma once

namespace CLI {
class App;
}

namespace verbatim::tools::perf {

struct place;

/// Adds the subcommand. Its arguments outlive the parsing.
class command {
 public:
  explicit command(CLI::App& program);
  ~command();
  command(const command&) = delete;
  command& operator=(const command&) = delete;

  /// Returns true if the command line asks for it.
  bool parsed() const;

  /// Runs it. Returns the exit status.
  int run();

 private:
  struct arguments;

  void add_ends();
  void add_measures();
  void read_parameters();
  int run_client(const place& on);

  CLI::App* app_;
  arguments* given_;
};

}  // namespace verbatim::tools::perf
