// Messages on a stream: data messages whose last slot is marked.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "verbatim/stream/bytes/core.hpp"
#include "verbatim/stream/bytes/fetch_io.hpp"
#include "verbatim/stream/bytes/values.hpp"

namespace verbatim::stream::detail {

/// A message that has arrived, as a list of slots.
struct arrived_message {
  std::uint32_t first = 0;  ///< the first slot; arrival::next leads to the others
  std::uint32_t slots = 0;
  std::size_t bytes = 0;
  const std::byte* data = nullptr;  ///< the bytes in the first slot
};

/// The sending and receiving of messages by a stream's core.
template <class Source>
class message_io {
 public:
  explicit message_io(stream_core<Source>& core) noexcept : fetches(core), core_(core) {
    core_.messages = this;
    core_.gathers_ = protocol::holds_many;
  }
  ~message_io() { core_.messages = nullptr; }
  message_io(const message_io&) = delete;
  message_io& operator=(const message_io&) = delete;

  /// Returns true if a whole message has arrived.
  bool has_message() const noexcept { return core_.arrived_.ends() != 0; }

  /// Returns true if a part of a message is all that has arrived.
  bool has_part() const noexcept { return !has_message() && !core_.arrived_.is_empty(); }

  /// Returns true if the first message, which has arrived, is in the memory of its sender.
  bool is_first_lent() const noexcept { return core_.arrived_.first().is_lent; }

  /// Returns the bytes of the first message, which has arrived.
  std::size_t length_of_first() const noexcept {
    if (is_first_lent()) {
      protocol::lent_body where;
      std::memcpy(&where, core_.arrived_.first().data, sizeof where);
      return where.length;
    }
    if (const auto& one = core_.arrived_.first(); one.holds_many) {
      return protocol::gathered_length(one.data + one.begin);
    }
    std::size_t bytes = 0;
    for (auto slot = core_.arrived_.first_slot();; slot = core_.arrived_.of(slot).next) {
      const auto& one = core_.arrived_.of(slot);
      bytes += one.end;
      if (one.ends_message) return bytes;
    }
  }

  /// Returns the reason why there is no message.
  stream_status why_none() const noexcept {
    const auto why = core_.read_status();
    // The peer has ended in the middle of a message.
    return why == stream_status::end && has_part() ? stream_status::protocol : why;
  }

  /// Releases the first message, which is in one slot, without its bytes.
  void drop_first() noexcept {
    const auto slot = core_.arrived_.first_slot();
    core_.arrived_.pop();
    core_.free_slot(slot);
  }

  /// Returns true if the waiting receiver can continue.
  bool is_ready() noexcept { return fetches.is_under_way() ? fetches.step() : core_.is_readable(); }

  /// Takes the first message. Its slots belong to the caller until release().
  arrived_message take() noexcept {
    arrived_message result{.first = core_.arrived_.first_slot()};
    if (core_.arrived_.first().holds_many) {
      const auto bytes = core_.arrived_.take_gathered();
      result.slots = 1;
      result.bytes = bytes.size();
      result.data = bytes.data();
    } else {
      take_slots(result);
    }
    core_.statistics.bytes_received += result.bytes;
    return result;
  }

  /// Calls `use(std::span<const std::byte>)` for the bytes of each slot, in order.
  template <class Use>
  void pieces(const arrived_message& message, Use&& use) const {
    use(first_piece(message));
    auto slot = message.first;
    for (std::uint32_t i = 1; i < message.slots; ++i) {
      slot = core_.arrived_.of(slot).next;
      const auto& one = core_.arrived_.of(slot);
      use(std::span<const std::byte>(one.data, one.end));
    }
  }
  std::span<const std::byte> first_piece(const arrived_message& message) const noexcept {
    const auto bytes = message.slots == 1 ? message.bytes : core_.arrived_.of(message.first).end;
    return {message.data, bytes};
  }

  /// Copies as many bytes as there is room for. Returns their number.
  std::size_t copy(const arrived_message& message, std::span<std::byte> to) const noexcept {
    if (message.slots != 1) return copy_slots(message, to);
    const auto length = std::min(message.bytes, to.size());
    if (length != 0) std::memcpy(to.data(), message.data, length);
    return length;
  }

  /// Gives the slots back to the peer, in any order of messages.
  void release(const arrived_message& message) noexcept {
    if (message.slots != 1) return free_slots(message);
    if (core_.arrived_.release(message.first)) free_one(message.first);  // it holds no others
  }

  /// Returns the longest message, in bytes: it fills the smaller window, as it is at the beginning.
  std::size_t longest() const noexcept {
    return std::size_t{core_.most_message_} * core_.most_pieces_;
  }

  /// Begins to send a message, which has to stay as it is until step() returns true. Only one is
  /// sent at a time.
  void begin(std::span<const std::byte> message) noexcept {
    left_ = message;
    status_ = core_.write_status();
    if (status_ == stream_status::ok && (message.empty() || message.size() > longest())) {
      status_ = stream_status::invalid_length;
    }
    is_begun_ = false;
  }

  /// Sends as much as there are credits for. Returns true if everything was sent, or nothing more can be
  /// sent: result() returns which.
  bool step() noexcept {
    while (status_ == stream_status::ok && !left_.empty()) {
      if (const auto now = core_.failure(); now != stream_status::ok) {
        status_ = now;
        break;
      }
      if (!is_begun_ && may_gather(left_.size())) {
        if (!gather(left_)) return wait_for_credit();
        left_ = {};
        break;
      }
      core_.send_gathered();
      if (!core_.may_send_message()) return wait_for_credit();
      const auto piece = left_.first(std::min<std::size_t>(left_.size(), core_.most_message_));
      left_ = left_.subspan(piece.size());
      is_begun_ = true;
      core_.statistics.bytes_sent += piece.size();
      if (!core_.send_piece(piece, left_.empty())) {
        status_ = stream_status::truncated;
        break;
      }
    }
    if (core_.state.out.wants_fin) core_.all_.mark(core_);  // FIN has waited for the message
    return true;
  }

  /// Sends a message if there is room for all of it. Otherwise asks for the credits.
  stream_status try_send(std::span<const std::byte> message) noexcept {
    if (const auto why = core_.write_status(); why != stream_status::ok) return why;
    if (may_gather(message.size())) return try_gather(message);
    return core_.may_send_alone(message) ? send_in_wqe(message) : send_alone(message);
  }

  /// Returns true after begin() if no part was sent. Then abandon() takes the message back.
  bool is_untouched() const noexcept { return !is_begun_; }

  stream_status result() const noexcept { return status_; }

  /// Returns true if a part of a message was not sent. FIN comes after it.
  bool has_rest() const noexcept { return status_ == stream_status::ok && !left_.empty(); }

  fetch_io<Source> fetches;

  /// Ends sending. A message of which a part was sent cannot be taken back: the stream is reset.
  void abandon() noexcept {
    if (is_begun_ && !left_.empty() && status_ == stream_status::ok) core_.reset(0);
    left_ = {};
  }

 private:
  /// Sends a message that fits into its WQE. One function, like stream_core::write_alone().
  [[gnu::noinline, gnu::flatten]] stream_status send_in_wqe(
      std::span<const std::byte> message) noexcept {
    return core_.post_alone(message, protocol::ends_message) ? stream_status::ok
                                                             : stream_status::truncated;
  }

  /// Sends a message that shares no slot with others.
  [[gnu::noinline]] stream_status send_alone(std::span<const std::byte> message) noexcept {
    if (message.empty()) return stream_status::invalid_length;
    core_.send_gathered();
    const auto most = core_.most_message_;
    if (message.size() <= most) {
      if (!core_.may_send_message()) return none_sent(message, 1);
      core_.statistics.bytes_sent += message.size();
      return core_.send_piece(message, true) ? stream_status::ok : stream_status::truncated;
    }
    if (message.size() > longest()) return stream_status::invalid_length;
    const auto pieces = static_cast<std::uint32_t>((message.size() + most - 1) / most);
    if (!core_.has_room(pieces)) return none_sent(message, pieces);
    begin(message);
    (void)step();
    return status_;
  }

  [[gnu::noinline]] std::size_t copy_slots(const arrived_message& message,
                                           std::span<std::byte> to) const noexcept {
    std::size_t count = 0;
    pieces(message, [&](std::span<const std::byte> piece) {
      const auto length = std::min(piece.size(), to.size() - count);
      if (length != 0) std::memcpy(to.data() + count, piece.data(), length);
      count += length;
    });
    return count;
  }

  [[gnu::noinline]] void free_slots(const arrived_message& message) noexcept {
    auto slot = message.first;
    for (auto left = message.slots; left != 0; --left) {
      const auto after = core_.arrived_.of(slot).next;
      core_.free_slot(slot);
      slot = after;
    }
    core_.has_freed();
  }

  [[gnu::noinline]] void free_one(std::uint32_t slot) noexcept {
    core_.free_slot(slot);
    core_.has_freed();
  }

  void take_slots(arrived_message& result) noexcept {
    result.data = core_.arrived_.first().data;
    for (bool ends = false; !ends;) {
      const auto& one = core_.arrived_.first();
      ++result.slots;
      result.bytes += one.end;
      ends = one.ends_message;
      core_.arrived_.pop();
    }
  }

  bool wait_for_credit() noexcept {
    core_.want_credit();
    return false;
  }

  /// Returns true if the message is short, and is not the first of a turn: then it shares a slot
  /// with the next ones. The first one is sent at once.
  bool may_gather(std::size_t length) const noexcept {
    return core_.has_sent() && length - 1 < core_.most_gathered_ && core_.source_.in_turn;
  }

  [[gnu::noinline]] stream_status try_gather(std::span<const std::byte> message) noexcept {
    return gather(message) ? stream_status::ok : none_sent(message, 1);
  }

  /// Puts a short message into the slot that gathers. Returns false if there is no slot for it.
  [[gnu::always_inline]] bool gather(std::span<const std::byte> message) noexcept {
    const auto bytes = protocol::gathered_bytes(message.size());
    if (bytes > core_.most_message_ - core_.fill_) core_.send_gathered();
    if (core_.fill_ == 0 && !core_.may_send_message()) return false;
    protocol::gather(core_.memory_.sent_at(core_.fill_slot_) + core_.fill_, message);
    core_.fill_ += static_cast<std::uint32_t>(bytes);
    core_.statistics.bytes_sent += message.size();
    core_.all_.mark_gathered(core_);
    return true;
  }

  /// Tries again with credits that were not known. If there are too few, asks for them.
  [[gnu::noinline]] stream_status none_sent(std::span<const std::byte> message,
                                            std::uint32_t pieces) noexcept {
    if (core_.finds_credits(pieces)) return try_send(message);
    core_.want_credit(pieces);
    return stream_status::would_block;
  }

  stream_core<Source>& core_;
  std::span<const std::byte> left_;
  stream_status status_ = stream_status::ok;
  bool is_begun_ = false;
};

}  // namespace verbatim::stream::detail
