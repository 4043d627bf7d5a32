// The command line of the launcher, as the table of options describes it.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "settings/options.hpp"

namespace verbatim::emulator {

/// The exit status for a wrong command line, in all programs of this project.
inline constexpr int wrong_use = 2;

/// Reads the options of the launcher and the command to run.
class command_line {
 public:
  command_line();

  /// Parses the command line. Returns an exit status if the launcher has nothing more to do; it has
  /// then printed the requested information or an error.
  std::optional<int> parse(int argc, char** argv);

  /// Returns the command to run, and its arguments.
  std::vector<std::string> command() const { return app_.remaining(); }

  /// Sets the environment variables that carry the options to the device.
  void set_variables() const;

 private:
  /// An option, its value, and whether there is one.
  struct option {
    const option_row* row = nullptr;
    const CLI::Option* parsed = nullptr;
    std::string text = {};
    bool set = false;
    bool given = false;
  };

  void add(option& one);
  bool read_environment();
  bool read_file();
  bool check_hosts() const;
  bool check_network() const;
  void add_seeds() const;
  const option& find(std::string_view name) const;

  CLI::App app_{"Runs a program with emulated ConnectX cards, mlx5_0 and so on, and no hardware."};
  std::vector<option> options_;
};

/// Prints an error on standard error.
void complain(std::string_view text);

}  // namespace verbatim::emulator
