// The end that measures.
#include "tools/perf/client.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <span>
#include <utility>
#include <vector>

#include "tools/perf/failure.hpp"
#include "tools/perf/meeting.hpp"
#include "tools/perf/talk.hpp"

namespace verbatim::tools::perf {
namespace {

constexpr std::uint64_t latency_warmup = 64;
constexpr std::uint64_t most_messages = std::uint64_t{1} << 32;

std::string time_now() {
  const auto seconds = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

/// One line on a terminal that changes; nothing elsewhere.
class progress_line {
 public:
  ~progress_line() {
    if (is_terminal_) std::fputs("\r\x1b[K", stderr);
  }
  void show(measure what, std::uint32_t size, std::uint32_t repetition, std::uint32_t of) const {
    if (!is_terminal_) return;
    std::fprintf(stderr, "\r\x1b[K%s, %u bytes, %u of %u", std::string(name(what)).c_str(), size,
                 repetition, of);
    std::fflush(stderr);
  }

 private:
  bool is_terminal_ = isatty(STDERR_FILENO) == 1;
};

class client {
 public:
  client(control& server, lane& own, const parameters& what, const plan& how,
         const tick_clock& clock, bool of_software)
      : server_(server),
        own_(own),
        what_(what),
        how_(how),
        clock_(clock),
        of_software_(of_software) {}

  std::vector<row> measure_all() {
    std::vector<row> rows;
    const progress_line progress;
    for (const auto kind : what_.measures) {
      for (const auto size : what_.sizes) {
        progress.show(kind, size, 0, how_.repetitions);
        row one{.measure = kind, .size = size};
        const auto messages = warm_up(kind, size);
        for (std::uint32_t i = 0; i < how_.repetitions; ++i) {
          progress.show(kind, size, i + 1, how_.repetitions);
          repeat(one, messages);
        }
        rows.push_back(std::move(one));
      }
    }
    server_.send({{"bye", true}});
    return rows;
  }

 private:
  struct played {
    outcome mine;
    std::uint64_t received = 0;        // by the server
    std::uint64_t verified_bytes = 0;  // by both ends
    std::uint64_t sent_by_server = 0;  // if both ends send
    double server_seconds = 0;         // if both ends send
  };

  played play(const round& now) {
    if (now.measure == measure::latency && stamps_.size() <= now.messages) {
      stamps_.resize(now.messages + 1);
    }
    own_.prepare(now);
    server_.send({{"round", as_json(now)}});
    check_refusal(server_.receive(how_.patience), server_.peer());
    patience wait(server_, how_.patience, of_software_);
    played all;
    if (what_.both_directions) {
      play_both(now, wait, all);
    } else {
      all.mine = own_.lead(now, stamps_, wait);
      stop_after(all.mine);
      if (!all.mine.peer_spoke) server_.send({{"sent", all.mine.sent}});
      if (what_.operation == operation::read) verify(now, all.mine.sent, true, all);
    }
    const auto said = server_.receive(how_.patience);
    check_result(said);
    all.received = said["result"].value("received", std::uint64_t{0});
    all.verified_bytes += said["result"].value("verified_bytes", std::uint64_t{0});
    return all;
  }

  /// Both ends send. Each one says when its messages have completed, so that the other one knows
  /// what it has to find in memory.
  void play_both(const round& now, patience& wait, played& all) {
    all.mine = own_.both(now, wait);
    stop_after(all.mine);
    if (all.mine.peer_spoke) return;  // the server's result says why
    server_.send({{"sent", all.mine.sent}});
    if (is_received(what_.operation)) {
      const auto rest = own_.rest(now, wait);
      stop_after(rest);
      all.mine.received = rest.received;
    }
    const auto said = server_.receive(how_.patience);
    if (!said.contains("sent")) {
      check_result(said);
      throw failure(failed, server_.peer() + " does not say what it has sent");
    }
    all.sent_by_server = said.value("sent", std::uint64_t{0});
    all.server_seconds = said.value("seconds", 0.0);
    verify(now, found_by(what_.operation, all.mine, all.sent_by_server),
           what_.operation == operation::read, all);
  }

  void verify(const round& now, std::uint64_t messages, bool leads, played& all) const {
    const auto found = own_.verify(now, messages, leads);
    if (!found.problem.empty()) throw failure(failed, found.problem);
    all.verified_bytes += found.verified_bytes;
  }

  /// Ends the measurement if this end's part has failed.
  void stop_after(const outcome& mine) {
    if (mine.problem.empty()) return;
    if (server_.look() != control::state::gone) server_.send({{"stop", mine.problem}});
    throw failure(failed, mine.problem);
  }

  void check_result(const control::json& said) const {
    const auto result = said.find("result");
    if (result == said.end() || !result->is_object()) {
      throw failure(failed, server_.peer() + " gives no result");
    }
    const auto problem = result->value("problem", std::string());
    if (!problem.empty()) throw failure(failed, server_.peer() + ": " + problem);
  }

  /// A round that does not count. Returns the messages of the rounds that do.
  std::uint64_t warm_up(measure kind, std::uint32_t size) {
    const bool is_latency = kind == measure::latency;
    const auto most = is_latency ? most_samples : most_messages;
    auto messages =
        is_latency ? latency_warmup : std::uint64_t{2} * what_.depth * all_queue_pairs(what_);
    if (how_.iterations != 0) messages = std::min(messages, how_.iterations);
    const auto done = play(round_for(kind, size, messages));
    if (how_.iterations != 0) return std::min<std::uint64_t>(how_.iterations, most);
    const auto ticks = is_latency ? stamps_[messages] - stamps_[0] : done.mine.ticks();
    const auto each = clock_.to_ns(ticks) / static_cast<double>(messages);
    const auto wanted = how_.seconds * 1e9 / std::max(each, 0.1);
    return static_cast<std::uint64_t>(std::clamp(wanted, 1.0, static_cast<double>(most)));
  }

  void repeat(row& to, std::uint64_t messages) {
    const auto done = play(round_for(to.measure, to.size, messages));
    to.verified_bytes += done.verified_bytes;
    if (to.measure == measure::latency) {
      to.latencies.push_back(latencies_of(std::span(stamps_).first(messages + 1),
                                          !is_one_sided(what_.operation), clock_, to.histogram));
      return;
    }
    bandwidth_run one;
    add_direction(done.mine.sent, done.received, clock_.to_ns(done.mine.ticks()) / 1e9, one);
    if (what_.both_directions) {
      add_direction(done.sent_by_server, done.mine.received, done.server_seconds, one);
    }
    one.bytes_per_second = one.messages_per_second * to.size;
    to.bandwidths.push_back(one);
  }

  /// Adds what one end has sent, and the other one has received, to a repetition.
  void add_direction(std::uint64_t sent, std::uint64_t received, double seconds,
                     bandwidth_run& to) const {
    const auto lost = is_received(what_.operation) ? sent - std::min(sent, received) : 0;
    to.messages += sent;
    to.lost += lost;
    to.seconds = std::max(to.seconds, seconds);
    to.messages_per_second += static_cast<double>(sent - lost) / std::max(seconds, 1e-9);
  }

  round round_for(measure kind, std::uint32_t size, std::uint64_t messages) {
    return {.measure = kind, .size = size, .messages = messages, .seed = ++seed_};
  }

  control& server_;
  lane& own_;
  const parameters& what_;
  const plan& how_;
  const tick_clock& clock_;
  bool of_software_;
  std::vector<std::uint64_t> stamps_;
  std::uint32_t seed_ = 0;
};

}  // namespace

report measure_with_server(const place& on, const parameters& what, const plan& how) {
  if (auto problem = problem_at(on, what); !problem.empty()) {
    throw failure(nothing_run, problem);
  }
  const tick_clock clock;
  report all{.started = time_now(),
             .clock = clock.name(),
             .ns_per_tick = clock.ns_per_tick(),
             .parameters = what,
             .repetitions = how.repetitions,
             .client = machine_of(on)};
  const auto begin = clock.now();
  auto server = control::to(how.host, how.tcp_port, how.patience);
  auto hello = greeting();
  hello["parameters"] = as_json(what);
  server.send(hello);
  const auto said = server.receive(how.patience);
  check_greeting(said, server.peer());
  check_refusal(said, server.peer());
  all.server = said.value("machine", control::json::object());
  const auto own = open_lane(on, what, clock);
  const auto meeting = begin_meeting(*own, what, server, on, how.host);
  all.rows = client(server, *own, what, how, clock, on.is_software).measure_all();
  all.seconds = clock.to_ns(clock.now() - begin) / 1e9;
  return all;
}

}  // namespace verbatim::tools::perf
