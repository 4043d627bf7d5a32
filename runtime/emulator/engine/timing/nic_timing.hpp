// The time of --timing: when messages leave and come, and how long their ends wait for that.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/timing/held_messages.hpp"
#include "engine/timing/nic_model.hpp"
#include "engine/timing/shared_links.hpp"
#include "objects/device.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

/// The engine executes as fast as it can. The times of the model are in the messages: each carries
/// the time at which it comes to the peer's port, and the peer's engine handles it when the program
/// may see it. Answers begin when the NIC had their request, however late the engine is.
class nic_timing {
 public:
  using clock = std::chrono::steady_clock;

  nic_timing(device& of, const nic_profile& nic);

  void begin_turn(clock::time_point now) noexcept;

  /// Returns the time of the next work, if nothing arrives.
  clock::time_point deadline() const noexcept;

  /// Returns the present time, which is not before the doorbell of a WQE that has been read.
  static model_time present() noexcept { return clock::now(); }

  /// Returns true if the time has come; else the engine looks again then.
  bool has_come(model_time at) noexcept;

  /// Returns true if a queue pair whose last message leaves the port at `left` may send another.
  /// Messages that wait for the port delay all others, so no queue pair has many of them.
  bool may_leave(const queue_pair& qp, model_time left) noexcept;

  /// Returns the times of a request, or of a piece of one, whose doorbell was rung then. `payload_bytes`
  /// are on the wire; `fetched` is true if the NIC reads them from memory.
  departure_times request(const queue_pair& qp, const message& next, std::size_t payload_bytes,
                          bool fetched, model_time rung) noexcept;

  /// Returns the times of an answer; its `arrives` is still the time at which the NIC had the request.
  departure_times answer(const queue_pair& qp, const message& next) noexcept;

  // These functions return the earliest time of a CQE.

  /// For a message that is complete when it has left.
  model_time completed_after(const queue_pair& qp, model_time left) const noexcept;

  /// For work without a peer.
  model_time completed_alone(const queue_pair& qp, model_time rung) const noexcept;

  /// For a request to a peer outside of the fabric.
  model_time answered_after(const queue_pair& qp, const message& request,
                            model_time left) const noexcept;

  /// Keeps a copy of a message that the program may not see yet. Returns false if it may.
  bool keep(const message& arrived);

  /// Delivers the messages that the program may see now. Returns true if there were some.
  bool deliver(message_receiver& to);

  /// Delivers all messages of a process that has ended.
  void deliver_from(std::uint32_t slot, message_receiver& to);

 private:
  struct place {
    device_links* links;
    unsigned port;
    const nic_model* model;
  };

  place place_of(const queue_pair& qp) const noexcept;
  model_time take(held_message& one) noexcept;
  void hand_over(held_message& one, message_receiver& to);

  device& objects_;
  mutable shared_links links_;
  unsigned first_device_;

  /// The ports of device after device.
  std::vector<nic_model> models_;
  held_messages held_;
  model_time now_{};
  model_time look_at_ = model_time::max();

  /// True while kept messages are delivered.
  bool delivers_ = false;
};

}  // namespace verbatim::emulator
