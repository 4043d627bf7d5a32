// Sends WQEs to their peers in order, and completes them in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/base/engine_room.hpp"
#include "engine/check/missing_fences.hpp"
#include "engine/execute/datagram_sender.hpp"
#include "engine/execute/local_memory.hpp"
#include "engine/execute/local_work.hpp"
#include "engine/execute/packet_sender.hpp"
#include "engine/execute/result_receiver.hpp"
#include "engine/execute/send_completions.hpp"
#include "engine/send/dc_connection.hpp"
#include "engine/send/pending_queue.hpp"
#include "engine/send/retry_timer.hpp"

namespace verbatim::emulator {

/// A stream of a DCI: its number, and the number of streams of that DCI that are in error.
struct stream_place {
  std::uint16_t number = 0;
  unsigned* failed_streams = nullptr;
};

/// A queue of WQEs that are executed in order. Several can be outstanding at once. A queue pair has
/// one such queue; a DCI with streams has one for each stream.
class send_stream {
 public:
  send_stream(engine_room& room, queue_pair& qp, std::optional<stream_place> place = {});
  send_stream(const send_stream&) = delete;
  send_stream& operator=(const send_stream&) = delete;

  /// Returns to the initial state, for a change to RESET.
  void reset() noexcept;

  /// Sets the next PSN to the queue pair's sq_psn.
  void start() noexcept { pending_.count_from(qp_.attributes.sq_psn, mtu_of(qp_)); }

  /// Takes a WQE from the ring.
  void take(pending_wqe one);

  /// Sends what can be sent now. When everything is sent, calls `read_more`, which reads another
  /// WQE of the ring and returns true if there was one. Returns true if it did any work.
  bool advance(const std::function<bool()>& read_more);

  /// Handles an ack, a refusal or a response from the peer. Returns false if it belongs to an
  /// earlier connection.
  bool handle_answer(const message& answer);

  /// Handles the loss of the process in that slot: requests without an answer are lost.
  void lose_peer(std::uint32_t slot);

  /// These functions complete WQEs at the front that are done or have failed, if it is time: all of
  /// them, or at most one. They return true if there was one.
  bool retire();
  bool retire_front();

  /// Removes all WQEs that were begun, and returns them.
  std::vector<pending_wqe> give_up();

  /// Restarts a failed stream. Returns false if it has not failed.
  bool restart() noexcept;

  const pending_queue& pending() const noexcept { return pending_; }

  /// Returns true while the stream waits for its receiver or for a missing peer.
  bool held_up() const noexcept { return retries_.held_up(room_.now); }

  /// These functions return the times of the next checks if nothing else happens.
  std::optional<engine_clock::time_point> next_attempt() const noexcept {
    return retries_.deadline();
  }
  std::optional<engine_clock::time_point> next_look() const noexcept { return work_.deadline(); }

 private:
  bool has_turn(const pending_wqe& one) const noexcept;
  bool send_next(pending_wqe& one);
  bool send_alone(pending_wqe& one);
  bool send_connected(pending_wqe& one);
  bool may_execute(const pending_wqe& one) const noexcept;
  bool may_begin(pending_wqe& one);
  void address(message& request, const packet_address& to) const;
  bool may_leave();
  void take_result(const message& answer);
  void retire_now();
  bool retire_front_now();
  void retry(unreachable_reason reason);
  void wait_for_receiver(const message& answer);
  void begin_again() noexcept;
  void fail(cqe_syndrome syndrome, vendor_syndrome vendor);
  void fail_stream();

  engine_room& room_;
  queue_pair& qp_;
  std::optional<stream_place> place_;
  pending_queue pending_;
  retry_timer retries_;
  dc_connection connection_;
  missing_fences fences_;
  send_completions completions_;
  local_memory memory_;
  local_work work_;
  datagram_sender datagrams_;
  packet_sender packets_;
  result_receiver results_;

  /// With --timing: the time at which the last message leaves the port.
  model_time left_{};

  /// True after a WQE has failed; then all others fail until the stream is reset.
  bool failed_ = false;
};

}  // namespace verbatim::emulator
