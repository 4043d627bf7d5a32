// The queue pairs of one end, and what is measured on them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/perf/arena.hpp"
#include "tools/perf/clock.hpp"
#include "tools/perf/parameters.hpp"
#include "tools/perf/patience.hpp"
#include "verbatim/connect/exchange/exchange_side.hpp"

namespace verbatim::tools::perf {

/// The device and port of this end.
struct place {
  verbatim::context context;
  verbatim::pd pd;
  std::uint8_t port = 1;
  std::optional<std::uint16_t> gid_index = std::nullopt;
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
  std::uint64_t ticks = 0;           ///< from the first post to the last completion
  std::uint64_t verified_bytes = 0;  ///< bytes in memory that were found to be right
  std::string problem = {};          ///< empty if the round has come to its end
  bool peer_spoke = false;           ///< the peer ended it, and says why
};

/// Returns the number of messages of a queue pair.
constexpr std::uint64_t share_of(std::uint64_t messages, std::uint32_t qp,
                                 std::uint32_t queue_pairs) noexcept {
  return messages / queue_pairs + (qp < messages % queue_pairs ? 1 : 0);
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

  /// The client's part: measures. Latencies need `stamps` for one time more than there are messages.
  virtual outcome lead(const round& what, std::span<std::uint64_t> stamps, patience& wait) = 0;

  /// The server's part of operations in which it takes part.
  virtual outcome follow(const round& what, patience& wait) = 0;

  /// Compares the memory of this end with what the round should have left there.
  /// `messages` are those that have arrived. Returns the bytes that are right, and a problem if
  /// others are not.
  virtual outcome verify(const round& what, std::uint64_t messages, bool leads) const = 0;
};

/// Makes the queue pairs. Throws an `error` if the device refuses.
std::unique_ptr<lane> make_lane(const place& on, const parameters& what, const tick_clock& clock);
std::unique_ptr<lane> make_direct_connected(const place& on, const parameters& what,
                                            const tick_clock& clock);
std::unique_ptr<lane> make_direct_datagrams(const place& on, const parameters& what,
                                            const tick_clock& clock);
std::unique_ptr<lane> make_direct_dc(const place& on, const parameters& what,
                                     const tick_clock& clock);
std::unique_ptr<lane> make_verbs_lane(const place& on, const parameters& what,
                                      const tick_clock& clock);

}  // namespace verbatim::tools::perf
