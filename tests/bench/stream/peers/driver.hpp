// Both ends of a connection in one program, on one thread, in steps that callgrind counts. peers.py
// runs it. The program sleeps between the steps, so that the device has done everything and no step
// polls in vain.
//
//   PROGRAM KIND SCENARIO ROUNDS MILLISECONDS_OF_SLEEP
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <thread>

namespace verbatim::bench {

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

// allocations.cpp counts while the first is true.
extern thread_local bool counts_allocations;
extern thread_local std::uint64_t allocations;

/// The work of a round. Ends are 0, which begins, and 1.
struct scenario {
  std::string_view name;
  std::size_t length = 64;  ///< bytes of a message
  std::size_t depth = 1;    ///< messages of a round, in each direction
  bool echoes = false;      ///< each message waits for the one before it, of the other end
  bool both_ways = false;
  std::size_t at_once = SIZE_MAX;  ///< the most messages that an end takes in a step
  std::size_t idle = 0;            ///< other connections, which do nothing
  std::size_t warm_up = 4;         ///< rounds before those that are counted

  std::size_t bytes() const { return length * depth; }
  /// Messages that are too long for a slot are sent from and into memory that is registered.
  bool is_long() const { return length > 4096; }
};

inline constexpr std::array scenarios = {
    scenario{.name = "ping_pong", .depth = 32, .echoes = true, .warm_up = 2},
    scenario{.name = "depth_64", .depth = 64, .warm_up = 8},
    scenario{.name = "4k", .length = 4096, .depth = 16, .warm_up = 16},
    scenario{.name = "64k", .length = 65536, .warm_up = 16},
    scenario{.name = "1m", .length = 1 << 20},
    scenario{.name = "both_ways", .depth = 64, .both_ways = true, .warm_up = 8},
    scenario{.name = "slow_reader", .depth = 1024, .at_once = 16, .warm_up = 1},
    scenario{.name = "beyond_window", .depth = 1024, .warm_up = 1},
    scenario{.name = "idle_1000", .depth = 64, .idle = 1000, .warm_up = 8},
};

// Callgrind counts within these functions: those of the end that begins, and of the other.
template <class Work>
[[gnu::noinline]] void counted_first(Work&& work) {
  work();
  asm volatile("" ::: "memory");
}
template <class Work>
[[gnu::noinline]] void counted_second(Work&& work) {
  work();
  asm volatile("" ::: "memory");
}

/// Moves the messages of rounds over a peer's connection. A peer has, for each end,
///
///   out(end), in(end)               memory of the user, as long as a round
///   progress(end)                   one turn of the library, if it wants that
///   batch(end, work)                calls `work`, which sends or receives more than one message
///   send(end, offset, length)       sends what is there in out(); returns the bytes taken over
///   receive(end, offset, length)    receives to there in in(); returns the bytes
///   is_idle(end)                    true if out() may be changed
template <class Peer>
class driver {
 public:
  driver(Peer& peer, const scenario& what, std::chrono::milliseconds sleep)
      : peer_(peer), what_(what), sleep_(sleep) {}

  void rounds(std::uint64_t count, bool are_counted) {
    for (; count != 0; --count) round(are_counted);
  }
  std::uint64_t vain() const { return vain_; }

 private:
  struct end_state {
    std::size_t sends = 0, expects = 0;  // bytes of the round
    std::size_t sent = 0, got = 0;
  };

  std::size_t may_send(std::size_t end) const {
    const auto& state = ends_[end];
    return what_.echoes ? std::min(state.sends, state.got + (end == 0 ? what_.length : 0))
                        : state.sends;
  }

  /// The turn of an end: it receives, and then sends.
  void step(std::size_t end) {
    auto& state = ends_[end];
    const auto before = state.got;
    // An echo goes out before the next message can come.
    const auto most = what_.echoes                ? what_.length
                      : what_.at_once == SIZE_MAX ? state.expects
                                                  : what_.at_once * what_.length;
    for (;;) {
      peer_.progress(end);
      const auto first = state.got, until = std::min(state.expects, before + most);
      if (until - first > what_.length) {
        peer_.batch(end, [&] { receive(end, until); });
      } else {
        receive(end, until);
      }
      if (state.got == first || state.got == until) break;
    }
    const auto limit = may_send(end);
    if (limit - state.sent > what_.length) {
      peer_.batch(end, [&] { send(end, limit); });
    } else {
      send(end, limit);
    }
  }

  void receive(std::size_t end, std::size_t limit) {
    auto& state = ends_[end];
    while (state.got < limit) {
      const auto bytes = peer_.receive(end, state.got, limit - state.got);
      if (bytes == 0) return;
      state.got += bytes;
    }
  }

  void send(std::size_t end, std::size_t limit) {
    auto& state = ends_[end];
    while (state.sent < limit) {
      const auto rest = what_.length - state.sent % what_.length;
      const auto bytes = peer_.send(end, state.sent, rest);
      if (bytes == 0) return;
      state.sent += bytes;
    }
  }

  bool is_done() {
    for (std::size_t end = 0; end < 2; ++end) {
      const auto& state = ends_[end];
      if (state.sent < state.sends || state.got < state.expects || !peer_.is_idle(end))
        return false;
    }
    return true;
  }

  void round(bool is_counted) {
    const bool answers = what_.echoes || what_.both_ways;
    ends_[0] = {what_.bytes(), answers ? what_.bytes() : 0};
    ends_[1] = {answers ? what_.bytes() : 0, what_.bytes()};
    ++number_;
    for (std::size_t end = 0; end < 2; ++end) fill(peer_.out(end), end);
    for (unsigned steps = 0; !is_done(); ++steps) {
      if (steps == 20000) fail("bytes are missing");
      for (std::size_t end = 0; end < 2; ++end) {
        const auto before = ends_[end];
        if (!is_counted) {
          step(end);
        } else {
          counts_allocations = true;
          if (end == 0) {
            counted_first([&] { step(0); });
          } else {
            counted_second([&] { step(1); });
          }
          counts_allocations = false;
        }
        const bool has_moved = before.sent != ends_[end].sent || before.got != ends_[end].got;
        if (is_counted && !has_moved) ++vain_;
        std::this_thread::sleep_for(sleep_);
      }
    }
    for (std::size_t end = 0; end < 2; ++end)
      check(peer_.in(end).first(ends_[end].expects), 1 - end);
  }

  /// The bytes of a round differ from those of the rounds before.
  std::uint64_t word(std::size_t end, std::size_t at) const {
    return (number_ << 40 | std::uint64_t{end} << 32 | at) * 0x9e3779b97f4a7c15;
  }
  void fill(std::span<std::byte> memory, std::size_t end) const {
    for (std::size_t at = 0; at < memory.size(); at += 8) {
      const auto value = word(end, at);
      std::memcpy(memory.data() + at, &value, 8);
    }
  }
  void check(std::span<const std::byte> memory, std::size_t sender) const {
    for (std::size_t at = 0; at < memory.size(); at += 8) {
      const auto value = word(sender, at);
      if (std::memcmp(memory.data() + at, &value, 8) != 0) {
        fail("wrong bytes in round " + std::to_string(number_) + " at " + std::to_string(at));
      }
    }
  }

  Peer& peer_;
  const scenario what_;
  const std::chrono::milliseconds sleep_;
  std::array<end_state, 2> ends_;
  std::uint64_t number_ = 0, vain_ = 0;
};

/// Runs a scenario, and prints its messages, and the counted steps in which an end moved nothing.
template <class Peer>
int run(int argc, char** argv) try {
  if (argc != 5) fail(std::string(argv[0]) + " KIND SCENARIO ROUNDS MILLISECONDS_OF_SLEEP");
  const auto* what = std::find_if(scenarios.begin(), scenarios.end(),
                                  [&](const scenario& one) { return one.name == argv[2]; });
  if (what == scenarios.end()) fail("there is no such scenario");
  const std::chrono::milliseconds sleep(std::atoi(argv[4]));
  const auto rounds = static_cast<std::uint64_t>(std::atoll(argv[3]));
  {
    Peer peer(argv[1], *what);
    driver<Peer> drives(peer, *what, sleep);
    drives.rounds(what->warm_up, false);
    drives.rounds(rounds, true);
    const std::uint64_t ways = what->echoes || what->both_ways ? 2 : 1;
    using number = unsigned long long;
    std::printf("{\"messages\": %llu, \"vain\": %llu, \"allocations\": %llu, \"verified\": true}\n",
                number{rounds * what->depth * ways}, number{drives.vain()}, number{allocations});
    std::fflush(stdout);
    if constexpr (requires { peer.end(); }) peer.end();
  }
  return 0;
} catch (const std::exception& error) {
  return std::fprintf(stderr, "%s\n", error.what()), 1;
}

}  // namespace verbatim::bench
