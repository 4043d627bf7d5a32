// Reads the options from the environment variables that the launcher sets.
#include "settings/options.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace verbatim::emulator {
namespace {

/// Returns an environment variable, or `otherwise` if it is not set or empty.
std::string variable(const char* name, std::string_view otherwise) {
  const char* value = std::getenv(name);
  return std::string(value && *value ? std::string_view(value) : otherwise);
}

/// Returns a number from `least` to `most`. A value out of range, or no number, counts as the
/// nearest.
unsigned number(const char* name, unsigned most, unsigned otherwise = 1, unsigned least = 1) {
  const long value = std::strtol(variable(name, std::to_string(otherwise)).c_str(), nullptr, 10);
  return static_cast<unsigned>(
      std::clamp(value, static_cast<long>(least), static_cast<long>(most)));
}

std::chrono::microseconds microseconds(const char* name) {
  return std::chrono::microseconds(std::strtoull(variable(name, "0").c_str(), nullptr, 10));
}

/// Returns a seed, if there is one.
std::optional<std::uint64_t> seed(const char* name) {
  const std::string value = variable(name, "");
  if (value.empty()) return std::nullopt;
  return std::strtoull(value.c_str(), nullptr, 0);
}

port_state state(const char* name) {
  const std::string value = variable(name, "active");
  if (value == "down") return port_state::down;
  if (value == "init") return port_state::init;
  return value == "armed" ? port_state::armed : port_state::active;
}

/// Reads NUMBER:SYNDROME or NUMBER:SYNDROME:VENDOR, decimal.
failing_operation failure(const char* name) {
  const std::string text = variable(name, "0:0");
  char* rest = nullptr;
  const auto next = [&rest] {
    return static_cast<std::uint8_t>(std::strtoul(rest + 1, &rest, 10));
  };
  failing_operation result{.at = std::strtoull(text.c_str(), &rest, 10)};
  if (*rest == ':') result.syndrome = next();
  if (*rest == ':') result.vendor_syndrome = next();
  return result;
}

/// Returns true if the directory belongs to this user and can be used. After `su` it may not exist,
/// or belong to another user.
bool is_own(const std::string& directory) {
  struct stat status {};
  return directory.starts_with('/') && stat(directory.c_str(), &status) == 0 &&
         status.st_uid == geteuid() && access(directory.c_str(), W_OK | X_OK) == 0;
}

std::string default_directory() {
  const std::string runtime = variable("XDG_RUNTIME_DIR", "");
  if (is_own(runtime)) return runtime + "/verbatim-emulator";
  const std::string temporary = variable("TMPDIR", "/tmp");
  const bool usable = temporary.starts_with('/') && access(temporary.c_str(), W_OK | X_OK) == 0;
  return (usable ? temporary : "/tmp") + "/verbatim-emulator-" + std::to_string(geteuid());
}

}  // namespace

options read_options() {
  options result;
  result.fabric = variable("VERBATIM_EMULATOR_FABRIC", result.fabric);
  result.directory =
      variable("VERBATIM_EMULATOR_DIRECTORY", default_directory()) + "/" + result.fabric;
  result.report_file = variable("VERBATIM_EMULATOR_REPORT", "");
  result.capture_file = variable("VERBATIM_EMULATOR_CAPTURE", "");
  result.rings_file = variable("VERBATIM_EMULATOR_RINGS", "");
  result.verbose = variable("VERBATIM_EMULATOR_VERBOSE", "0") == "1" ? verbosity::everything
                                                                     : verbosity::complaints;
  result.engine = variable("VERBATIM_EMULATOR_ENGINE", "1") != "0";
  result.masked_results_big_endian =
      variable("VERBATIM_EMULATOR_MASKED_RESULTS", "big-endian") != "host";
  result.devices = number("VERBATIM_EMULATOR_DEVICES", options::most_devices);
  result.ports = number("VERBATIM_EMULATOR_PORTS", options::most_ports);
  result.link = variable("VERBATIM_EMULATOR_LINK_LAYER", "infiniband") == "ethernet"
                    ? link_layer::ethernet
                    : link_layer::infiniband;
  result.first_port_state = state("VERBATIM_EMULATOR_PORT_STATE");
  result.netdev = variable("VERBATIM_EMULATOR_NETDEV", result.netdev);
  result.reorder_streams = seed("VERBATIM_EMULATOR_REORDER_STREAMS");
  result.fail_at = failure("VERBATIM_EMULATOR_FAIL_AT");
  result.fail_receive_at = failure("VERBATIM_EMULATOR_FAIL_RECEIVE_AT");
  result.random_failures.one_in = number("VERBATIM_EMULATOR_RANDOM_FAILURES", 1u << 30, 0, 0);
  result.random_failures.seed = seed("VERBATIM_EMULATOR_FAILURES_SEED").value_or(0);
  result.raise_at = variable("VERBATIM_EMULATOR_RAISE_AT", "");
  result.fail_verb = variable("VERBATIM_EMULATOR_FAIL_VERB", "");
  result.completion_delay = microseconds("VERBATIM_EMULATOR_DELAY_COMPLETIONS");
  result.compress =
      number("VERBATIM_EMULATOR_COMPRESS", options::most_compressed, options::most_compressed, 0);
  result.compress_wait = microseconds("VERBATIM_EMULATOR_COMPRESS_WAIT");
  result.owner_lag = microseconds("VERBATIM_EMULATOR_LAG_OWNER");
  result.random_completions = seed("VERBATIM_EMULATOR_RANDOM_COMPLETIONS");
  result.datagram_grh_in_cqe = variable("VERBATIM_EMULATOR_DATAGRAM_GRH", "buffer") == "cqe";
  result.flush_receives_on_change =
      variable("VERBATIM_EMULATOR_FLUSH_RECEIVES", "always") == "on-change";
  result.without = variable("VERBATIM_EMULATOR_WITHOUT", "");
  result.core_clock_khz =
      number("VERBATIM_EMULATOR_CORE_CLOCK", 4'000'000, result.core_clock_khz, 1'000);
  return result;
}

const options& current_options() {
  // Never destroyed: the engine thread outlives static destructors.
  static const options& values = *new options(read_options());
  return values;
}

}  // namespace verbatim::emulator
