// Runs the checks one after the other, and ends the run if one of them hangs.
#include "tools/selftest/run.hpp"

#include <fnmatch.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <thread>

#include "tools/selftest/command.hpp"

namespace verbatim::tools::selftest {
namespace {

/// Every wait of a check ends by itself. A check that takes this many of them hangs.
constexpr int waits_of_a_check = 20;

extern "C" void interrupt(int) { bench::interrupted = true; }

/// Ends the process if one check does not end.
class watchdog {
 public:
  watchdog(outcome& findings, std::string path, std::chrono::milliseconds limit)
      : findings_(findings), path_(std::move(path)), limit_(limit), thread_([this] { watch(); }) {}
  ~watchdog() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  watchdog(const watchdog&) = delete;
  watchdog& operator=(const watchdog&) = delete;

  void begin(const check& which) {
    {
      const std::lock_guard lock(mutex_);
      current_ = &which;
      ++begun_;
    }
    changed_.notify_one();
  }
  void end(finding found) {
    const std::lock_guard lock(mutex_);
    findings_.findings.push_back({std::move(found), current_->about});
    current_ = nullptr;
  }

 private:
  void watch() {
    std::unique_lock lock(mutex_);
    while (!ended_) {
      const auto begun = begun_;
      const bool moved = changed_.wait_for(lock, limit_, [&] { return ended_ || begun != begun_; });
      if (!moved && current_ != nullptr && begun == begun_) give_up();
    }
  }

  [[noreturn]] void give_up() {
    verdict hung(current_->id);
    hung.require(false, "it did not end: a call into the kernel, or the device's driver, hangs");
    findings_.findings.push_back({std::move(hung).result(), current_->about});
    (void)write(path_, findings_);
    std::fputs(as_text(findings_).c_str(), stdout);
    std::fflush(stdout);
    _exit(failed);
  }

  outcome& findings_;
  std::string path_;
  std::chrono::milliseconds limit_;
  std::mutex mutex_;
  std::condition_variable changed_;
  const check* current_ = nullptr;
  unsigned begun_ = 0;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
}

void run_all(const std::vector<check>& checks, bench& on, outcome& so_far,
             const std::string& path) {
  using clock = std::chrono::steady_clock;
  const auto begin = clock::now();
  {
    watchdog dog(so_far, path, waits_of_a_check * on.how().patience + std::chrono::seconds(10));
    for (const auto& one : checks) {
      dog.begin(one);
      dog.end(run(one, on));
    }
  }
  on.drop_lanes();
  so_far.seconds = std::chrono::duration<double>(clock::now() - begin).count();
}

bool matches(std::string_view id, std::string_view pattern) {
  const std::string text(pattern);
  const auto fits = [&](std::string_view some) {
    return fnmatch(text.c_str(), std::string(some).c_str(), 0) == 0;
  };
  if (fits(id)) return true;
  for (auto at = id.find('/'); at != std::string_view::npos; at = id.find('/', at + 1)) {
    if (fits(id.substr(0, at)) || fits(id.substr(at + 1))) return true;
  }
  return false;
}

}  // namespace verbatim::tools::selftest
