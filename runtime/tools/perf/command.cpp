// The subcommand `verbatim perf`.
#include "tools/perf/command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <exception>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/info/obstacles.hpp"
#include "tools/perf/client.hpp"
#include "tools/perf/failure.hpp"
#include "tools/perf/meeting.hpp"
#include "tools/perf/parameters.hpp"
#include "tools/perf/posting/posting.hpp"
#include "tools/perf/report/compare.hpp"
#include "tools/perf/server.hpp"
#include "tools/perf/talk.hpp"

namespace verbatim::tools::perf {
namespace {

constexpr auto about =
    "Measures latency, bandwidth and message rate between two machines. Without HOST it is the "
    "server, which\n"
    "waits for clients; with HOST it is the client, which measures. The server takes only "
    "--device,\n"
    "--port, --gid-index, --tcp-port, --once and --patience. Any device works; direct queue pairs "
    "need\n"
    "an mlx5 device.\n";

constexpr auto examples =
    "Examples:\n"
    "  verbatim perf\n"
    "  verbatim perf server.example\n"
    "  verbatim perf server.example --operation send --size 2..65536 --html report.html\n"
    "  verbatim perf server.example --measure latency --inline 64 --json new.json\n"
    "  verbatim perf --posting\n"
    "  verbatim perf --compare old.json new.json\n"
    "\n"
    "Exit status: 0 everything was measured, or nothing is worse; 1 the measurement failed in the "
    "middle,\n"
    "or --compare found something worse; 2 the command line is wrong, or a file cannot be read or "
    "written;\n"
    "3 nothing could be measured: no device, no permission, no server, or a device that cannot do "
    "it.";

constexpr std::uint16_t usual_tcp_port = 7790;
constexpr double longest_s = 3600;
constexpr std::uint32_t most_repetitions = 1000;
constexpr std::uint64_t usual_iterations = 1000;
constexpr std::uint32_t usual_batches = 101;

/// Returns the value of a name that the command line has checked.
template <class Value>
Value named(const std::string& text, std::initializer_list<Value> values) {
  for (const auto one : values) {
    if (name(one) == text) return one;
  }
  throw failure(wrong, text + " is no such name");
}

/// Reads a number of bytes such as 4096, 64K or 1M. Returns 0 if it is none.
std::uint64_t bytes_of_text(std::string text) {
  std::uint64_t unit = 1;
  if (text.ends_with('K')) unit = 1 << 10;
  if (text.ends_with('M')) unit = 1 << 20;
  if (text.ends_with('G')) unit = 1 << 30;
  if (unit != 1) text.pop_back();
  if (text.empty() || text.size() > 10 || text.find_first_not_of("0123456789") != text.npos) {
    return 0;
  }
  return std::stoull(text) * unit;
}

/// Reads `64`, or `2..1M`: all powers of two from the first to the last.
std::vector<std::uint32_t> sizes_of(const std::string& text) {
  const auto dots = text.find("..");
  const auto first = bytes_of_text(text.substr(0, dots));
  const auto last = dots == text.npos ? first : bytes_of_text(text.substr(dots + 2));
  if (first == 0 || last < first || last > longest_message) {
    throw failure(wrong, "--size is a number of bytes up to 1G, such as 64, 4K, or 2..1M");
  }
  std::vector<std::uint32_t> sizes{static_cast<std::uint32_t>(first)};
  for (std::uint64_t size = 1; size <= last; size *= 2) {
    if (size > first) sizes.push_back(static_cast<std::uint32_t>(size));
  }
  if (sizes.back() != last) sizes.push_back(static_cast<std::uint32_t>(last));
  return sizes;
}

void write_file(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  if (!file.flush()) throw failure(wrong, "cannot write " + path);
}

}  // namespace

struct command::arguments {
  std::string host;
  std::string device;
  unsigned port = 0;
  int gid_index = -1;
  std::uint16_t tcp_port = usual_tcp_port;
  bool once = false;
  bool posting = false;
  double patience = 10;
  std::string operation = "write";
  std::string connection = "rc";
  std::string queues;
  std::string measure;
  std::string compression = "none";
  std::string size;
  parameters what;
  std::uint64_t iterations = 0;
  double seconds = 0;
  std::uint32_t repetitions = 5;
  std::string json, csv, html;
  std::vector<std::string> compare;
  std::vector<CLI::Option*> of_client;
  CLI::Option* signal_every = nullptr;
  CLI::Option* iterations_option = nullptr;
  CLI::Option* repetitions_option = nullptr;
};

void command::add_ends() {
  auto& a = *given_;
  app_->add_option("HOST", a.host, "The server's name or address [be the server]");
  app_->add_option(
          "--device", a.device,
          "The device: mlx5_0, mlx5_0/2, #0, 0000:03:00.0, a GUID or GID, 10.0.0.1, %eth0 [the "
          "first mlx5 device]")
      ->type_name("DEVICE");
  app_->add_option("--port", a.port, "The port, from 1 [that of DEVICE, or 1]")->type_name("N");
  app_->add_option("--gid-index", a.gid_index,
                   "The index in the port's GID table [the GID that most peers reach]")
      ->type_name("N");
  app_->add_option("--tcp-port", a.tcp_port,
                   "The TCP port on which the ends agree; 0 at the server: any [7790]")
      ->type_name("N");
  app_->add_flag("--once", a.once, "Server: end after one client");
  app_->add_option("--patience", a.patience,
                   "Seconds without any message until an end gives up [10]")
      ->type_name("SECONDS");
  app_->add_flag("--posting", a.posting,
                 "Measure the cost of posting and polling on this machine, without a server");
  app_->add_option("--compare", a.compare,
                   "Print the changes between two files of --json, and measure nothing")
      ->expected(2)
      ->type_name("OLD NEW");
}

void command::add_measures() {
  auto& a = *given_;
  auto& p = a.what;
  const auto add = [&](const char* option, auto& value, const char* text, const char* type) {
    auto* const one = app_->add_option(option, value, text)->type_name(type);
    a.of_client.push_back(one);
    return one;
  };
  const auto among = [&](const char* option, std::string& value, const char* text,
                         std::vector<std::string> names) {
    a.of_client.push_back(app_->add_option(option, value, text)->check(CLI::IsMember(names)));
  };
  among("--operation", a.operation, "The measured operation [write]",
        {"write", "read", "send", "fetch_add", "cmp_swap", "masked_fetch_add", "masked_cmp_swap"});
  among("--connection", a.connection, "The kind of queue pairs [rc]", {"rc", "uc", "ud", "dc"});
  among("--queues", a.queues,
        "Post directly, on mlx5 devices, or through verbs [direct where it is possible]",
        {"direct", "verbs"});
  among("--measure", a.measure,
        "One of them, or both [both, or bandwidth if only that is possible]",
        {"latency", "bandwidth", "both"});
  add("--size", a.size, "Bytes of a message: 64, 4K, or powers of two: 2..1M [64]", "BYTES");
  a.iterations_option = add("--iterations", a.iterations, "Messages of one repetition [1000]", "N");
  add("--seconds", a.seconds, "About so long for one repetition, in place of --iterations",
      "SECONDS")
      ->excludes(a.iterations_option);
  a.repetitions_option =
      add("--repetitions", a.repetitions,
          "The number of measurements of each size [5], or of each row of --posting [101]", "N");
  add("--depth", p.depth, "Messages of a queue pair that are under way [128]", "N");
  add("--list", p.list, "Messages for one doorbell [1]", "N");
  a.signal_every =
      add("--signal-every", p.signal_every,
          "One of so many messages has a completion [16, or what the depth allows]", "N");
  add("--inline", p.inline_up_to, "Messages of up to so many bytes are inlined [0]", "BYTES");
  add("--queue-pairs", p.queue_pairs, "Queue pairs of each thread, for bandwidth [1]", "N");
  add("--threads", p.threads, "Threads of each end, for bandwidth [1]", "N");
  among("--compression", a.compression,
        "One CQE stands for several completions, on direct queue pairs [none]",
        {"none", "basic", "enhanced"});
  const auto flag = [&](const char* option, bool& value, const char* text) {
    a.of_client.push_back(app_->add_flag(option, value, text));
  };
  flag("--both-directions", p.both_directions, "Both ends send at once, for bandwidth");
  flag("--blueflame", p.blueflame, "Write single messages to the doorbell register as a whole");
  flag("--events", p.events, "Sleep until completions come, in place of polling");
  flag("--rdma-cm", p.rdma_cm, "Connect the queue pairs by rdma_cm, in place of the exchange");
  add("--json", a.json, "Write all results to a file, for --compare and programs", "FILE");
  add("--csv", a.csv, "Write a line for each repetition to a file", "FILE");
  add("--html", a.html, "Write a report with plots to a file", "FILE");
}

command::command(CLI::App& program)
    : app_(program.add_subcommand("perf", about)), given_(new arguments) {
  app_->footer(examples);
  add_ends();
  add_measures();
}

command::~command() { delete given_; }

bool command::parsed() const { return app_->parsed(); }

int command::run_client(const place& on) {
  auto& a = *given_;
  auto& p = a.what;
  plan how{.host = a.host,
           .tcp_port = a.tcp_port,
           .repetitions = a.repetitions,
           .iterations = a.iterations,
           .seconds = a.seconds,
           .patience = std::chrono::milliseconds(static_cast<long>(a.patience * 1000))};
  if (a.iterations_option->count() == 0 && a.seconds == 0) how.iterations = usual_iterations;
  if (a.queues.empty()) p.queues = on.context.is_mlx5() ? queues::direct : queues::verbs;
  if (auto problem = problem_of(p); !problem.empty()) throw failure(wrong, problem);
  // A file that cannot be written is found before the measurement.
  for (const auto& path : {a.json, a.csv, a.html}) write_file(path, "");
  const auto all = measure_with_server(on, p, how);
  std::cout << as_text(all);
  write_file(a.json, as_json(all));
  write_file(a.csv, as_csv(all));
  write_file(a.html, as_html(all));
  if (!std::cout.flush()) throw failure(wrong, "the output cannot be written: is the disk full?");
  return measured;
}

void command::read_parameters() {
  auto& a = *given_;
  auto& p = a.what;
  p.operation = named(
      a.operation, {operation::write, operation::read, operation::send, operation::fetch_add,
                    operation::cmp_swap, operation::masked_fetch_add, operation::masked_cmp_swap});
  p.connection =
      named(a.connection, {connection::rc, connection::uc, connection::ud, connection::dc});
  if (!a.queues.empty()) p.queues = named(a.queues, {queues::direct, queues::verbs});
  if (a.measure.empty()) a.measure = p.both_directions ? "bandwidth" : "both";
  if (a.measure != "both") p.measures = {named(a.measure, {measure::latency, measure::bandwidth})};
  p.compression =
      named(a.compression, {compression::none, compression::basic, compression::enhanced});
  p.sizes = !a.size.empty()          ? sizes_of(a.size)
            : is_atomic(p.operation) ? std::vector<std::uint32_t>{8}
                                     : std::vector<std::uint32_t>{64};
  if (a.signal_every->count() == 0 && p.depth >= p.list) {
    p.signal_every = std::clamp((p.depth - p.list + 1) / 2, 1u, 16u);
  }
  if (a.iterations_option->count() != 0 && (a.iterations == 0 || a.iterations > most_samples)) {
    throw failure(wrong, "--iterations is from 1 to " + std::to_string(most_samples));
  }
  // Parameters that neither kind of queue pairs can have are found before any device is opened.
  auto other = p;
  if (a.queues.empty()) other.queues = queues::verbs;
  const auto problem = problem_of(p);
  if (!problem.empty() && !problem_of(other).empty()) throw failure(wrong, problem);
  if (!(a.seconds >= 0 && a.seconds <= longest_s)) {
    throw failure(wrong, "--seconds is above 0 and at most 3600");
  }
}

int command::run() {
  auto& a = *given_;
  try {
    if (!a.compare.empty()) {
      const auto found = compare(a.compare[0], a.compare[1]);
      std::cout << found.text << std::flush;
      return found.is_worse ? failed : measured;
    }
    if (!(a.patience > 0 && a.patience <= longest_s)) {
      throw failure(wrong, "--patience is above 0 and at most 3600 seconds");
    }
    for (const auto* const one : a.of_client) {
      const bool is_of_posting = a.posting && one == a.repetitions_option;
      if (a.host.empty() && one->count() != 0 && !is_of_posting) {
        throw failure(wrong, one->get_name() + " is for the client: `verbatim perf HOST " +
                                 one->get_name() + " …`; a server does as its clients ask");
      }
    }
    if (a.posting && (a.once || !a.host.empty())) {
      throw failure(wrong, "--posting needs no other machine: leave out HOST and --once");
    }
    if (a.once && !a.host.empty()) throw failure(wrong, "--once is for the server, without HOST");
    if (a.repetitions == 0 || a.repetitions > most_repetitions) {
      throw failure(wrong, "--repetitions is from 1 to " + std::to_string(most_repetitions));
    }
    if (!a.host.empty()) {
      read_parameters();
      if (a.tcp_port == 0) throw failure(wrong, "--tcp-port 0 is for the server");
    }
    if (const auto problem = info::memlock_problem(); !problem.empty()) {
      std::cerr << "verbatim perf: " << problem << '\n';
    }
    if (a.what.rdma_cm && a.device.empty()) a.device = device_towards(a.host);
    const auto on = open_place(a.device, a.port, a.gid_index);
    if (a.posting) {
      return measure_posting(on,
                             a.repetitions_option->count() != 0 ? a.repetitions : usual_batches);
    }
    if (!a.host.empty()) return run_client(on);
    return serve(on, {.tcp_port = a.tcp_port,
                      .once = a.once,
                      .patience = std::chrono::milliseconds(static_cast<long>(a.patience * 1000))});
  } catch (const failure& e) {
    std::cerr << "verbatim perf: " << e.what() << '\n';
    return e.status();
  } catch (const std::exception& e) {  // of the device, or of JSON that a peer has sent
    std::cerr << "verbatim perf: " << e.what() << '\n';
    return failed;
  }
}

}  // namespace verbatim::tools::perf
