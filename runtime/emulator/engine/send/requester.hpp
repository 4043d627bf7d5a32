// The requester's side of a queue pair: executes send WQEs and completes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/engine_room.hpp"
#include "engine/execute/send_completions.hpp"
#include "engine/send/send_ring.hpp"
#include "engine/send/send_stream.hpp"
#include "engine/send/stream_scheduler.hpp"

namespace verbatim::emulator {

/// Executes the WQEs of a send queue. WQEs are read from the ring once, and stay in a stream until
/// they are done.
class requester {
 public:
  requester(engine_room& room, queue_pair& qp)
      : room_(room), qp_(qp), ring_(room, qp), stream_(room, qp), streams_(room, qp, ring_) {}

  /// Returns to the initial state, for a change to RESET.
  void reset() noexcept;

  /// Lets the queue pair send: PSNs count from its sq_psn.
  void start() noexcept { stream_.start(); }

  /// Handles a doorbell: all WQEs that the doorbell record covers may be executed.
  void take_doorbell() noexcept { ring_.take_doorbell(); }

  /// Does the work that can be done now. Returns true if there was some.
  bool advance();

  /// Returns true if advance() has nothing to do before the next doorbell or answer.
  bool is_idle() const noexcept {
    return ring_.empty() && stream_.pending().empty() && !qp_.streams.enabled &&
           qp_.state != queue_pair_state::err;
  }

  /// Handles an ack, a refusal or a response from the peer.
  void handle_answer(const message& answer);

  /// Handles the loss of the process in that slot: requests without an answer are lost.
  void lose_peer(std::uint32_t slot);

  /// Resets a stream after the program has seen that it failed. Returns false if it has not failed.
  bool reset_stream(std::uint16_t stream) noexcept { return streams_.restart(stream); }

  /// Writes a CQE of syndrome wr_flush_err for each WQE of a queue pair in ERR. Returns true if
  /// there was one.
  bool flush();

  /// Returns the time of the next check if nothing else happens, if there is one.
  std::optional<engine_clock::time_point> deadline() const noexcept;

  /// Enables the WQEs of a managed queue up to `index`, for a SEND_EN. Returns the reason for a
  /// refusal, or nothing.
  std::string enable(std::uint16_t index) { return ring_.enable(index); }

  const send_ring& ring() const noexcept { return ring_; }

 private:
  bool read_next();

  engine_room& room_;
  queue_pair& qp_;
  send_ring ring_;

  /// The WQEs of a queue pair without streams.
  send_stream stream_;

  /// The WQEs of a DCI with streams.
  stream_scheduler streams_;

  /// True if a WQE that stops the whole queue pair was read; no later WQE is read.
  bool unreadable_ = false;
};

}  // namespace verbatim::emulator
