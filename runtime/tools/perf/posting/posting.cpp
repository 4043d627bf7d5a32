// The cost of posting and polling on this machine.
#include "tools/perf/posting/posting.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "tools/info/obstacles.hpp"
#include "tools/perf/failure.hpp"
#include "tools/perf/posting/contestants.hpp"
#include "tools/perf/posting/counters.hpp"
#include "tools/perf/report/results.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace verbatim::tools::perf {
namespace {

constexpr std::uint32_t unmeasured_batches = 5;
constexpr std::chrono::microseconds until_all_are_there{500};
constexpr std::chrono::seconds longest_wait{10};

struct cost {
  double ns = 0, cycles = 0, instructions = 0;
};

class stopwatch {
 public:
  stopwatch(const tick_clock& clock, counters& counting) : clock_(clock), counting_(counting) {}

  /// Measures one call that handles `messages`.
  template <class Call>
  void measure(Call&& call, double messages) {
    counting_.start();
    const auto begin = clock_.now();
    call();
    const auto end = clock_.now();
    const auto counted = counting_.stop();
    ns_.push_back(clock_.to_ns(end - begin) / messages);
    cycles_.push_back(static_cast<double>(counted.cycles) / messages);
    instructions_.push_back(static_cast<double>(counted.instructions) / messages);
  }
  void forget() {
    ns_.clear();
    cycles_.clear();
    instructions_.clear();
  }
  cost result() const { return {median(ns_), median(cycles_), median(instructions_)}; }

 private:
  const tick_clock& clock_;
  counters& counting_;
  std::vector<double> ns_, cycles_, instructions_;
};

/// Polls until so many completions have come. Throws if they do not.
template <class Contestant>
void drain(Contestant& who, std::uint32_t count) {
  const auto end = std::chrono::steady_clock::now() + longest_wait;
  while (count != 0) {
    const auto taken = who.poll();
    count -= std::min(taken, count);
    if (taken != 0) continue;
    std::this_thread::yield();
    if (std::chrono::steady_clock::now() > end) {
      throw failure(failed, "the device completes nothing: `verbatim selftest` says more");
    }
  }
  who.check();
}

template <kind What, class Contestant>
cost cost_of_posting(Contestant& who, std::uint32_t list, stopwatch watch, std::uint32_t batches) {
  for (std::uint32_t i = 0; i < unmeasured_batches + batches; ++i) {
    if (i == unmeasured_batches) watch.forget();
    if (What == kind::send) who.post_receives();
    watch.measure(
        [&] {
          for (std::uint32_t posted = 0; posted < batch; posted += list) {
            who.template post<What>(list, posted + list == batch);
          }
        },
        batch);
    drain(who, What == kind::send ? batch + 1 : 1);
  }
  return watch.result();
}

template <class Contestant>
cost cost_of_polling(Contestant& who, stopwatch watch, std::uint32_t batches) {
  for (std::uint32_t i = 0; i < unmeasured_batches + batches; ++i) {
    if (i == unmeasured_batches) watch.forget();
    for (std::uint32_t posted = 0; posted < batch; ++posted)
      who.template post<kind::write>(1, true);
    std::this_thread::sleep_for(until_all_are_there);
    std::uint32_t taken = 0;
    watch.measure(
        [&] {
          for (std::uint32_t now = 1; now != 0 && taken < batch; taken += now) now = who.poll();
        },
        batch);
    drain(who, batch - taken);
  }
  return watch.result();
}

std::string printed(const cost& what, bool counted) {
  char text[64];
  if (counted) {
    std::snprintf(text, sizeof text, "%8.1f (%.0f, %.0f)", what.ns, what.cycles, what.instructions);
  } else {
    std::snprintf(text, sizeof text, "%8.1f", what.ns);
  }
  std::string result(text);
  result.resize(std::max<std::size_t>(result.size(), 24), ' ');
  return result;
}

void print_row(std::string name, const std::vector<cost>& costs, bool counted) {
  name.resize(std::max<std::size_t>(name.size(), 42), ' ');
  std::cout << name;
  for (const auto& one : costs) std::cout << printed(one, counted);
  std::cout << '\n';
}

}  // namespace

int measure_posting(const place& on, std::uint32_t batches) {
  if (!on.context.is_mlx5()) {
    throw failure(nothing_run, on.context.name() +
                                   " is no mlx5 device: builders write WQEs of "
                                   "mlx5 only");
  }
  if (!on.context.port(on.port).active) {
    throw failure(nothing_run, "port " + std::to_string(on.port) + " of " + on.context.name() +
                                   " is not active: `verbatim info` tells what it needs");
  }
  try {
    const tick_clock clock;
    counters counting;
    const shared_memory memory(on);
    by_builders ours(on, memory);
    by_verbs lists(on, memory, false);
    by_verbs sessions(on, memory, true);
    const stopwatch watch(clock, counting);
    std::cout << "posting and polling on " << on.context.name() << ": ns"
              << (counting.work() ? " (cycles, instructions)" : "")
              << " of one message, medians of " << batches << " batches of " << batch << '\n';
    if (!counting.work()) std::cout << "no cycles and instructions: " << counting.why_not() << '\n';
#ifndef __OPTIMIZE__
    std::cout << "this program was compiled without optimization: its own times mean nothing\n";
#endif
    std::cout << std::string(42, ' ')
              << "builders, cq.poll()     ibv_post_send           ibv_wr_*\n";
    const auto row = [&]<kind What>(const char* name) {
      for (const std::uint32_t list : {1u, 16u}) {
        print_row(std::string(name) + ", " + std::to_string(list) + " for a doorbell",
                  {cost_of_posting<What>(ours, list, watch, batches),
                   cost_of_posting<What>(lists, list, watch, batches),
                   cost_of_posting<What>(sessions, list, watch, batches)},
                  counting.work());
      }
    };
    row.template operator()<kind::write>("write");
    row.template operator()<kind::write_inline>("write, 32 bytes inline");
    row.template operator()<kind::send>("send");
    row.template operator()<kind::read>("read");
    row.template operator()<kind::fetch_add>("fetch_add");
    print_row("poll (cq.poll(), ibv_poll_cq)",
              {cost_of_polling(ours, watch, batches), cost_of_polling(lists, watch, batches)},
              counting.work());
  } catch (const error& e) {
    throw failure(nothing_run, info::sentence_of(e));
  }
  if (!std::cout.flush()) throw failure(wrong, "the output cannot be written: is the disk full?");
  return measured;
}

}  // namespace verbatim::tools::perf
