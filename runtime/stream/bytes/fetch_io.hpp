// Receiving a message into memory of the program.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/stream/protocol/side.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"

namespace verbatim::stream::detail {

template <class Source>
class message_io;
template <class Source>
class stream_core;

/// Receives one message at a time: copies it out of its slots, or has the device read it out of the
/// memory of its sender, if it is lent.
template <class Source>
class fetch_io {
 public:
  explicit fetch_io(stream_core<Source>& core) noexcept : core_(core) {}
  fetch_io(const fetch_io&) = delete;
  fetch_io& operator=(const fetch_io&) = delete;

  /// Returns true from begin() until take() or abandon().
  bool is_under_way() const noexcept { return is_under_way_; }

  /// Begins to receive. `memory` and `slice` are the same bytes, which have to stay until step()
  /// returns true.
  void begin(std::span<std::byte> memory, const memory_slice& slice) noexcept {
    memory_ = memory;
    slice_ = slice;
    result_ = {};
    asked_ = length_ = 0;
    is_under_way_ = true;
  }

  /// Returns true if a message was received, or if none can be received: take() returns which.
  bool step() noexcept {
    while (asked_ == 0 || asked_ != length_) {
      if (asked_ != 0) {
        if (!read_on()) return is_broken();
        continue;
      }
      if (!core_.messages->has_message()) {
        const auto why = core_.messages->why_none();
        if (why == stream_status::would_block) return false;
        return finish(0, why);
      }
      length_ = core_.messages->length_of_first();
      if (length_ == 0 || length_ > memory_.size()) {
        return finish(length_, stream_status::invalid_length);
      }
      if (!core_.arrived_.first().is_lent) return copy();
      std::memcpy(&where_, core_.arrived_.first().data, sizeof where_);
      if (!read_on()) return is_broken();
    }
    if (!core_.wqes_.is_done(last_wqe_)) return is_broken();
    core_.statistics.bytes_received += length_;
    // A channel that was closed meanwhile has given the slots of its messages to others.
    if (core_.messages->has_message()) core_.messages->drop_first();
    protocol::give_back(core_.state);
    core_.serve_soon();
    return finish(length_, stream_status::ok);
  }

  /// Returns true after begin() if step() has returned true.
  bool is_finished() const noexcept { return result_.bytes != 0 || !result_.ok(); }

  /// Returns true if the device reads the message. Then it cannot be left to another receive().
  bool is_reading() const noexcept { return asked_ != 0 && !is_finished(); }

  byte_result take() noexcept {
    is_under_way_ = false;
    return result_;
  }

  /// Gives up. If the device reads the message, the channel is reset.
  void abandon() noexcept {
    is_under_way_ = false;
    if (is_reading()) core_.reset(0);
  }

 private:
  /// The most bytes of a READ, which every device can read.
  static constexpr std::size_t most_read = std::size_t{1} << 30;

  bool finish(std::size_t bytes, stream_status why) noexcept {
    result_ = {bytes, why, core_.state.reset_code};
    return true;
  }

  bool is_broken() noexcept {
    const auto why = core_.failure();
    return why != stream_status::ok && finish(0, why);
  }

  /// Posts a READ. Returns false if there is no room for it.
  bool read_on() noexcept {
    if (!core_.has_wqe_room() || core_.failure() != stream_status::ok) return false;
    const auto length = std::min(length_ - asked_, most_read);
    core_.post_read({slice_.addr() + asked_, static_cast<std::uint32_t>(length), slice_.lkey()},
                    {where_.addr + asked_, length, rkey(where_.rkey)});
    last_wqe_ = core_.wqes_.posted();
    asked_ += length;
    return true;
  }

  bool copy() noexcept {
    const auto message = core_.messages->take();
    const auto count = core_.messages->copy(message, memory_);
    core_.messages->release(message);
    return finish(count, stream_status::ok);
  }

  stream_core<Source>& core_;
  std::span<std::byte> memory_;
  memory_slice slice_;
  protocol::lent_body where_;
  std::size_t length_ = 0;      ///< of the message
  std::size_t asked_ = 0;       ///< bytes for which a READ was posted
  std::uint32_t last_wqe_ = 0;  ///< the number of the last READ
  byte_result result_;
  bool is_under_way_ = false;
};

}  // namespace verbatim::stream::detail
