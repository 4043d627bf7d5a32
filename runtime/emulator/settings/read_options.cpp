// Reads the options from the environment.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "settings/options.hpp"

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
  for (const option_row& row : option_rows()) {
    const std::string value = variable(std::string(row.variable).c_str(), "");
    if (!value.empty()) row.read(result, row, value);
  }
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
