// The device's side of a send ring.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engine/base/engine_room.hpp"
#include "engine/execute/pending_wqe.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"

namespace verbatim::emulator {

/// Reads the WQEs of a ring once, when a doorbell or a SEND_EN has announced them.
class send_ring {
 public:
  send_ring(engine_room& room, queue_pair& qp) noexcept : room_(room), qp_(qp) {}

  /// Returns to the initial state, for a change to RESET.
  void reset() noexcept { ci_ = announced_ = 0; }

  /// Handles a doorbell: announces all WQEs that the doorbell record covers.
  void take_doorbell() noexcept;

  /// Announces the WQEs of a managed queue up to `index`, for a SEND_EN. Returns the reason for a
  /// refusal, or nothing.
  std::string enable(std::uint16_t index);

  /// Reads the next WQE and checks it.
  pending_wqe read();

  /// Skips the next WQE and returns its ctrl_seg, with its place in the ring in wqe_index. Returns
  /// nothing if there is none. If its length is invalid, the start of the next WQE is unknown: then
  /// it skips all WQEs and returns nothing.
  std::optional<ctrl_seg> pass();

  bool empty() const noexcept { return ci_ == announced_; }

  /// Returns true if the WQE at index `a` is before the one at index `b`; both must have been read.
  bool is_before(std::uint16_t a, std::uint16_t b) const noexcept {
    return static_cast<std::uint16_t>(ci_ - a) > static_cast<std::uint16_t>(ci_ - b);
  }

  /// These functions return indexes in WQEBBs modulo 2^16: the end of the announced WQEs, and the
  /// next one to read.
  std::uint16_t announced() const noexcept { return announced_; }
  std::uint16_t next() const noexcept { return ci_; }

  /// Returns the number of WQEBBs read since the start, including those before a reset.
  std::uint64_t ever_read() const noexcept { return ever_read_; }

 private:
  void move_past(std::uint16_t wqebbs) noexcept;
  void record_wqe(std::span<const std::byte> wqe, std::uint8_t flags) const;
  void count(queue_pair_counts& counts, const pending_wqe& one) const;

  engine_room& room_;
  queue_pair& qp_;
  std::uint16_t ci_ = 0;
  std::uint16_t announced_ = 0;
  std::uint64_t ever_read_ = 0;
};

}  // namespace verbatim::emulator
