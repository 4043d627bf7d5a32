// The processor's counters of cycles and instructions of this thread.
#include "tools/perf/posting/counters.hpp"

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace verbatim::tools::perf {
namespace {

int open_counter(std::uint64_t which, int leader) {
  perf_event_attr how{};
  how.type = PERF_TYPE_HARDWARE;
  how.size = sizeof how;
  how.config = which;
  if (leader < 0) how.disabled = 1;
  how.exclude_kernel = 1;
  how.exclude_hv = 1;
  how.read_format = PERF_FORMAT_GROUP;
  return static_cast<int>(syscall(SYS_perf_event_open, &how, 0, -1, leader, 0ul));
}

std::string reason(int number) {
  if (number == EACCES || number == EPERM) {
    std::ifstream file("/proc/sys/kernel/perf_event_paranoid");
    std::string level;
    std::getline(file, level);
    return "this user may not read the processor's counters (kernel.perf_event_paranoid is " +
           (level.empty() ? "unknown" : level) + "): sysctl kernel.perf_event_paranoid=2 allows it";
  }
  if (number == ENOENT || number == ENODEV || number == EOPNOTSUPP) {
    return "this machine shows no processor's counters, as many virtual machines";
  }
  return std::string("perf_event_open: ") + std::strerror(number);
}

}  // namespace

counters::counters() {
  files_[0] = open_counter(PERF_COUNT_HW_CPU_CYCLES, -1);
  if (files_[0] >= 0) files_[1] = open_counter(PERF_COUNT_HW_INSTRUCTIONS, files_[0]);
  if (files_[1] < 0) why_not_ = reason(errno);
}

counters::~counters() {
  for (const int one : files_) {
    if (one >= 0) close(one);
  }
}

void counters::start() noexcept {
  if (!work()) return;
  ioctl(files_[0], PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
  ioctl(files_[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
}

counters::counts counters::stop() noexcept {
  if (!work()) return {};
  ioctl(files_[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
  struct {
    std::uint64_t number, cycles, instructions;
  } found{};
  if (read(files_[0], &found, sizeof found) != sizeof found) return {};
  return {.cycles = found.cycles, .instructions = found.instructions};
}

}  // namespace verbatim::tools::perf
