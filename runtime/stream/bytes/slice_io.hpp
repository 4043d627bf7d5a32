// Sending registered memory of the program, without a copy.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/stream/protocol/ring.hpp"
#include "verbatim/stream/protocol/side.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"

namespace verbatim::stream::detail {

template <class Source>
class stream_core;

/// Sends one slice at a time: into the ring of the peer, or as messages for its slots if it has no
/// ring or if the rest is not longer than a slot.
template <class Source>
class slice_io {
 public:
  explicit slice_io(stream_core<Source>& core) noexcept : core_(core) {}
  slice_io(const slice_io&) = delete;
  slice_io& operator=(const slice_io&) = delete;

  /// Begins with the ring of the peer. Allocates.
  void open(const remote_region& ring, std::uint32_t lend_from) {
    ring_ = ring;
    lend_from_ = lend_from;
    if (ring.length() != 0) pieces_.assign(core_.state.out.window, {});
  }

  /// Returns true from begin() until take() or abandon().
  bool is_under_way() const noexcept { return is_under_way_; }

  /// Returns true if a part of the slice is not posted. Nothing else may be written then.
  bool has_rest() const noexcept { return left_ != 0; }

  /// Begins to send a slice, which has to stay as it is until step() returns true.
  void begin(const memory_slice& slice) noexcept {
    slice_ = slice;
    status_ = core_.write_status();
    left_ = status_ == stream_status::ok ? slice.length() : 0;
    is_under_way_ = true;
    is_posted_ = is_lent_ = false;
    if (left_ != 0) core_.send_gathered();
  }

  /// Begins to send a slice as one message. It is lent if the peer has asked for that, and if
  /// `where`, the same memory for the peer, is not empty.
  void begin_message(const memory_slice& slice, const remote_region& where,
                     std::size_t longest) noexcept {
    begin(slice);
    if (status_ != stream_status::ok) return;
    is_lent_ = lend_from_ != 0 && where.length() != 0 &&
               (slice.length() >= lend_from_ || slice.length() > longest);
    if (slice.length() == 0 || (!is_lent_ && slice.length() > longest)) {
      status_ = stream_status::invalid_length;
      left_ = 0;
    }
    where_ = {where.addr(), where.rkey().value(), slice.length()};
  }

  /// Posts as much as there is room for. Returns true if the device has read all of the slice, or if nothing
  /// more can be sent: take() returns which.
  bool step() noexcept {
    while (left_ != 0) {
      if (const auto now = core_.failure(); now != stream_status::ok) return fail(now);
      if (!(is_lent_ ? lend() : post_next())) return false;
    }
    if (is_read()) return true;
    const auto now = is_lent_ ? core_.failure() : core_.broken();
    return now != stream_status::ok && fail(now);
  }

  /// Returns true after begin() if nothing was posted. Then abandon() takes the send back.
  bool is_untouched() const noexcept { return !is_posted_; }

  /// Returns true after begin() if step() would return true at once.
  bool is_finished() const noexcept {
    return status_ != stream_status::ok || (left_ == 0 && is_read());
  }

  /// Ends sending after step() returned true.
  byte_result take() noexcept {
    is_under_way_ = false;
    const auto sent = is_posted_ ? slice_.length() - left_ : 0;
    left_ = 0;
    return {sent, status_, core_.state.reset_code};
  }

  /// Gives up the slice. If the device has read a part of it, or may do so, the stream is reset.
  void abandon() noexcept {
    const bool is_cut_off = left_ != 0 ? is_posted_ : !is_read();
    is_under_way_ = false;
    left_ = 0;
    core_.state.out.wants_credit = false;
    if (is_cut_off && status_ == stream_status::ok) core_.reset(0);
  }

 private:
  bool fail(stream_status why) noexcept {
    status_ = why;
    return true;
  }

  /// Returns true if no device reads the slice any more.
  bool is_read() const noexcept {
    if (!is_posted_) return true;
    return is_lent_ ? !core_.state.out.lends : core_.wqes_.is_done(last_wqe_);
  }

  /// Sends the peer the place of the message. Returns false if it has to wait.
  bool lend() noexcept {
    if (!core_.has_wqe_room()) return false;
    if (!protocol::may_send(core_.state)) {
      core_.want_credit();
      return false;
    }
    core_.statistics.bytes_sent += left_;
    core_.statistics.bytes_in_place += left_;
    left_ = 0;
    is_posted_ = true;
    core_.post_lent(where_);
    core_.all_.mark(core_);
    return true;
  }

  /// Posts a WQE. Returns false if it has to wait.
  bool post_next() noexcept {
    auto& state = core_.state;
    if (!core_.has_wqe_room()) return false;  // a signaled WQE will be done
    const bool goes_to_ring = state.out.ring.bytes != 0 && left_ > core_.most_message_;
    const auto length = goes_to_ring ? protocol::piece_of(state.out.ring, left_)
                                     : std::min(left_, core_.most_message_);
    if (goes_to_ring) {
      protocol::free_released(state.out.ring, pieces_, protocol::released_by_peer(state));
      if (!protocol::has_room(state.out.ring, length)) {
        core_.want_limit(protocol::limit_with_room(state, pieces_, length));
        return false;
      }
    }
    if (!protocol::may_send(state)) {
      core_.want_credit();
      return false;
    }
    const memory_slice from(slice_.addr() + (slice_.length() - left_), length, slice_.lkey());
    left_ -= length;
    is_posted_ = true;
    core_.statistics.bytes_sent += length;
    core_.statistics.bytes_in_place += length;
    if (goes_to_ring) {
      const auto message = state.out.sent + 1;
      const auto at = protocol::fill(state.out.ring, pieces_, message, length);
      core_.post_into_ring(from, remote_region(ring_.addr() + at, length, ring_.rkey()),
                           left_ == 0);
    } else {
      const bool ends = core_.messages != nullptr && left_ == 0;
      core_.post_from(from, ends ? protocol::ends_message : 0, left_ == 0);
    }
    core_.all_.mark(core_);
    last_wqe_ = core_.wqes_.posted();
    return true;
  }

  stream_core<Source>& core_;
  remote_region ring_;                        ///< of the peer
  std::vector<protocol::ring_piece> pieces_;  ///< the list of state.out.ring
  memory_slice slice_;
  protocol::lent_body where_;
  std::uint32_t lend_from_ = 0;  ///< as the peer has it
  bool is_lent_ = false;
  std::uint32_t left_ = 0;      ///< the bytes at its end that were not posted
  std::uint32_t last_wqe_ = 0;  ///< the number of its last WQE
  stream_status status_ = stream_status::ok;
  bool is_under_way_ = false;
  bool is_posted_ = false;  ///< a part of it
};

}  // namespace verbatim::stream::detail
