// Reads the options from the environment.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "settings/options.hpp"
#include "settings/topology.hpp"

namespace verbatim::emulator {
namespace {

/// Returns an environment variable, or `otherwise` if it is not set or empty.
std::string variable(const char* name, std::string_view otherwise) {
  const char* value = std::getenv(name);
  return std::string(value && *value ? std::string_view(value) : otherwise);
}

/// Returns true if the directory belongs to this user and can be used. After `su` it may not exist,
/// or belong to another user.
bool is_own(const std::string& directory) {
  struct stat status {};
  return directory.starts_with('/') && stat(directory.c_str(), &status) == 0 &&
         status.st_uid == geteuid() && ::access(directory.c_str(), W_OK | X_OK) == 0;
}

std::string default_directory() {
  const std::string runtime = variable("XDG_RUNTIME_DIR", "");
  if (is_own(runtime)) return runtime + "/verbatim-emulator";
  const std::string temporary = variable("TMPDIR", "/tmp");
  const bool usable = temporary.starts_with('/') && ::access(temporary.c_str(), W_OK | X_OK) == 0;
  return (usable ? temporary : "/tmp") + "/verbatim-emulator-" + std::to_string(geteuid());
}

/// Takes the hosts from the file of --topology. The launcher has read it before; if it is wrong now,
/// there are no devices.
void read_hosts(options& into) {
  const auto hosts = std::make_shared<host_topology>(read_topology(into.topology_file));
  const auto found =
      std::find_if(hosts->hosts.begin(), hosts->hosts.end(),
                   [&into](const topology_host& one) { return one.name == into.host_name; });
  if (hosts->errors.empty() && found != hosts->hosts.end()) {
    const auto host = static_cast<unsigned>(found - hosts->hosts.begin());
    into.hosts = hosts;
    into = as_host(std::move(into), host);
    return;
  }
  into.devices = 0;
  if (hosts->errors.empty()) hosts->errors.push_back("there is no host " + into.host_name);
  for (const std::string& error : hosts->errors) {
    std::fprintf(stderr, "verbatim-emulator: %s\n", error.c_str());
  }
}

}  // namespace

failing_operation failing_operation::read(const std::string& text) {
  char* rest = nullptr;
  const auto next = [&rest] {
    return static_cast<std::uint8_t>(std::strtoul(rest + 1, &rest, 10));
  };
  failing_operation result{.at = std::strtoull(text.c_str(), &rest, 10)};
  if (*rest == ':') result.syndrome = next();
  if (*rest == ':') result.vendor_syndrome = next();
  return result;
}

options as_host(options of, unsigned host) {
  const topology_host& described = of.hosts->hosts[host];
  of.host = host;
  of.devices = static_cast<unsigned>(described.devices.size());
  of.link = described.devices.front().ports.front().link;
  return of;
}

options read_options() {
  options result;
  for (const option_row& row : option_rows()) {
    const std::string value = variable(std::string(row.variable).c_str(), "");
    if (!value.empty()) row.read(result, row, value);
  }
  if (!result.topology_file.empty()) read_hosts(result);
  result.directory =
      variable("VERBATIM_EMULATOR_DIRECTORY", default_directory()) + "/" + result.fabric;
  return result;
}

const options& current_options() {
  // It is never destroyed, because the engine thread outlives static destructors.
  static const options& values = *new options(read_options());
  return values;
}

}  // namespace verbatim::emulator
