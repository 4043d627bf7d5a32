// verbatim-emulator: runs a program with an emulated ConnectX.
#include <net/if.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "abi/command_names.hpp"
#include "launcher/checks_page.hpp"
#include "settings/event_names.hpp"
#include "settings/options.hpp"
#include "system/program_file.hpp"
#include "transport/fabric_directory.hpp"
#include "verbatim/generated/enums.hpp"

namespace {

namespace fs = std::filesystem;

constexpr std::string_view library_name = "libverbatim-emulator.so";

/// The exit status for a wrong command line, in all programs of this project.
constexpr int wrong_use = 2;

// Exit statuses as shells and `env` give them.
constexpr int no_device = 125;
constexpr int not_executable = 126;
constexpr int not_found = 127;

void complain(std::string_view text) { std::cerr << "verbatim-emulator: " << text << '\n'; }

/// Writes the usage line, which CLI11 would end before the command.
class usage_formatter : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App*, std::string) const override {
    return "Usage: verbatim-emulator [OPTIONS] COMMAND [ARG...]\n";
  }
};

/// Returns the paths where the library may be: beside the launcher in a build tree, or where it is
/// installed.
std::vector<fs::path> library_places() {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  return {here / library_name,
          (here / VERBATIM_LIBRARY_DIRECTORY / library_name).lexically_normal()};
}

/// Returns the library's path; empty, after a complaint, if it is nowhere.
std::string find_library() {
  const std::vector<fs::path> places = library_places();
  for (const fs::path& place : places) {
    if (fs::exists(place)) return place.string();
  }
  complain(std::string(library_name) + " is neither");
  for (const fs::path& place : places) complain("  " + place.string());
  complain(
      "build it with `meson compile -C build verbatim-emulator`, or run `meson install -C build`");
  return {};
}

/// Returns true if the fabric's directory can be used. Removes what killed programs left there and
/// beside it.
bool prepare_fabric() {
  const std::string directory = verbatim::emulator::read_options().directory;
  try {
    const verbatim::emulator::fabric_directory tried(directory);
  } catch (const std::exception& error) {
    complain(error.what());
    return false;
  }
  verbatim::emulator::remove_abandoned_fabrics(fs::path(directory).parent_path().string());
  return true;
}

/// Checks the fabric's name, which becomes part of a path.
std::string check_fabric_name(const std::string& name) {
  const bool fits = !name.empty() && name.size() <= 32 && name.front() != '.' &&
                    name.find('/') == std::string::npos;
  return fits ? "" : "a fabric's name has 1 to 32 characters, no '/', and no '.' at its start";
}

std::string check_interface_name(const std::string& name) {
  return if_nametoindex(name.c_str()) != 0 ? "" : "there is no network interface " + name;
}

// The syndrome with which an operation fails if none is given.
constexpr const char* failure_of_sends = "transport_retry_exc_err";
constexpr const char* failure_of_receives = "local_prot_err";

/// Returns the number from 0 to 255 in `text`, decimal or hexadecimal with 0x; -1 if it is none.
int byte_of(const std::string& text) {
  char* end = nullptr;
  const unsigned long value = std::strtoul(text.c_str(), &end, 0);
  const bool fits = !text.empty() && text.front() >= '0' && text.front() <= '9' && *end == '\0';
  return fits && value < 0x100 ? static_cast<int>(value) : -1;
}

/// Returns the syndrome with that name or number; -1 if there is none.
int syndrome_of(const std::string& text) {
  // Codes without a name have an empty one.
  for (int code = 1; code < 0x100 && !text.empty(); ++code) {
    if (name(static_cast<verbatim::cqe_syndrome>(code)) == text) return code;
  }
  return byte_of(text);
}

/// Returns N:SYNDROME or N:SYNDROME:VENDOR, all as decimal numbers; empty if `text` is not N,
/// N:SYNDROME or N:SYNDROME:VENDOR.
std::string failure_of(const std::string& text, const char* usual) {
  std::vector<std::string> parts;
  std::istringstream all(text);
  for (std::string part; std::getline(all, part, ':');) parts.push_back(part);
  if (parts.empty() || parts.size() > 3 || text.back() == ':') return {};
  const std::string& number = parts.front();
  if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos) return {};
  const int syndrome = syndrome_of(parts.size() > 1 ? parts[1] : usual);
  const int vendor = parts.size() > 2 ? byte_of(parts[2]) : 0;
  if (syndrome < 0 || vendor < 0) return {};
  const std::string result = number + ":" + std::to_string(syndrome);
  return parts.size() > 2 ? result + ":" + std::to_string(vendor) : result;
}

std::string check_failure(const std::string& text) {
  if (!failure_of(text, failure_of_sends).empty()) return {};
  std::string known;
  for (int code = 1; code < 0x100; ++code) {
    const auto one = name(static_cast<verbatim::cqe_syndrome>(code));
    if (!one.empty()) known.append(known.empty() ? "" : ", ").append(one);
  }
  return "is N, N:SYNDROME or N:SYNDROME:VENDOR; a syndrome is a number up to 255 or one of " +
         known;
}

std::string check_events(const std::string& text) {
  if (!verbatim::emulator::parse_events(text).empty()) return {};
  std::string known;
  for (const auto one : verbatim::emulator::event_names) {
    known.append(known.empty() ? "" : ", ").append(one);
  }
  return "is N:EVENT, or several with commas between them, and N counts from 1; an event is one "
         "of " +
         known;
}

std::string check_verb_failures(const std::string& text) {
  if (!verbatim::emulator::parse_failures(text).empty()) return {};
  return "is NAME:N:ERRNO, or several with commas between them; N counts calls from 1, ERRNO is a "
         "name as "
         "ENOMEM, and NAME is one of " +
         verbatim::emulator::all_command_names();
}

void set(const char* name, const std::string& value) { setenv(name, value.c_str(), 1); }

/// Replaces this process by the command; returns the exit status if that fails.
int execute(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  if (const std::string reason = verbatim::emulator::why_not_emulated(command.front());
      !reason.empty()) {
    complain(command.front() + " sees no emulated device: it " + reason);
  }
  execvp(arguments[0], arguments.data());
  const int error = errno;
  complain(command.front() + ": " + (error == ENOENT ? "command not found" : std::strerror(error)));
  return error == ENOENT ? not_found : not_executable;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Runs a program with emulated ConnectX cards, mlx5_0 and so on, and no hardware."};
  app.formatter(std::make_shared<usage_formatter>());
  app.prefix_command();
  app.set_version_flag("--version", std::string("verbatim-emulator ") + VERBATIM_VERSION);

  std::string fabric = "default";
  std::string report_file;
  std::string capture_file;
  std::string rings_file;
  bool verbose = false;
  bool no_engine = false;
  unsigned devices = 1;
  unsigned ports = 1;
  std::string link_layer = "infiniband";
  std::string port_state = "active";
  std::string netdev = "lo";
  std::uint64_t reorder_seed = 1;
  std::string fail_at;
  std::string fail_receive_at;
  std::string raise_at;
  std::string fail_verb;
  std::uint64_t delay_completions = 0;
  unsigned compress = 64;
  std::uint64_t compress_wait = 0;
  std::uint64_t lag_owner = 0;
  std::uint64_t completions_seed = 0;
  unsigned random_failures = 0;
  std::uint64_t failures_seed = 0;
  std::string datagram_grh = "buffer";
  std::string flush_receives = "always";
  std::string without;
  unsigned core_clock = 1'000'000;
  std::string masked_results = "big-endian";
  app.add_option("--fabric", fabric, "Programs with the same fabric reach each other [default]")
      ->check(check_fabric_name);
  app.add_option("--report", report_file, "Append what the device says to this file [stderr]");
  app.add_option("--capture", capture_file, "Append every send WQE to this file, as JSON");
  app.add_option(
      "--rings", rings_file,
      "Append the size of every ring to this file, and how many entries went through it");
  app.add_flag("--verbose", verbose, "Say also what is normal: queues created, state changes");
  app.add_flag_callback(
      "--checks",
      [] {
        verbatim::emulator::print_checks(std::cout);
        std::exit(EXIT_SUCCESS);
      },
      "Print what the device refuses or complains about, and why");
  app.add_flag("--no-engine", no_engine, "The device exists, but executes nothing");
  app.add_option("--devices", devices, "How many devices there are, up to 8 [1]")
      ->check(CLI::Range(1, 8));
  app.add_option("--ports", ports, "How many ports each has, up to 2 [1]")->check(CLI::Range(1, 2));
  app.add_option("--link-layer", link_layer, "infiniband, or ethernet for RoCE [infiniband]")
      ->check(CLI::IsMember({"infiniband", "ethernet"}));
  app.add_option("--port-state", port_state, "Of all ports: down, init, armed or active [active]")
      ->check(CLI::IsMember({"down", "init", "armed", "active"}));
  app.add_option("--netdev", netdev, "The network interface of Ethernet ports [lo]")
      ->check(check_interface_name);
  app.add_option("--fail-at", fail_at,
                 "N[:SYNDROME[:VENDOR]]: the Nth send WQE of each process fails so "
                 "[transport_retry_exc_err]")
      ->check(check_failure);
  app.add_option("--fail-receive-at", fail_receive_at,
                 "N[:SYNDROME[:VENDOR]]: the Nth receive WQE that a message takes fails so "
                 "[local_prot_err]")
      ->check(check_failure);
  app.add_option("--random-failures", random_failures,
                 "One in so many send and receive WQEs fails by chance, 0 for none [0]");
  const CLI::Option* const failures_seeded =
      app.add_option("--failures-seed", failures_seed, "Which those are [a seed that is said]");
  app.add_option("--raise-at", raise_at,
                 "N:EVENT,N:EVENT...: the Nth send WQE raises that asynchronous event")
      ->check(check_events);
  app.add_option("--fail-verb", fail_verb,
                 "NAME:N:ERRNO,...: the Nth call of that verb fails so, as in reg_mr:2:ENOMEM")
      ->check(check_verb_failures);
  app.add_option("--delay-completions", delay_completions,
                 "CQEs come so many microseconds after their operations [0]");
  app.add_option("--compress", compress,
                 "A compressed CQE stands for so many completions at most, 0 for none [64]")
      ->check(CLI::Range(0, 64));
  app.add_option("--compress-wait", compress_wait,
                 "A completion waits so many microseconds for others to be compressed with [0]");
  app.add_option("--lag-owner", lag_owner,
                 "A CQE is the program's so many microseconds after its payload is there [0]");
  const CLI::Option* const random_completions = app.add_flag(
      "--random-completions{0}", completions_seed,
      "These delays and sizes, and what is compressed with what, by chance [a seed that is said]");
  app.add_option("--datagram-grh", datagram_grh,
                 "Where the GRH of a datagram is if CQEs have 128 bytes: buffer or cqe [buffer]")
      ->check(CLI::IsMember({"buffer", "cqe"}));
  app.add_option("--flush-receives", flush_receives,
                 "When receives that are posted in ERROR are flushed: always, or on-change, by the "
                 "next change to ERROR [always]")
      ->check(CLI::IsMember({"always", "on-change"}));
  app.add_option("--without", without,
                 "capabilities that QUERY_HCA_CAP does not name: NAME,NAME as in mlx5_ifc.h");
  app.add_option("--core-clock", core_clock,
                 "Ticks of the device's clock per millisecond [1000000]")
      ->check(CLI::Range(1'000, 4'000'000));
  const CLI::Option* const reorder_streams =
      app.add_flag("--reorder-streams{1}", reorder_seed,
                   "Execute a DCI's streams in an order that the given number seeds [1]");
  app.add_option(
         "--masked-results", masked_results,
         "Byte order of a masked atomic's result in memory: big-endian or host [big-endian]")
      ->check(CLI::IsMember({"big-endian", "host"}));
  app.footer(
      "Exit status: that of COMMAND; 2 if the command line is wrong, 125 if the fabric's directory "
      "cannot\nbe used, 126 if COMMAND cannot be executed, 127 if it or the emulator's library is "
      "not there.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? EXIT_SUCCESS : wrong_use;
  }

  const std::vector<std::string> command = app.remaining();
  if (command.empty()) {
    complain("no command given; try `verbatim-emulator ibv_devinfo`, or --help");
    return wrong_use;
  }
  if (command.front().starts_with("-")) {
    complain("unknown option " + command.front() + "; --help lists those there are");
    return wrong_use;
  }

  const std::string library = find_library();
  if (library.empty()) return not_found;
  if (library.find_first_of(" :") != std::string::npos) {
    complain(
        library +
        " cannot be loaded, because LD_PRELOAD ends paths at spaces and colons: move it elsewhere");
    return no_device;
  }
  const char* const preloaded = std::getenv("LD_PRELOAD");
  // Appended to what is there already: a sanitizer's runtime insists on being first.
  set("LD_PRELOAD", preloaded && *preloaded ? preloaded + (":" + library) : library);
  set("VERBATIM_EMULATOR_FABRIC", fabric);
  set("VERBATIM_EMULATOR_VERBOSE", verbose ? "1" : "0");
  set("VERBATIM_EMULATOR_ENGINE", no_engine ? "0" : "1");
  set("VERBATIM_EMULATOR_DEVICES", std::to_string(devices));
  set("VERBATIM_EMULATOR_PORTS", std::to_string(ports));
  set("VERBATIM_EMULATOR_LINK_LAYER", link_layer);
  set("VERBATIM_EMULATOR_PORT_STATE", port_state);
  set("VERBATIM_EMULATOR_NETDEV", netdev);
  if (*reorder_streams) set("VERBATIM_EMULATOR_REORDER_STREAMS", std::to_string(reorder_seed));
  set("VERBATIM_EMULATOR_MASKED_RESULTS", masked_results);
  if (!fail_at.empty()) set("VERBATIM_EMULATOR_FAIL_AT", failure_of(fail_at, failure_of_sends));
  if (!fail_receive_at.empty()) {
    set("VERBATIM_EMULATOR_FAIL_RECEIVE_AT", failure_of(fail_receive_at, failure_of_receives));
  }
  if (random_failures != 0) {
    if (!*failures_seeded) {
      failures_seed = std::random_device()();
      complain("--failures-seed " + std::to_string(failures_seed));
    }
    set("VERBATIM_EMULATOR_RANDOM_FAILURES", std::to_string(random_failures));
    set("VERBATIM_EMULATOR_FAILURES_SEED", std::to_string(failures_seed));
  }
  if (!raise_at.empty()) set("VERBATIM_EMULATOR_RAISE_AT", raise_at);
  if (!fail_verb.empty()) set("VERBATIM_EMULATOR_FAIL_VERB", fail_verb);
  set("VERBATIM_EMULATOR_DELAY_COMPLETIONS", std::to_string(delay_completions));
  set("VERBATIM_EMULATOR_COMPRESS", std::to_string(compress));
  set("VERBATIM_EMULATOR_COMPRESS_WAIT", std::to_string(compress_wait));
  set("VERBATIM_EMULATOR_LAG_OWNER", std::to_string(lag_owner));
  set("VERBATIM_EMULATOR_DATAGRAM_GRH", datagram_grh);
  set("VERBATIM_EMULATOR_FLUSH_RECEIVES", flush_receives);
  set("VERBATIM_EMULATOR_WITHOUT", without);
  set("VERBATIM_EMULATOR_CORE_CLOCK", std::to_string(core_clock));
  if (*random_completions) {
    if (completions_seed == 0) {
      completions_seed = std::random_device()() | 1u;
      complain("--random-completions=" + std::to_string(completions_seed));
    }
    set("VERBATIM_EMULATOR_RANDOM_COMPLETIONS", std::to_string(completions_seed));
  }
  if (!capture_file.empty()) {
    set("VERBATIM_EMULATOR_CAPTURE", fs::absolute(capture_file).string());
  }
  if (!rings_file.empty()) {
    set("VERBATIM_EMULATOR_RINGS", fs::absolute(rings_file).string());
  }
  if (!report_file.empty()) {
    set("VERBATIM_EMULATOR_REPORT", fs::absolute(report_file).string());
  }
  if (const char* const base = std::getenv("VERBATIM_EMULATOR_DIRECTORY"); base && *base) {
    set("VERBATIM_EMULATOR_DIRECTORY", fs::absolute(base).string());
  }
  if (!prepare_fabric()) return no_device;
  return execute(command);
}
