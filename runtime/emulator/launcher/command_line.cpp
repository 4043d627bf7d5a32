// Makes options from the rows of the table, and environment variables from the options.
#include "launcher/command_line.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <random>

#include "launcher/checks_page.hpp"
#include "launcher/option_values.hpp"
#include "launcher/options_file.hpp"
#include "launcher/options_page.hpp"
#include "launcher/recorded_options.hpp"
#include "settings/topology.hpp"
#include "verbatim/wire/version.hpp"

namespace verbatim::emulator {
namespace {

/// Writes the usage line, which CLI11 would end before the command.
class usage_formatter : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App*, std::string) const override {
    return "Usage: verbatim-emulator [OPTIONS] COMMAND [ARG...]\n";
  }
};

std::string help_of(const option_row& row) {
  std::string help(row.help);
  if (row.kind == option_kind::flag || !row.usual || row.usual->empty()) return help;
  return help.append(" [").append(*row.usual).append("]");
}

void set(std::string_view name, const std::string& value) {
  setenv(std::string(name).c_str(), value.c_str(), 1);
}

/// Returns the option's environment variable; empty if it is not set.
std::string variable_of(const option_row& row) {
  const char* const value = std::getenv(std::string(row.variable).c_str());
  return value ? value : "";
}

/// Returns the error in the value of an environment variable, or nothing.
std::string why_wrong_in_variable(const option_row& row, const std::string& value) {
  if (row.kind != option_kind::flag) return why_wrong(row, value);
  return value == "0" || value == "1" ? "" : value + " is neither 0 nor 1";
}

}  // namespace

void complain(std::string_view text) { std::cerr << "verbatim-emulator: " << text << '\n'; }

command_line::command_line() {
  app_.formatter(std::make_shared<usage_formatter>());
  app_.prefix_command();
  app_.set_version_flag("--version", std::string("verbatim-emulator ") + VERBATIM_VERSION_TEXT);
  const auto prints = [this](const char* name, void (*print)(std::ostream&), const char* help) {
    app_.add_flag_callback(
        name,
        [print] {
          print(std::cout);
          if (std::cout.flush()) std::exit(EXIT_SUCCESS);
          complain("the output cannot be written: is the disk full?");
          std::exit(EXIT_FAILURE);
        },
        help);
  };
  prints("--checks", print_checks, "Print what the device refuses or complains about, and why");
  prints("--options", print_options, "Print these options as a table, with their variables");
  // The texts must not move after CLI11 has pointers to them.
  std::transform(option_rows().begin(), option_rows().end(), std::back_inserter(options_),
                 [](const option_row& row) { return option{.row = &row}; });
  for (option& one : options_) add(one);
  app_.footer(
      "Exit status: that of COMMAND; 2 if the command line is wrong, 125 if the fabric's directory "
      "cannot\nbe used, 126 if COMMAND cannot be executed, 127 if it or the emulator's library is "
      "not there.");
}

void command_line::add(option& one) {
  const option_row& row = *one.row;
  const std::string name = "--" + std::string(row.name);
  if (row.kind == option_kind::flag) {
    one.parsed = app_.add_flag(name, one.set, help_of(row));
    return;
  }
  const auto check = [&row](const std::string& text) { return why_wrong(row, text); };
  if (row.implied.empty()) {
    one.parsed = app_.add_option(name, one.text, help_of(row))
                     ->check(check)
                     ->type_name(std::string(row.takes));
  } else {
    const std::string with_implied = name + "{" + std::string(row.implied) + "}";
    one.parsed = app_.add_flag(with_implied, one.text, help_of(row))->check(check);
  }
}

std::optional<int> command_line::parse(int argc, char** argv) {
  try {
    app_.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app_.exit(error) == 0 ? EXIT_SUCCESS : wrong_use;
  }
  if (command().empty()) {
    complain("no command given; try `verbatim-emulator ibv_devinfo`, or --help");
    return wrong_use;
  }
  if (const std::string first = command().front(); first.starts_with("-")) {
    complain("unknown option " + first + "; --help lists those there are");
    return wrong_use;
  }
  bool right = read_environment();
  right = read_file() && right;
  if (find("record").given && find("replay").given) {
    complain("--record and --replay exclude each other: a replay is in its recording already");
    right = false;
  }
  return right && check_hosts() && check_network() ? std::nullopt : std::optional(wrong_use);
}

/// Checks the topology and the host. Returns false after an error.
bool command_line::check_hosts() const {
  const option& file = find("topology");
  const option& host = find("host");
  if (!file.given || !host.given) {
    if (file.given) complain("--topology needs --host NAME: the host on which the command runs");
    if (host.given) complain("--host needs --topology FILE: the file that describes the host");
    return file.given == host.given;
  }
  bool right = true;
  for (const std::string_view other :
       {"devices", "ports", "link-layer", "port-state", "addresses"}) {
    if (find(other).parsed->count() == 0) continue;
    complain("--" + std::string(other) + " is not possible with --topology, which says it");
    right = false;
  }
  const host_topology read = read_topology(file.text);
  for (const std::string& error : read.errors) complain(error);
  std::string known;
  bool found = false;
  for (const topology_host& one : read.hosts) {
    known.append(known.empty() ? "" : ", ").append(one.name);
    found = found || one.name == host.text;
  }
  if (read.errors.empty() && !found) {
    complain("there is no host " + host.text + " in " + file.text + ", only " + known);
  }
  return right && read.errors.empty() && found;
}

/// Checks the options of the network. Returns false after an error.
bool command_line::check_network() const {
  const bool wire = find("wire").text == "1";
  if (wire && find("topology").given) {
    complain("--wire is not possible with --topology, whose addresses no network interface has");
  } else if (wire && find("netdev").text == "own") {
    complain("--wire needs a network interface of the machine, and --netdev own is none");
  } else if (wire && find("link-layer").text != "ethernet") {
    complain("--wire carries RoCE packets: add --link-layer ethernet");
  } else if (find("bond").text == "1" && find("link-layer").text != "ethernet") {
    complain("--bond is of Ethernet links: add --link-layer ethernet");
  } else if (find("bond").text == "1" && find("ports").text == "2") {
    complain("--bond makes one port of both links: leave out --ports 2");
  } else if (find("wire-faults").given && !wire) {
    complain("--wire-faults is about the packets of --wire: add --wire");
  } else {
    return true;
  }
  return false;
}

/// Takes the options that are not on the command line from the environment. Returns false after an
/// error.
bool command_line::read_environment() {
  bool right = true;
  for (option& one : options_) {
    one.given = one.parsed->count() != 0;
    if (one.given && one.row->kind == option_kind::flag) one.text = one.row->implied;
    const std::string value = one.given ? "" : variable_of(*one.row);
    if (value.empty()) continue;
    const std::string why = why_wrong_in_variable(*one.row, value);
    if (!why.empty()) complain(std::string(one.row->variable) + ": " + why);
    right = right && why.empty();
    one.given = true;
    one.text = value;
  }
  return right;
}

/// Takes the options that are still missing from the file of --options-file. Returns false after an
/// error.
bool command_line::read_file() {
  const option& named = find(options_file_name);
  if (!named.given) return true;
  const options_file file = read_options_file(named.text);
  for (const std::string& error : file.errors) complain(error);
  for (const options_file::option& read : file.options) {
    option& one = *std::find_if(options_.begin(), options_.end(),
                                [&read](const option& known) { return known.row == read.row; });
    if (one.given) continue;
    one.given = true;
    one.text = read.value;
  }
  return file.errors.empty();
}

const command_line::option& command_line::find(std::string_view name) const {
  return *std::find_if(options_.begin(), options_.end(),
                       [name](const option& one) { return one.row->name == name; });
}

void command_line::set_variables() const {
  // A replayed device depends on the options of the run that was recorded.
  std::map<std::string, std::string> recorded;
  if (const option& replay = find("replay"); replay.given) {
    recorded = recorded_options(replay.text);
    recorded.erase(std::string(find("fabric").row->variable));
  }
  for (const option& one : options_) {
    const auto then = recorded.find(std::string(one.row->variable));
    if (one.given) {
      set(one.row->variable, in_variable(*one.row, one.text));
    } else if (then != recorded.end()) {
      set(one.row->variable, then->second);
    } else if (one.row->usual) {
      set(one.row->variable, std::string(*one.row->usual));
    }
  }
  add_seeds();
  if (const char* const base = std::getenv("VERBATIM_EMULATOR_DIRECTORY"); base && *base) {
    set("VERBATIM_EMULATOR_DIRECTORY", std::filesystem::absolute(base).string());
  }
}

/// Makes the seeds that are needed but were not given, and prints them, so that a run can be
/// repeated.
void command_line::add_seeds() const {
  const option& by_chance = find("random-completions");
  if (by_chance.given && number_of(by_chance.text).value_or(0) == 0) {
    const std::string seed = std::to_string(std::random_device()() | 1u);
    complain("--random-completions=" + seed);
    set(by_chance.row->variable, seed);
  }
  const option& seeded = find("failures-seed");
  if (number_of(find("random-failures").text).value_or(0) != 0 && !seeded.given) {
    const std::string seed = std::to_string(std::random_device()());
    complain("--failures-seed " + seed);
    set(seeded.row->variable, seed);
  }
}

}  // namespace verbatim::emulator
