// One recorder per process. A child of fork begins its own when it opens a device.
#include "record/recorder.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "report/report.hpp"
#include "settings/options.hpp"
#include "system/own_arguments.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::size_t most_kept = 1 << 20;

std::atomic<recorder*> recorder_here{nullptr};

/// Records a sentence that is reported.
void record_finding(std::string_view text) noexcept {
  try {
    record(recording::finding_body{text});
  } catch (const std::bad_alloc&) {
  }
}

std::uint64_t now_of(auto clock_time) {
  using namespace std::chrono;
  return static_cast<std::uint64_t>(
      duration_cast<nanoseconds>(clock_time.time_since_epoch()).count());
}

bool is_mapped(std::uint64_t address) noexcept {
  constexpr std::uint64_t least = 0x1000;
  constexpr std::uint64_t end = std::uint64_t{1} << 47;
  if (address < least || address >= end) return false;
  static const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  unsigned char resident;
  return mincore(reinterpret_cast<void*>(address & ~(page - 1)), 1, &resident) == 0;
}

}  // namespace

recorder* recording_here() noexcept { return recorder_here.load(std::memory_order_relaxed); }

recording::record recorder::present() {
  recording::record result;
  result.process = static_cast<std::uint32_t>(getpid());
  result.thread = static_cast<std::uint32_t>(syscall(SYS_gettid));
  result.time = now_of(std::chrono::steady_clock::now());
  return result;
}

void recorder::added() {
  ++count_;
  if (waiting_.size() >= most_kept) write();
}

void recorder::write() {
  if (waiting_.empty()) return;
  const bool was_open = file_.is_open();
  // Sentences about the file itself do not go into it.
  set_report_listener(nullptr);
  file_.write(waiting_, count_);
  waiting_.clear();
  count_ = 0;
  if (was_open && file_.is_open()) set_report_listener(record_finding);
}

void recorder::flush() {
  const std::lock_guard guard(mutex_);
  if (ends_ && !ended_) {
    recording::append_record(waiting_, present(), recording::process_end_body{});
    added();
  }
  write();
  if (ends_) ended_ = true;
}

void begin_recording(std::uint32_t slot) {
  const options& settings = current_options();
  if (settings.record_file.empty() || !settings.replay_file.empty()) return;
  auto* const made = new recorder(settings.record_file);
  if (!made->is_open()) {
    delete made;
    return;
  }
  const std::string arguments = own_arguments();
  recording::process_body body;
  body.wall_time = now_of(std::chrono::system_clock::now());
  body.parent = static_cast<std::uint32_t>(getppid());
  body.slot = slot;
  body.arguments = arguments;
  for (const option_row& row : option_rows()) {
    const char* const value = std::getenv(std::string(row.variable).c_str());
    if (value != nullptr && row.kind != option_kind::file)
      body.options.push_back({row.variable, value});
  }
  made->add(body);
  // It is never destroyed, because the engine's thread outlives static destructors.
  recorder_here = made;
  set_report_listener(record_finding);
}

void forget_recording() noexcept {
  recorder_here = nullptr;
  set_report_listener(nullptr);
}

address_bits addresses_in(std::span<const std::byte> bytes) {
  constexpr std::size_t word = 8;
  address_bits bits((bytes.size() / word + 7) / 8);
  for (std::size_t i = 0; i < bytes.size() / word; ++i) {
    std::uint64_t value;
    std::memcpy(&value, bytes.data() + i * word, word);
    if (is_mapped(value) || is_mapped(__builtin_bswap64(value))) {
      bits[i / 8] |= std::byte{1} << static_cast<int>(i % 8);
    }
  }
  return bits;
}

}  // namespace verbatim::emulator
