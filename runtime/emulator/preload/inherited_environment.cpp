// Stores the launcher's variables at load time, before the program can change them.
#include "preload/inherited_environment.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"
#include "settings/options.hpp"
#include "system/program_file.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::string_view own_prefix = "VERBATIM_EMULATOR_";
constexpr std::string_view preload_prefix = "LD_PRELOAD=";

/// Returns the variables as "NAME=VALUE", with LD_PRELOAD first. Empty if the library was loaded
/// without the launcher.
std::vector<std::string> read_environment() {
  std::vector<std::string> result;
  Dl_info here;
  if (dladdr(&preload_prefix, &here) == 0 || !here.dli_fname) return result;
  for (char** at = environ; at && *at; ++at) {
    const std::string_view one = *at;
    if (one.starts_with(own_prefix) && !one.ends_with('=')) result.emplace_back(one);
  }
  if (result.empty()) return result;
  result.insert(result.begin(), std::string(preload_prefix) + here.dli_fname);
  const char* const given = std::getenv("VERBATIM_EMULATOR_DIRECTORY");
  if (!given || !*given) {
    // The directory depends on variables that may be removed too.
    const std::string directory = read_options().directory;
    result.push_back("VERBATIM_EMULATOR_DIRECTORY=" + directory.substr(0, directory.rfind('/')));
  }
  return result;
}

/// Returns the variables. They are never destroyed, because programs may start others while they
/// exit.
std::vector<std::string>& variables() {
  static std::vector<std::string>& result = *new std::vector<std::string>(read_environment());
  return result;
}

__attribute__((constructor)) void remember() { variables(); }

}  // namespace

inherited_environment::inherited_environment(char* const* environment) noexcept
    : given_(environment) {
  for (; given_ && given_[given_count_]; ++given_count_) {
    const std::string_view one = given_[given_count_];
    if (one.starts_with(own_prefix) || one.starts_with(preload_prefix)) return;
  }
  count_ = variables().size();
}

void inherited_environment::fill(char** to) const noexcept {
  for (std::size_t i = 0; i < given_count_; ++i) *to++ = given_[i];
  for (std::string& one : variables()) *to++ = one.data();
  *to = nullptr;
}

void mention_missing_library(const char* program) noexcept {
  const int saved = errno;
  try {
    const std::string reason = program ? why_not_emulated(program) : "";
    if (!reason.empty() && (reports_everything() || speaks_of_rdma(program))) {
      report_line(without_library(program, reason, current_options().mounts));
    }
  } catch (const std::exception&) {
    // Ignored: a program without memory has worse problems.
  }
  errno = saved;
}

}  // namespace verbatim::emulator
