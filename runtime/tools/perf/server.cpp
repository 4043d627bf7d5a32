// The end that waits for clients and executes their requests.
#include "tools/perf/server.hpp"

#include <poll.h>

#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "tools/perf/failure.hpp"
#include "tools/perf/meeting.hpp"
#include "tools/perf/talk.hpp"
#include "verbatim/connect/exchange/frame_socket.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace verbatim::tools::perf {
namespace {

constexpr std::uint64_t longest_round = std::uint64_t{1} << 32;

/// True if the program of this end takes part in a round.
bool takes_part(const parameters& what, const round& now) {
  return is_received(what.operation) ||
         (what.operation == operation::write && now.measure == measure::latency);
}

void check(const round& now, const parameters& what) {
  if (now.size < what.sizes.front() || now.size > what.sizes.back() || now.messages == 0 ||
      now.messages > longest_round) {
    throw failure(failed, "the client asks for a round that its parameters do not announce");
  }
}

class guest {
 public:
  guest(const place& on, const service& how, control& client)
      : on_(on), how_(how), client_(client) {}

  /// Serves the client until it leaves. Returns a line about what was measured.
  std::string serve() {
    const auto hello = client_.receive(how_.patience);
    try {
      welcome(hello);
    } catch (const failure& e) {
      auto refusal = greeting();
      refusal["refused"] = e.what();
      client_.send(refusal);
      throw;
    }
    const auto meeting = answer_meeting(*lane_, what_, client_, on_);
    std::uint64_t rounds = 0;
    for (;; ++rounds) {
      const auto said = client_.receive();
      if (said.contains("bye")) break;
      play(round_of(said));
    }
    return summary_of(what_) + ": " + std::to_string(rounds) + " rounds";
  }

 private:
  void welcome(const control::json& hello) {
    check_greeting(hello, client_.peer());
    what_ = parameters_of(hello.value("parameters", control::json::object()));
    auto problem = problem_of(what_);
    if (problem.empty()) problem = problem_at(on_, what_);
    if (!problem.empty()) throw failure(nothing_run, problem);
    lane_ = open_lane(on_, what_, clock_);
    auto accepted = greeting();
    accepted["machine"] = machine_of(on_);
    client_.send(accepted);
  }

  void play(const round& now) {
    check(now, what_);
    lane_->prepare(now);
    client_.send({{"ready", true}});
    outcome seen;
    patience wait(client_, how_.patience, on_.is_software);
    if (what_.both_directions) {
      seen = lane_->both(now, wait);
      stop_after(seen);
      if (!seen.peer_spoke) {
        client_.send({{"sent", seen.sent}, {"seconds", clock_.to_ns(seen.ticks()) / 1e9}});
        if (is_received(what_.operation)) {
          const auto rest = lane_->rest(now, wait);
          stop_after(rest);
          seen.received = rest.received;
        }
      }
    } else if (takes_part(what_, now)) {
      seen = lane_->follow(now, wait);
      stop_after(seen);
    }
    const auto said = client_.receive();
    if (said.contains("stop")) {
      throw failure(failed, "the client has stopped: " + said.value("stop", std::string()));
    }
    const auto messages = found_by(what_.operation, seen, said.value("sent", std::uint64_t{0}));
    const bool is_read = what_.operation == operation::read;
    outcome found;
    // The end that has read has the data.
    if (!is_read || what_.both_directions) found = lane_->verify(now, messages, is_read);
    client_.send({{"result",
                   {{"received", seen.received},
                    {"verified_bytes", found.verified_bytes},
                    {"problem", found.problem}}}});
    if (!found.problem.empty()) throw failure(failed, found.problem);
  }

  /// Ends the measurement if this end's part has failed.
  void stop_after(const outcome& mine) {
    if (mine.problem.empty()) return;
    if (client_.look() != control::state::gone) {
      client_.send({{"result", {{"problem", mine.problem}}}});
    }
    throw failure(failed, mine.problem);
  }

  const place& on_;
  const service& how_;
  control& client_;
  parameters what_;
  const tick_clock clock_;
  std::unique_ptr<lane> lane_;
};

detail::frame_socket next_of(detail::frame_listener& door) {
  for (;;) {
    pollfd waits{door.fd(), POLLIN, 0};
    (void)poll(&waits, 1, -1);
    if (auto socket = door.accept()) return std::move(*socket);
  }
}

}  // namespace

int serve(const place& on, const service& how) {
  std::unique_ptr<detail::frame_listener> door;
  try {
    door = std::make_unique<detail::frame_listener>("", how.tcp_port);
  } catch (const error& e) {
    throw failure(wrong, std::string(e.what()) + " (choose another --tcp-port)");
  }
  std::cout << on.context.name() << ", port " << int{on.port} << ", waits on TCP port "
            << door->port() << std::endl;
  for (;;) {
    control client(next_of(*door), how.patience);
    int status = measured;
    try {
      const auto line = guest(on, how, client).serve();
      std::cout << client.peer() << ": " << line << std::endl;
    } catch (const failure& e) {
      std::cerr << "verbatim perf: " << client.peer() << ": " << e.what() << std::endl;
      status = e.status();
    } catch (const std::exception& e) {  // of the device, or of JSON that the client has sent
      std::cerr << "verbatim perf: " << client.peer() << ": " << e.what() << std::endl;
      status = failed;
    }
    if (how.once) return status;
  }
}

}  // namespace verbatim::tools::perf
