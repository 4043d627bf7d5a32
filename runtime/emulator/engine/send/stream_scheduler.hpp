// The streams of a DCI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "engine/send/send_ring.hpp"
#include "engine/send/send_stream.hpp"

namespace verbatim::emulator {

/// Distributes the WQEs of one ring to streams, which do not wait for each other. Completes them in
/// the order of the ring, unless a stream waits for its receiver or for a missing peer; a NIC
/// promises less.
class stream_scheduler {
 public:
  stream_scheduler(engine_room& room, queue_pair& qp, const send_ring& ring);

  /// Forgets all streams.
  void reset() noexcept;

  /// Returns the stream with that number; makes it if it is new.
  send_stream& of(std::uint16_t number);

  /// Returns the number of WQEs that are not completed.
  std::size_t unfinished() const noexcept;

  /// Does the work that can be done now. `was_idle` is true if there were no WQEs before this turn;
  /// `some_read` is true if WQEs were read in this turn. Returns true if it did any work.
  bool advance(bool was_idle, bool some_read);

  /// Handles an answer if it is for a stream that exists. Returns false if it is not.
  bool handle_answer(const message& answer);

  void lose_peer(std::uint32_t slot);

  /// Resets a stream after the program has seen that it failed. Returns false if it has not failed.
  bool restart(std::uint16_t number) noexcept;

  /// Removes the WQEs that were begun, and adds them to `given_up`, in any order.
  void give_up(std::vector<pending_wqe>& given_up);

  /// Returns the time of the next check if nothing else happens, if there is one.
  std::optional<engine_clock::time_point> deadline() const noexcept;

 private:
  bool advance_reordered(bool begins_collecting, bool moved);
  bool retire();
  send_stream* choose();

  engine_room& room_;
  queue_pair& qp_;
  const send_ring& ring_;
  std::map<std::uint16_t, std::unique_ptr<send_stream>> streams_;
  unsigned failed_streams_ = 0;

  // For reordered streams: the stream whose turn it is for one WQE, and the time until which WQEs
  // are only collected, so that there is something to choose from.
  std::minstd_rand dice_;
  send_stream* chosen_ = nullptr;
  std::optional<engine_clock::time_point> collect_until_;
};

}  // namespace verbatim::emulator
