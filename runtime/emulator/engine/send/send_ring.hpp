// The device's side of a send ring.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/engine_room.hpp"
#include "engine/execute/pending_wqe.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"

namespace verbatim::emulator {

/// Reads the WQEs of a ring once, when a doorbell or a SEND_EN has announced them.
class send_ring {
 public:
  send_ring(engine_room& room, queue_pair& qp) noexcept : room_(room), qp_(qp) {}

  /// Begins anew, as after a change to RESET.
  void reset() noexcept { ci_ = announced_ = 0; }

  /// Handles a doorbell: announces all WQEs that the doorbell record covers.
  void take_doorbell() noexcept;

  /// Announces the WQEs of a managed queue up to `index`, for a SEND_EN. Returns the reason why it
  /// cannot, or nothing.
  std::string enable(std::uint16_t index);

  /// Reads the next WQE and checks it.
  pending_wqe read();

  /// Passes over the next WQE and returns its ctrl_seg, in whose wqe_index is its place in the
  /// ring. Returns nothing if there is none, or if its length cannot be right, so that the start of
  /// those behind it is unknown; then all are passed over.
  std::optional<ctrl_seg> pass();

  bool empty() const noexcept { return ci_ == announced_; }

  /// True if the WQE at index `a` is before that at index `b`; both were read.
  bool is_before(std::uint16_t a, std::uint16_t b) const noexcept {
    return static_cast<std::uint16_t>(ci_ - a) > static_cast<std::uint16_t>(ci_ - b);
  }

  /// WQEBBs modulo 2^16: those that were announced, and the next one to read.
  std::uint16_t announced() const noexcept { return announced_; }
  std::uint16_t next() const noexcept { return ci_; }

  /// The number of WQEBBs that were ever read, also before a reset.
  std::uint64_t ever_read() const noexcept { return ever_read_; }

 private:
  void move_past(std::uint16_t wqebbs) noexcept;

  engine_room& room_;
  queue_pair& qp_;
  std::uint16_t ci_ = 0;
  std::uint16_t announced_ = 0;
  std::uint64_t ever_read_ = 0;
};

}  // namespace verbatim::emulator
