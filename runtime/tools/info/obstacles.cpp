// Sentences about obstacles between a program and a device.
#include "tools/info/obstacles.hpp"

#include <sys/resource.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <string_view>

namespace verbatim::tools::info {
namespace {

/// Enough for the queues and the memory of the tools that exist at one time.
constexpr std::uint64_t least_memlock = 8 << 20;

/// Returns true if the process has CAP_IPC_LOCK: the limit does not apply to it. Root in a container often
/// lacks it.
bool may_lock_any_memory() {
  constexpr unsigned ipc_lock = 14;
  std::ifstream status("/proc/self/status");
  constexpr std::string_view effective = "CapEff:";
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with(effective)) continue;
    return (std::strtoull(line.c_str() + effective.size(), nullptr, 16) >> ipc_lock & 1) != 0;
  }
  return false;
}

}  // namespace

std::optional<std::uint64_t> memlock_limit() {
  rlimit limit{};
  if (may_lock_any_memory() || getrlimit(RLIMIT_MEMLOCK, &limit) != 0 ||
      limit.rlim_cur == RLIM_INFINITY) {
    return std::nullopt;
  }
  return limit.rlim_cur;
}

std::string memlock_problem() {
  const auto limit = memlock_limit();
  if (!limit || *limit >= least_memlock) return {};
  return "only " + std::to_string(*limit >> 10) +
         " KiB may be locked in memory, which queues and memory regions need: raise it (ulimit -l "
         "unlimited, memlock in /etc/security/limits.conf, or --ulimit memlock=-1 for a container)";
}

bool is_emulated() noexcept {
  const char* const preload = std::getenv("LD_PRELOAD");
  return preload != nullptr &&
         std::string_view(preload).find("libverbatim-emulator") != std::string_view::npos;
}

bool is_in_use(const std::error_code& code) noexcept {
  return code.category() == std::generic_category() &&
         (code.value() == EBUSY || code.value() == EAGAIN);
}

std::string_view remedy_in_use() noexcept {
  return "another program uses what this needs, or the device is being reset: `rdma resource show` "
         "lists who has what; end that program, or try again later";
}

std::string sentence_of(const error& e) {
  std::string words = e.what();
  if (is_in_use(e.code())) words.append(" (").append(remedy_in_use()).append(")");
  return words;
}

}  // namespace verbatim::tools::info
