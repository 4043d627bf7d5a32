// Posting and polling: this library beside libmlx5 and beside the floor, code written by hand.
//
//   verbatim-emulator --no-engine bench [Google Benchmark's options]
//   verbatim-emulator --no-engine bench --list
//   verbatim-emulator --no-engine bench --rounds N PREFIX  N runs of each such row, for callgrind
//   bench --no-device [...]                                only the rows that need no device
//
// The device must execute nothing, because the benchmark plays it between the measured regions. Run it
// more than once: in some processes a row is slow from beginning to end, and not in the next one.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "native/native_line.hpp"
#include "ratios.hpp"
#include "rows.hpp"
#include "same_bytes.hpp"
#include "wqe/wqe_rows.hpp"

namespace verbatim::bench {

[[gnu::noinline]] void measured(row& r) { r.run(); }

[[gnu::noinline]] void counted(std::string_view name, unsigned operations) {
  fmt::print("{} {}\n", name, operations);
}

namespace {

using clock = std::chrono::steady_clock;

std::vector<row_entry> all_rows(bool device) {
  auto rows = wqe_rows();
  for (auto& entry : cq_rows()) rows.push_back(std::move(entry));
  if (!device) return rows;
  for (auto& entry : posting_rows()) rows.push_back(std::move(entry));
  for (auto& entry : native_rows()) rows.push_back(std::move(entry));
  for (auto& entry : polling_rows()) rows.push_back(std::move(entry));
  for (auto& entry : native_cq_rows()) rows.push_back(std::move(entry));
  return rows;
}

using seconds = std::chrono::duration<double>;

seconds median(std::vector<clock::duration>& samples) {
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  return *middle;
}

/// Returns the time between two looks at the clock, which is to be subtracted.
seconds clock_cost() {
  std::vector<clock::duration> samples(1001);
  for (auto& sample : samples) {
    const auto begin = clock::now();
    sample = clock::now() - begin;
  }
  return median(samples);
}

/// The median counts of the runs of one repetition: a run is shorter than a time slice, so few of
/// them are interrupted, and those do not matter.
void time(benchmark::State& state, row& r) {
  static const seconds overhead = clock_cost();
  std::vector<clock::duration> runs;
  runs.reserve(static_cast<std::size_t>(state.max_iterations));
  for ([[maybe_unused]] auto _ : state) {
    r.prepare();
    const auto begin = clock::now();
    measured(r);
    runs.push_back(clock::now() - begin);
    state.SetIterationTime(seconds(runs.back()).count());
  }
  state.counters[per_operation] = (median(runs) - overhead).count() / r.operations();
}

/// Every repetition makes its queues anew, and in other pages, so that the place of a queue in memory does
/// not decide the median.
void add_to_benchmark(const row_entry& entry) {
  benchmark::RegisterBenchmark(entry.name.c_str(), [entry](benchmark::State& state) {
    static std::size_t turn = 0;
    constexpr std::size_t page = 4096;
    const std::vector<std::byte> gap(++turn % 16 * page);
    benchmark::DoNotOptimize(gap.data());
    time(state, *entry.make());
  })->UseManualTime();
}

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

int list(bool device) {
  for (const auto& entry : all_rows(device)) fmt::print("{}\n", entry.name);
  return EXIT_SUCCESS;
}

int run_rounds(bool device, unsigned rounds, std::string_view prefix) {
  bool found = false;
  for (const auto& entry : all_rows(device)) {
    if (!entry.name.starts_with(prefix)) continue;
    found = true;
    const auto r = entry.make();
    for (unsigned i = 0; i < rounds; ++i) {
      r->prepare();
      measured(*r);
    }
    r->prepare();
    counted(entry.name, rounds * r->operations());
  }
  if (found) return EXIT_SUCCESS;
  fmt::print(stderr, "bench: no row begins with '{}'; --list prints them\n", prefix);
  return EXIT_FAILURE;
}

int run_benchmark(bool device, std::vector<char*> arguments) {
  check_same_wqes();
  bool all_same = true;
  if (device) {
    check_same_bytes();
    all_same = check_same_native_wqes();
  }
  fmt::print("All contestants that are measured write the same bytes.\n{}, {}\n", processor(),
             __VERSION__);

  // Repetitions of all rows take turns, so that other work of the machine slows all of them alike. Options of
  // the command line come later, and win.
  std::array<std::string, 3> defaults{"--benchmark_enable_random_interleaving=true",
                                      "--benchmark_repetitions=25", "--benchmark_min_time=0.01"};
  for (std::size_t i = 0; i < defaults.size(); ++i) {
    arguments.insert(arguments.begin() + 1 + static_cast<std::ptrdiff_t>(i), defaults[i].data());
  }
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return EXIT_FAILURE;
  for (const auto& entry : all_rows(device)) add_to_benchmark(entry);
  ratio_reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return all_same ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace verbatim::bench

int main(int argc, char** argv) {
  using namespace verbatim::bench;
  std::vector<char*> arguments(argv, argv + argc);
  const bool device = std::erase(arguments, std::string_view("--no-device")) == 0;
  const std::vector<std::string_view> words(arguments.begin() + 1, arguments.end());
  try {
    if (words.size() == 1 && words[0] == "--list") return list(device);
    if (words.size() == 3 && words[0] == "--rounds") {
      return run_rounds(device, static_cast<unsigned>(std::stoul(arguments[2])), words[2]);
    }
    return run_benchmark(device, std::move(arguments));
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return EXIT_FAILURE;
  }
}
