// Commands that fail on request of --fail-verb.
#include "abi/requested_failures.hpp"

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "abi/command_names.hpp"
#include "abi/refusal.hpp"

namespace verbatim::emulator {
namespace {

struct counted_failure {
  requested_failure what;
  std::uint64_t calls = 0;
};

std::vector<counted_failure> failures_of(const options& settings) {
  std::vector<counted_failure> result;
  for (const auto& one : parse_failures(settings.fail_verb)) result.push_back({one});
  return result;
}

}  // namespace

void refuse_if_requested(const options& settings, std::string_view name) {
  static auto& requested = *new auto(failures_of(settings));
  int error = 0;
  for (auto& one : requested) {
    if (one.what.name != any_command && one.what.name != name) continue;
    if (++one.calls == one.what.nth) error = one.what.error;
  }
  if (error != 0)
    refuse<check::requested>(error, "{} fails with {} as --fail-verb says", name,
                             strerrorname_np(error));
}

}  // namespace verbatim::emulator
