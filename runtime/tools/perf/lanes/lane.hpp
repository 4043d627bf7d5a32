// The queue pairs of one end, and what is measured on them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/perf/clock.hpp"
#include "tools/perf/lanes/arena.hpp"
#include "tools/perf/lanes/patience.hpp"
#include "tools/perf/parameters.hpp"
#include "verbatim/connect/exchange/exchange_side.hpp"

namespace verbatim::tools::perf {

/// The device and port of this end.
struct place {
  verbatim::context context;
  verbatim::pd pd;
  std::uint8_t port = 1;
  std::optional<std::uint16_t> gid_index = std::nullopt;
  bool is_software = false;  ///< the device's work needs this machine's processors
  bool is_iwarp = false;
};

/// One run without a pause. Both ends know it before it begins.
struct round {
  perf::measure measure = measure::latency;
  std::uint32_t size = 0;
  std::uint64_t messages = 0;  ///< of all queue pairs
  std::uint32_t seed = 0;      ///< of the bytes that are sent
};

/// The outcome of a round at one end.
struct outcome {
  std::uint64_t sent = 0;            ///< messages that have completed
  std::uint64_t received = 0;        ///< messages that have arrived in receives
  std::uint64_t began = 0;           ///< the time before the first post
  std::uint64_t ended = 0;           ///< the time behind the last completion
  std::uint64_t verified_bytes = 0;  ///< bytes in memory that were found to be right
  std::string problem = {};          ///< empty if the round has come to its end
  bool peer_spoke = false;           ///< the peer ended it, and says why

  std::uint64_t ticks() const noexcept { return ended - began; }
};

/// Returns the number of messages of a queue pair, or of a thread, among all of them.
constexpr std::uint64_t share_of(std::uint64_t messages, std::uint32_t which,
                                 std::uint32_t all) noexcept {
  return messages / all + (which < messages % all ? 1 : 0);
}

/// Returns the number of messages whose bytes an end finds in its memory, after a round in which it
/// had the outcome `mine`.
constexpr std::uint64_t found_by(operation what, const outcome& mine,
                                 std::uint64_t sent_by_peer) noexcept {
  if (is_received(what)) return mine.received;
  return what == operation::read ? mine.sent : sent_by_peer;
}

class lane {
 public:
  lane() = default;
  lane(const lane&) = delete;
  lane& operator=(const lane&) = delete;
  virtual ~lane() = default;

  /// Returns this end of a queue pair, for the exchange.
  virtual exchange::side side(std::uint32_t qp) = 0;

  /// Takes the result of the exchange.
  virtual void meet(std::uint32_t qp, const exchange::agreement& agreed) = 0;

  /// Prepares the memory for a round.
  virtual void prepare(const round& what) = 0;

  /// Passes the queues to the next thread that uses them.
  virtual void hand_over() noexcept = 0;

  /// The client's part: measures. Latencies need `stamps` for one time more than there are messages.
  virtual outcome lead(const round& what, std::span<std::uint64_t> stamps, patience& wait) = 0;

  /// The server's part of operations in which it takes part.
  virtual outcome follow(const round& what, patience& wait) = 0;

  /// Either end's part of a bandwidth in both directions: sends its messages until the last one has
  /// completed, and takes those of the peer meanwhile.
  virtual outcome both(const round& what, patience& wait) = 0;

  /// Takes the messages of the peer that are still to come after both(), in the same round.
  virtual outcome rest(const round& what, patience& wait) = 0;

  /// Compares the memory of this end with what the round should have left there.
  /// `messages` are those that have arrived. Returns the bytes that are right, and a problem if
  /// others are not.
  virtual outcome verify(const round& what, std::uint64_t messages, bool leads) const = 0;
};

/// Makes the queue pairs. Throws an `error` if the device refuses.
std::unique_ptr<lane> make_lane(const place& on, const parameters& what, const tick_clock& clock);

/// These make the queue pairs of one thread.
std::unique_ptr<lane> make_lane_of_thread(const place& on, const parameters& what,
                                          const tick_clock& clock);
std::unique_ptr<lane> make_direct_connected(const place& on, const parameters& what,
                                            const tick_clock& clock);
std::unique_ptr<lane> make_direct_datagrams(const place& on, const parameters& what,
                                            const tick_clock& clock);
std::unique_ptr<lane> make_direct_dc(const place& on, const parameters& what,
                                     const tick_clock& clock);
std::unique_ptr<lane> make_compressed(const place& on, const parameters& what,
                                      const tick_clock& clock);
std::unique_ptr<lane> make_verbs_lane(const place& on, const parameters& what,
                                      const tick_clock& clock);

}  // namespace verbatim::tools::perf
