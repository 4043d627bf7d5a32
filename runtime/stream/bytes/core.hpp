// A stream of bytes on a queue pair, in slots that the protocol fills and frees.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "verbatim/generated/transport_tags/rc.hpp"
#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/bytes/registry.hpp"
#include "verbatim/stream/bytes/stream_memory.hpp"
#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/stream/protocol/side.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim::stream::detail {

template <class Source>
class message_io;

/// A stream without its engine: it posts, handles completions, and returns the coroutines to
/// resume.
template <class Source>
class stream_core {
  using end_type = typename Source::template end<rc>;
  using registry = stream_registry<stream_core>;

 public:
  stream_core(Source& source, registry& all, const pd& pd, const stream_options& how)
      : side(source.template make<rc>(
            pd, end_type::attributes_for(depth_of(how), how.window + protocol::control_receives))),
        source_(source),
        all_(all),
        options_(how),
        receives_(how.window + protocol::control_receives),
        depth_(depth_of(how)),
        memory_(pd, receives_, how.window, how.slot_bytes),
        arrived_(how.window),
        slot_users_(how.window, 0) {
    number_ = all_.add(*this);
  }
  stream_core(const stream_core&) = delete;
  stream_core& operator=(const stream_core&) = delete;
  ~stream_core() {
    assert(!read_waiter && !write_waiter && !end_waiter &&
           "a coroutine still waits for the stream");
    all_.remove(number_, *this);
  }

  remote_region word() const { return memory_.word(); }
  const stream_options& options() const noexcept { return options_; }

  /// Posts the receives. Call it before the peer may send.
  void post_receives() {
    for (std::uint32_t i = 0; i < receives_; ++i)
      (void)side.post_recv(memory_.receive_slot(i), ticket{number_, i + 1});
    side.ring_receives();
  }

  /// Begins with the values of the peer. Call it before the engine takes completions of the stream.
  void open(const stream_address& peer) {
    peer_word_ = peer.word;
    most_message_ = std::min(peer.slot_bytes, options_.slot_bytes);
    state = protocol::begin(options_.window, peer.window);
    memory_.set_limit(state.out.limit);
    status_ = stream_status::ok;
  }

  /// Goes back to the state before post_receives(), with a queue pair that was reset.
  void restart() noexcept {
    broken_ = is_wrong_ = recv_unrung_ = false;
    status_ = stream_status::closed;
    posted_ = signaled_ = retired_ = 0;
  }

  /// Reads the bytes that have arrived.
  byte_result try_read(std::span<std::byte> into) noexcept {
    std::size_t count = 0;
    while (count < into.size() && unread_ != 0) {
      auto& first = arrived_[first_];
      const auto length = std::min<std::size_t>(into.size() - count, first.end - first.begin);
      std::memcpy(into.data() + count, memory_.arrived_at(first.slot) + first.begin, length);
      count += length;
      first.begin += static_cast<std::uint32_t>(length);
      if (first.begin != first.end) break;
      repost(first.slot);
      protocol::release(state);
      if (++first_ == options_.window) first_ = 0;
      --unread_;
      all_.mark(*this);
    }
    statistics.bytes_received += count;
    if (count != 0 || into.empty()) return {count};
    return {0, read_status(), state.reset_code};
  }

  /// Writes as many bytes as there is room for. The first bytes of a turn are sent at once. Later
  /// bytes are gathered until the turn ends or the slot is full.
  byte_result try_write(std::span<const std::byte> from) noexcept {
    if (const auto status = write_status(); status != stream_status::ok) {
      return {0, status, state.reset_code};
    }
    std::size_t count = 0;
    while (count < from.size()) {
      const auto left = from.subspan(count);
      if (fill_ == 0 && !has_sent_ && left.size() <= side.most_inline() &&
          left.size() <= most_message_) {
        if (!may_send_message() || !send_inline(left)) break;
        count += left.size();
        break;
      }
      if (fill_ == 0 && !may_send_message()) break;
      const auto length = std::min<std::size_t>(left.size(), most_message_ - fill_);
      std::memcpy(memory_.sent_at(fill_slot_) + fill_, left.data(), length);
      fill_ += static_cast<std::uint32_t>(length);
      count += length;
      if (fill_ == most_message_ && !flush()) break;
    }
    if (fill_ != 0 || has_sent_) all_.mark(*this);
    if (fill_ != 0 && !has_sent_) flush();
    statistics.bytes_sent += count;
    if (count != 0 || from.empty()) return {count};
    return {0, stream_status::would_block};
  }

  /// Ends writing: sends FIN after the last byte.
  void finish() noexcept {
    protocol::finish(state);
    serve_soon();
  }

  void reset(std::uint16_t code) noexcept {
    protocol::abort(state, code);
    serve_soon();
  }

  void ping() noexcept {
    state.wants_ping = true;
    serve_soon();
  }

  bool is_readable() const noexcept {
    return (messages ? whole_ : unread_) != 0 || read_status() != stream_status::would_block;
  }

  /// Returns true if try_write() would take a byte or return an error. Otherwise requests a credit
  /// from the peer.
  bool is_writable() noexcept {
    if (messages) return messages->step();
    if (write_status() != stream_status::ok) return true;
    if (fill_ != 0 ? fill_ < most_message_ : may_send_message()) return true;
    want_credit();
    return false;
  }

  /// Records a completion; serve() does the rest.
  void complete(const completed& what) noexcept {
    if (what.status != wc_status::success) {
      if (what.status == wc_status::rnr_retry_exc_err) ++statistics.not_ready;
      broken_ = true;
      return;
    }
    if (!what.is_receive) {
      retired_ = what.whose.generation;
      return;
    }
    const auto at = what.whose.generation - 1;
    const auto head = protocol::header::unpack(what.imm);
    std::uint32_t body = 0;
    if (head.what != protocol::kind::data) {
      std::memcpy(&body, memory_.arrived_at(at), sizeof body);
      repost(at);
    }
    const bool is_fit =
        what.has_imm && what.byte_count != 0 && what.byte_count <= options_.slot_bytes;
    switch (is_fit ? protocol::receive(state, head, body) : protocol::meaning::wrong) {
      case protocol::meaning::data: {
        auto next = first_ + unread_++;
        if (next >= options_.window) next -= options_.window;
        arrived_[next] = {at, 0, what.byte_count, (head.code & 1) != 0};
        whole_ += head.code & 1u;
        // A message that is longer than the window would never end.
        is_wrong_ = is_wrong_ || (messages && whole_ == 0 && unread_ == options_.window);
        ++statistics.messages_received;
        break;
      }
      case protocol::meaning::wrong:
        is_wrong_ = true;
        protocol::abort(state, code_of_protocol);
        break;
      default:
        break;
    }
  }

  /// Sends the gathered bytes and the protocol's pending messages.
  void serve() noexcept {
    if (status_ != stream_status::ok || broken_) return;
    has_sent_ = false;
    if (!protocol::take_limit(state, memory_.limit())) {
      is_wrong_ = true;
      protocol::abort(state, code_of_protocol);
    }
    if (fill_ != 0) flush();
    while (posted_ - retired_ < depth_) {
      const auto next = protocol::next_control(state, fill_ == 0);
      if (!next || !send_control(*next)) break;
    }
    if (recv_unrung_) ring_receives();
  }

  /// Returns what can continue, or null.
  continuation take_waiter() noexcept {
    if (read_waiter && is_readable()) return std::exchange(read_waiter, nullptr);
    if (write_waiter && is_writable()) return std::exchange(write_waiter, nullptr);
    if (end_waiter && is_ended()) return std::exchange(end_waiter, nullptr);
    return nullptr;
  }

  /// Ends the stream at this end.
  void end(stream_status why) noexcept {
    status_ = why;
    all_.mark(*this);
  }

  /// Returns true if the peer has received this end's FIN or reset, if one was sent.
  bool is_sent() const noexcept { return broken_ || !protocol::after(end_at_, retired_); }

  /// Returns true if nothing more happens: both ends have sent FIN and have received it, or the
  /// stream is over.
  bool is_ended() const noexcept {
    return is_sent() && (protocol::is_closed(state) || protocol::is_over(state) || broken_ ||
                         status_ != stream_status::ok || side.qp.state() != qp_state::rts);
  }

  stream_status read_status() const noexcept {
    if (is_wrong_) return stream_status::protocol;
    if (protocol::is_over(state)) return stream_status::reset;
    if (state.in.fin_received) return stream_status::end;
    if (status_ != stream_status::ok) return status_;
    return broken_ ? stream_status::truncated : stream_status::would_block;
  }

  stream_status write_status() const noexcept {
    if (is_wrong_) return stream_status::protocol;
    if (protocol::is_over(state) || state.wants_reset) return stream_status::reset;
    if (status_ != stream_status::ok) return status_;
    if (broken_) return stream_status::truncated;
    return state.out.wants_fin ? stream_status::closed : stream_status::ok;
  }

  end_type side;
  protocol::side state;
  stream_statistics statistics;
  continuation read_waiter, write_waiter, end_waiter;
  message_io<Source>* messages = nullptr;  ///< if the stream carries messages
  stream_core* next_busy = nullptr;        ///< the next stream in the registry's list
  bool is_busy = false;

 private:
  friend class message_io<Source>;

  static constexpr std::uint16_t code_of_protocol = 0xfff;
  static constexpr std::uint32_t kept_for_control = protocol::control_receives + 2;

  static std::uint32_t depth_of(const stream_options& how) noexcept {
    return how.window + 4 * kept_for_control;
  }
  /// Returns true if there is a credit, room in the send queue, and a slot that the device has
  /// finished reading.
  bool may_send_message() const noexcept {
    return protocol::may_send(state) && posted_ - retired_ + kept_for_control < depth_ &&
           !protocol::after(slot_users_[fill_slot_], retired_);
  }

  /// Returns true if so many messages may be sent.
  bool has_room(std::uint32_t count) const noexcept {
    const auto last = (fill_slot_ + count - 1) % options_.window;  // slots become free in order
    return protocol::may_send(state) && state.out.limit - state.out.sent >= count &&
           posted_ - retired_ + kept_for_control + count <= depth_ &&
           !protocol::after(slot_users_[last], retired_);
  }

  /// Serves the stream at once, or at the end of the turn.
  void serve_soon() noexcept {
    all_.mark(*this);
    if (!source_.in_turn) serve();
  }

  void want_credit() noexcept {
    if (protocol::may_send(state) || state.out.wants_credit) return;
    protocol::wait_for_credit(state);
    all_.mark(*this);
  }

  /// Sends a piece of a message, which may be the last one.
  bool send_piece(std::span<const std::byte> piece, bool ends_message) noexcept {
    if (piece.size() <= side.most_inline()) return send_inline(piece, ends_message);
    std::memcpy(memory_.sent_at(fill_slot_), piece.data(), piece.size());
    fill_ = static_cast<std::uint32_t>(piece.size());
    return flush(ends_message);
  }

  /// Returns the ticket of the next WQE. If the WQE is not to be signaled, the ticket is a default
  /// one.
  ticket next_ticket(bool signals) noexcept {
    ++posted_;
    ++statistics.wqes;
    if (!signals && posted_ - signaled_ < std::min(32u, depth_ / 3)) return {};
    signaled_ = posted_;
    ++statistics.signaled;
    return {number_, posted_};
  }

  bool posted(int why) noexcept {
    if (why != 0) [[unlikely]] {
      broken_ = true;
      return false;
    }
    source_.posted(side);
    return true;
  }

  bool send_inline(std::span<const std::byte> bytes, bool ends_message = false) noexcept {
    if (recv_unrung_) ring_receives();  // the message may announce these receives
    const auto head = protocol::send_data(state, ends_message);
    ++statistics.messages_sent;
    has_sent_ = true;
    return posted(side.post_message(bytes, head.pack(), next_ticket(false)));
  }

  /// Sends the gathered bytes. Gathering begins only with a credit, so they never wait for one
  /// here.
  bool flush(bool ends_message = false) noexcept {
    if (recv_unrung_) ring_receives();
    const auto head = protocol::send_data(state, ends_message);
    ++statistics.messages_sent;
    has_sent_ = true;
    auto from = memory_.send_slot(fill_slot_);
    from = {from.addr(), std::exchange(fill_, 0), from.lkey()};
    // A slot is free again when a signaled WQE after it is done. At most half of the slots wait for
    // one.
    const bool signals = ++slots_unsignaled_ >= std::max(1u, options_.window / 2);
    const auto whose = next_ticket(signals);
    if (whose) slots_unsignaled_ = 0;
    slot_users_[fill_slot_] = posted_;
    if (++fill_slot_ == options_.window) fill_slot_ = 0;
    return posted(side.post_message(from, head.pack(), whose));
  }

  bool send_control(const protocol::control& what) noexcept {
    if (recv_unrung_) ring_receives();
    std::array<std::byte, sizeof(std::uint32_t)> bytes{};
    std::memcpy(bytes.data(), &what.limit, sizeof what.limit);
    if (what.is_word) {
      ++statistics.words;
      return posted(side.post_word(bytes, peer_word_, next_ticket(false)));
    }
    statistics.blocked += what.head.what == protocol::kind::blocked ? 1 : 0;
    statistics.updates += what.head.what == protocol::kind::update ? 1 : 0;
    const bool is_last =
        what.head.what == protocol::kind::fin || what.head.what == protocol::kind::reset;
    const auto whose = next_ticket(is_last);
    if (is_last) end_at_ = posted_;
    return posted(side.post_message(bytes, what.head.pack(), whose));
  }

  void repost(std::uint32_t index) noexcept {
    if (side.post_recv(memory_.receive_slot(index), ticket{number_, index + 1}) == 0)
      recv_unrung_ = true;
  }
  void ring_receives() noexcept {
    recv_unrung_ = false;
    side.ring_receives();
  }

  Source& source_;
  registry& all_;
  stream_options options_;
  std::uint32_t number_ = 0;  ///< the slot number in tickets
  std::uint32_t receives_;    ///< receives posted at a time
  std::uint32_t depth_;       ///< WQEs of the send queue
  stream_memory memory_;
  remote_region peer_word_;
  std::uint32_t most_message_ = 0;
  std::vector<arrival> arrived_;            ///< a ring of the slots that hold data
  std::uint32_t first_ = 0, unread_ = 0;    ///< first slot of that ring, and number of unread slots
  std::uint32_t whole_ = 0;                 ///< slots among them that end a message
  std::vector<std::uint32_t> slot_users_;   ///< the last WQE of each send slot
  std::uint32_t fill_slot_ = 0, fill_ = 0;  ///< the slot that gathers bytes, and their number
  std::uint32_t posted_ = 0, signaled_ = 0, retired_ = 0;  ///< counts of WQEs since the start
  bool has_sent_ = false;                                  ///< in this turn
  std::uint32_t slots_unsignaled_ = 0;  ///< slots filled since the last signaled WQE
  std::uint32_t end_at_ = 0;            ///< the WQE of the FIN or the reset
  bool recv_unrung_ = false;
  bool broken_ = false;    ///< a WQE failed or was flushed
  bool is_wrong_ = false;  ///< the peer has violated the protocol
  stream_status status_ = stream_status::closed;
};

}  // namespace verbatim::stream::detail
