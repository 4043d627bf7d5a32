// Several threads that post and poll: this library beside libmlx5. Prints a table as Markdown.
//
//   verbatim-emulator --no-engine threads_bench            about a minute
//   verbatim-emulator --no-engine threads_bench --short    only that each row works
#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "own_queues.hpp"
#include "shared_poll.hpp"
#include "shared_queue.hpp"

namespace verbatim::bench {
namespace {

constexpr std::array crews{1u, 2u, 4u};

/// The kind of lock that libmlx5 has.
class spin_lock {
 public:
  spin_lock() { pthread_spin_init(&lock_, PTHREAD_PROCESS_PRIVATE); }
  spin_lock(const spin_lock&) = delete;
  spin_lock& operator=(const spin_lock&) = delete;
  ~spin_lock() { pthread_spin_destroy(&lock_); }

  void lock() { pthread_spin_lock(&lock_); }
  void unlock() { pthread_spin_unlock(&lock_); }

 private:
  pthread_spinlock_t lock_;
};

using maker = std::function<std::unique_ptr<arrangement>(unsigned threads)>;

struct line {
  std::string words;
  maker ours;
  maker native;
};

template <mmio::ringers ringers>
using ours = with_verbatim<mmio::register_memory::write_combining, ringers>;
using locking = ours<mmio::ringers::several_threads>;
using lock_free = ours<mmio::ringers::one_thread>;

template <class Ours, unsigned n>
line own_line(std::string words, registers how) {
  return {std::move(words),
          [how](unsigned threads) { return std::make_unique<own_queues<Ours, n>>(how, threads); },
          [how](unsigned threads) {
            return std::make_unique<own_queues<with_work_requests, n>>(how, threads);
          }};
}

template <class Ours, class Native>
line shared_line(std::string words) {
  return {std::move(words), [](unsigned) { return std::make_unique<Ours>(); },
          [](unsigned) { return std::make_unique<Native>(); }};
}

template <unsigned n>
void add_posting(std::vector<line>& lines) {
  const auto words = [](const char* whose) {
    return fmt::format("WRITE, {} per doorbell, {}", n, whose);
  };
  using spinning = shared_queue<locking, spin_lock, n>;
  using sleeping = shared_queue<locking, std::mutex, n>;
  lines.push_back(
      own_line<lock_free, n>(words("own queue pairs, thread domains"), registers::each_its_own));
  lines.push_back(own_line<locking, n>(words("own queue pairs"), registers::as_given));
  lines.push_back(
      own_line<locking, n>(words("own queue pairs, one register"), registers::one_for_all));
  lines.push_back(
      shared_line<spinning, native_shared_queue<n>>(words("one queue pair, spin lock")));
  lines.push_back(
      shared_line<sleeping, native_shared_queue<n>>(words("one queue pair, `std::mutex`")));
}

std::vector<line> all_lines() {
  std::vector<line> lines;
  add_posting<1>(lines);
  add_posting<batch>(lines);
  lines.push_back(shared_line<locked_poll<locking, spin_lock>, native_poll>(
      "poll of 16, one queue, spin lock"));
  lines.push_back(shared_line<locked_poll<locking, std::mutex>, native_poll>(
      "poll of 16, one queue, `std::mutex`"));
  return lines;
}

struct effort {
  unsigned repetitions;
  std::chrono::milliseconds time;
};

/// Returns the median of several runs with new queues, in millions per second.
double measure(const maker& make, unsigned threads, effort how) {
  std::vector<double> rates;
  for (unsigned i = 0; i < how.repetitions; ++i) {
    const auto task = make(threads);
    rates.push_back(rate(*task, threads, how.time) / 1e6);
  }
  const auto middle = rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2);
  std::nth_element(rates.begin(), middle, rates.end());
  return *middle;
}

void print(const line& of, effort how) {
  std::array<double, crews.size()> mine;
  std::array<double, crews.size()> theirs;
  for (std::size_t i = 0; i < crews.size(); ++i) {
    mine[i] = measure(of.ours, crews[i], how);
    theirs[i] = measure(of.native, crews[i], how);
  }
  fmt::print(
      "| {} | {:.1f} | {:.1f} | {:.1f} | {:.2f} | {:.1f} | {:.1f} | {:.1f} | {:.2f} | {:.1f} |\n",
      of.words, mine[0], mine[1], mine[2], mine[1] / mine[0], theirs[0], theirs[1], theirs[2],
      theirs[1] / theirs[0], mine[1] / theirs[1]);
  std::fflush(stdout);
}

void run(effort how) {
  fmt::print(
      "| millions per second, all threads together | ours, 1 thread | 2 | 4 | 2 ÷ 1 "
      "| libmlx5, 1 thread | 2 | 4 | 2 ÷ 1 | ours ÷ libmlx5, 2 threads |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  for (const auto& each : all_lines()) print(each, how);
}

}  // namespace
}  // namespace verbatim::bench

int main(int argc, char** argv) {
  using namespace std::chrono_literals;
  const bool brief = argc == 2 && std::string_view(argv[1]) == "--short";
  if (argc > 1 && !brief) {
    fmt::print(stderr, "threads_bench: the only option is --short\n");
    return EXIT_FAILURE;
  }
  try {
    verbatim::bench::run(brief ? verbatim::bench::effort{1, 2ms}
                               : verbatim::bench::effort{7, 40ms});
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    fmt::print(stderr, "threads_bench: {}\n", error.what());
    return EXIT_FAILURE;
  }
}
