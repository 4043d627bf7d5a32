// Breakpoints on words that each doorbell, or each BlueFlame copy, writes exactly once.
#include "engine/count/register_writes.hpp"

#include <dirent.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <set>
#include <utility>

#include "report/report.hpp"

namespace verbatim::emulator {
namespace {

// These offsets are also in engine/turn/doorbells.hpp.
constexpr std::size_t first_half_at = 0x800;
constexpr std::size_t half_bytes = 0x100;

/// libmlx5 uses two registers of a page.
constexpr std::size_t used_registers = 2;

/// The word of a WQE after its ctrl_seg: no doorbell writes it, and each copy does.
constexpr std::size_t copied_word_at = 16;

/// Returns the numbers of the process's threads.
std::set<pid_t> threads_of_process() {
  std::set<pid_t> result;
  DIR* const list = opendir("/proc/self/task");
  if (!list) return result;
  while (const dirent* const entry = readdir(list)) {
    if (const auto number = static_cast<pid_t>(std::atol(entry->d_name))) result.insert(number);
  }
  closedir(list);
  return result;
}

/// Returns a counter of writes to the eight bytes at `at` by that thread, and by the threads that
/// it creates later; nothing, with errno, if there is none.
descriptor breakpoint(const std::byte* at, pid_t thread) noexcept {
  perf_event_attr attributes{};
  attributes.type = PERF_TYPE_BREAKPOINT;
  attributes.size = sizeof attributes;
  attributes.bp_type = HW_BREAKPOINT_W;
  attributes.bp_addr = reinterpret_cast<std::uintptr_t>(at);
  attributes.bp_len = HW_BREAKPOINT_LEN_8;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.inherit = 1;
  // Child processes do not inherit it.
  attributes.inherit_thread = 1;
  return moved_high(descriptor(static_cast<int>(
      syscall(SYS_perf_event_open, &attributes, thread, -1, -1, PERF_FLAG_FD_CLOEXEC))));
}

}  // namespace

bool register_writes::word_counter::begin(const std::byte* in_first_half) {
  std::set<pid_t> known;
  // A thread without a breakpoint may create another one meanwhile.
  for (bool more = true; more;) {
    more = false;
    for (const pid_t thread : threads_of_process()) {
      if (!known.insert(thread).second) continue;
      more = true;
      for (std::size_t half = 0; half < halves_per_register; ++half) {
        descriptor made = breakpoint(in_first_half + half * half_bytes, thread);
        if (made) {
          breakpoints_[half].push_back(std::move(made));
        } else if (errno != ESRCH) {
          note("--count: writes to a doorbell register cannot be counted: {}",
               std::strerror(errno));
          end();
          return false;
        }
      }
    }
  }
  last_ = {};
  return true;
}

std::optional<register_writes::by_half> register_writes::word_counter::all() const noexcept {
  if (!counts()) return std::nullopt;
  by_half sums{};
  for (std::size_t half = 0; half < halves_per_register; ++half) {
    for (const descriptor& one : breakpoints_[half]) {
      std::uint64_t count = 0;
      if (syscall(SYS_read, one.number(), &count, sizeof count) != sizeof count) {
        return std::nullopt;
      }
      sums[half] += count;
    }
  }
  return sums;
}

std::optional<register_writes::by_half> register_writes::word_counter::fresh() noexcept {
  const auto now = all();
  if (!now) return std::nullopt;
  const by_half before = std::exchange(last_, *now);
  return by_half{(*now)[0] - before[0], (*now)[1] - before[1]};
}

bool register_writes::begin(const std::byte* registers, const queue_pair_counts& of) {
  const auto count = [registers](word_counter& words, std::size_t which, std::size_t word_at) {
    const std::size_t at = first_half_at + which * halves_per_register * half_bytes + word_at;
    return words.counts() || words.begin(registers + at);
  };
  const std::size_t probable = begun_ % used_registers;
  one_register& here = registers_[probable];
  if (!count(here.doorbells, probable, 0)) return false;
  here.expected.push_back(&of);
  // It does not matter if there are none left for these.
  if (begun_++ == 0) {
    count(here.copies, probable, copied_word_at);
  } else {
    count(registers_[1 - probable].doorbells, 1 - probable, 0);
  }
  return true;
}

void register_writes::give_up_extras() noexcept {
  settle();
  for (one_register& one : registers_) {
    one.copies.end();
    if (one.expected.empty() && !one.user) one.doorbells.end();
  }
}

void register_writes::found(std::size_t half, queue_pair_counts& of) noexcept {
  one_register& here = registers_[half / halves_per_register];
  if (here.user != &of) {
    if (here.user) {
      here.shared = true;
      here.user->doorbells.forget_writes();
    }
    if (here.shared) of.doorbells.forget_writes();
    here.user = &of;
    here.of_user = {};
  }
  settle(here);
}

void register_writes::settle() noexcept {
  for (one_register& one : registers_) settle(one);
}

void register_writes::settle(one_register& which) noexcept {
  if (!which.user) return;
  doorbell_counts& counts = which.user->doorbells;
  if (const auto fresh = which.doorbells.fresh()) {
    auto& [first, second] = which.of_user;
    first += (*fresh)[0];
    second += (*fresh)[1];
    counts.writes += (*fresh)[0] + (*fresh)[1];
    const std::uint64_t apart = std::max(first, second) - std::min(first, second);
    if (apart > counts.apart && which.doorbells.at_rest()) counts.apart = apart;
  } else {
    counts.writes_are_known = false;
  }
  if (const auto fresh = which.copies.fresh()) {
    counts.copy_writes += (*fresh)[0] + (*fresh)[1];
  } else {
    counts.copy_writes_are_known = false;
  }
}

void register_writes::forget(const queue_pair_counts& of) noexcept {
  for (one_register& one : registers_) {
    std::erase(one.expected, &of);
    if (one.user == &of) one.user = nullptr;
    if (!one.expected.empty() || one.user) continue;
    one.doorbells.end();
    one.copies.end();
    one.shared = false;
  }
}

}  // namespace verbatim::emulator
