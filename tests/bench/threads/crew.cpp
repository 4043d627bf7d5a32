// Starts the threads together, and stops them.
#include "crew.hpp"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <exception>
#include <latch>
#include <thread>
#include <vector>

namespace verbatim::bench {
namespace {

using clock = std::chrono::steady_clock;

/// Keeps the calling thread on one of the processors that the process may use.
void stay_on_processor(unsigned nth) {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  const auto count = static_cast<unsigned>(CPU_COUNT(&allowed));
  if (count == 0) return;
  auto left = nth % count;
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &allowed) || left-- != 0) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
    return;
  }
}

struct result {
  std::uint64_t operations = 0;
  clock::time_point begin;
  clock::time_point end;
  std::exception_ptr problem;
};

}  // namespace

double rate(arrangement& task, unsigned threads, std::chrono::milliseconds time) {
  std::atomic<bool> stop = false;
  std::latch ready(threads + 1);
  std::vector<result> results(threads);
  std::vector<std::thread> crew;
  for (unsigned nth = 0; nth < threads; ++nth) {
    crew.emplace_back([&, nth] {
      stay_on_processor(nth);
      ready.arrive_and_wait();
      results[nth].begin = clock::now();
      try {
        results[nth].operations = task.work(nth, stop);
      } catch (...) {
        results[nth].problem = std::current_exception();
      }
      results[nth].end = clock::now();
    });
  }
  ready.arrive_and_wait();
  std::this_thread::sleep_for(time);
  stop = true;
  for (auto& thread : crew) thread.join();

  std::uint64_t operations = 0;
  auto begin = results.front().begin;
  auto end = results.front().end;
  for (const auto& one : results) {
    if (one.problem) std::rethrow_exception(one.problem);
    operations += one.operations;
    begin = std::min(begin, one.begin);
    end = std::max(end, one.end);
  }
  task.check(operations);
  return static_cast<double>(operations) / (seconds(end - begin) - task.device_time()).count();
}

}  // namespace verbatim::bench
