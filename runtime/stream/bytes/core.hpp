// A stream of bytes on a queue pair, in slots that the protocol fills and frees.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/bytes/registry.hpp"
#include "verbatim/stream/bytes/slice_io.hpp"
#include "verbatim/stream/bytes/stream_sends.hpp"
#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/stream/protocol/side.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim::stream::detail {

template <class Source>
class fetch_io;
template <class Source>
class message_io;

/// A stream without its engine: it posts, handles completions, and returns the coroutines to
/// resume.
template <class Source>
class stream_core : public stream_sends<Source> {
  using base = stream_sends<Source>;
  using registry = stream_registry<stream_core>;

 public:
  stream_core(Source& source, registry& all, const pd& pd, const stream_options& how)
      : base(source, pd, how), slices(*this), all_(all) {
    number_ = all_.add(*this);
  }
  ~stream_core() {
    assert(!read_waiter && !write_waiter && !end_waiter &&
           "a coroutine still waits for the stream");
    all_.remove(number_, *this);
  }

  /// Begins with the values of the peer. Call it before the engine takes completions of the stream.
  /// Allocates if the peer has a ring.
  void open(const stream_address& peer) {
    if (peer.lend_from != 0) base::expect_returns();
    peer_word_ = peer.word;
    base::open(peer.slot_bytes);
    most_pieces_ = std::min(peer.window, told_window());
    state = protocol::begin({told_window(), peer.window, options_.ring_bytes,
                             static_cast<std::uint32_t>(peer.ring.length()),
                             peer.most_window != 0 ? options_.window : 0, peer.most_window});
    memory_.set_limit(state.out.limit);
    slices.open(peer.ring, peer.lend_from);
    status_ = stream_status::ok;
  }

  /// Goes back to the state before post_receives(), with a queue pair that was reset.
  void restart() noexcept {
    base::leave_shared_receives(true);
    base::restart();
    arrived_.clear();
    is_wrong_ = false;
    status_ = stream_status::closed;
  }

  /// Reads the bytes that have arrived.
  byte_result try_read(std::span<std::byte> into) noexcept {
    if (arrived_.is_empty()) return none_read(into);
    std::size_t count = 0;
    while (count < into.size() && !arrived_.is_empty()) {
      auto& first = arrived_.first();
      const auto length = std::min<std::size_t>(into.size() - count, first.end - first.begin);
      std::memcpy(into.data() + count, first.data + first.begin, length);
      count += length;
      first.begin += static_cast<std::uint32_t>(length);
      if (first.begin != first.end) break;
      const auto slot = arrived_.first_slot(), in_ring = first.is_in_ring ? first.end : 0;
      arrived_.pop();
      free_slot(slot, in_ring);
      has_freed();
    }
    statistics.bytes_received += count;
    return {count};
  }

  /// Writes as many bytes as there is room for. The first bytes of a turn are sent at once. Later
  /// bytes are gathered until the turn ends or the slot is full.
  byte_result try_write(std::span<const std::byte> from) noexcept {
    if (base::has_sent() || !may_send_alone(from)) return write_more(from);
    return write_alone(from);
  }

  /// Writes bytes that are not sent at once, or more than fit into a WQE.
  [[gnu::noinline]] byte_result write_more(std::span<const std::byte> from) noexcept {
    if (const auto status = write_status(); status != stream_status::ok) {
      return {0, status, state.reset_code};
    }
    std::size_t count = 0;
    while (count < from.size()) {
      const auto left = from.subspan(count);
      if (base::is_sharing()) {
        const auto piece = left.first(std::min<std::size_t>(left.size(), most_message_));
        if (!may_send_message() || !base::post_inline(piece, 0)) break;
        count += piece.size();
        continue;
      }
      if (fill_ == 0 && !may_send_message()) break;
      const auto length = std::min<std::size_t>(left.size(), most_message_ - fill_);
      std::memcpy(memory_.sent_at(fill_slot_) + fill_, left.data(), length);
      fill_ += static_cast<std::uint32_t>(length);
      count += length;
      if (fill_ == most_message_ && !flush()) break;
    }
    if (fill_ != 0 && !base::has_sent()) flush();
    if (fill_ != 0) all_.mark_gathered(*this);
    statistics.bytes_sent += count;
    return count != 0 || from.empty() ? byte_result{count} : none_written(from);
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
    return (messages ? arrived_.ends() : arrived_.count()) != 0 ||
           read_status() != stream_status::would_block;
  }

  /// Returns true if try_write() would take a byte or return an error. Otherwise requests a credit
  /// from the peer.
  bool is_writable() noexcept {
    if (slices.is_under_way()) return slices.step();
    if (messages && messages->has_rest()) return messages->step();
    if (write_status() != stream_status::ok) return true;
    if (fill_ != 0 ? fill_ < most_message_ : may_send_message()) return true;
    want_credit();
    return false;
  }

  /// Returns true while a write or a send is under way, which no other may disturb.
  bool is_writing() const noexcept {
    return write_waiter || slices.is_under_way() || (messages != nullptr && messages->has_rest());
  }

  /// Records a completion. Returns true if serve() or a waiter has something to do then.
  [[gnu::always_inline]] bool complete(const completed& what) noexcept {
    if (what.status != wc_status::success) [[unlikely]] {
      if (what.status == wc_status::rnr_retry_exc_err) ++statistics.not_ready;
      broken_ = true;
      return true;
    }
    if (!what.is_receive) {
      wqes_.retire(what.whose.generation);
      return true;
    }
    const auto head = protocol::header::unpack(what.imm);
    return head.what == protocol::kind::data ? take_data(what, head) : take_control(what, head);
  }

  /// Sends the gathered bytes and the protocol's pending messages.
  void serve() noexcept {
    if (status_ != stream_status::ok || broken_) return;
    const bool waits = state.out.wants_credit;
    if (!protocol::take_limit(state, memory_.limit())) give_up();
    // A writer without a coroutine gets no completion at the end of its wait.
    if (waits && !state.out.wants_credit) is_woken = true;
    send_gathered();
    while (protocol::may_have_control(state) && wqes_.has_room(1)) {
      const auto next = protocol::next_control(state, state.out.wants_fin && is_drained());
      if (!next || !base::post_control(*next)) break;
    }
    if (recv_unrung_) ring_receives();
  }

  /// Returns the waiter that can continue, or null.
  continuation take_waiter() noexcept {
    if (read_waiter && (messages ? messages->is_ready() : is_readable()))
      return std::exchange(read_waiter, nullptr);
    if (write_waiter && is_writable()) return std::exchange(write_waiter, nullptr);
    if (end_waiter && is_ended()) return std::exchange(end_waiter, nullptr);
    return nullptr;
  }

  /// Ends the stream at this end.
  void end(stream_status why) noexcept {
    status_ = why;
    all_.mark(*this);
  }

  /// Returns true if this end's FIN or reset needs no more waiting: the peer has received it, none was sent,
  /// or no WQE is executed any more.
  bool is_sent() const noexcept {
    return broken_ || status_ != stream_status::ok || wqes_.is_done(end_at_);
  }

  /// Returns true if both ends have sent FIN and have received it.
  bool is_finished() const noexcept { return protocol::is_closed(state) && wqes_.is_done(end_at_); }

  /// Returns true if nothing more happens: both ends have sent FIN and have received it, or the
  /// stream is over.
  bool is_ended() const noexcept {
    return is_sent() && (protocol::is_closed(state) || protocol::is_over(state) || broken_ ||
                         status_ != stream_status::ok || side.qp.state() != qp_state::rts);
  }

  stream_status read_status() const noexcept {
    if (is_wrong_) return stream_status::protocol;
    const auto how = protocol::ending_of(state, broken_);
    if (how == protocol::ending::reset) return stream_status::reset;
    if (how == protocol::ending::end && !base::has_dropped_) return stream_status::end;
    if (status_ != stream_status::ok) return status_;
    return how == protocol::ending::truncated ? stream_status::truncated
                                              : stream_status::would_block;
  }

  stream_status write_status() const noexcept {
    const auto why = failure();
    return why == stream_status::ok && state.out.wants_fin ? stream_status::closed : why;
  }

  /// Returns the reason why nothing can be sent, other than that this end has finished.
  stream_status failure() const noexcept {
    if (is_wrong_) return stream_status::protocol;
    if (protocol::is_over(state) || state.wants_reset) return stream_status::reset;
    return broken();
  }

  /// Returns the reason why no WQE is executed any more; `ok` if they are executed.
  stream_status broken() const noexcept {
    if (status_ != stream_status::ok) return status_;
    return broken_ ? stream_status::truncated : stream_status::ok;
  }

  using base::send_gathered, base::side, base::state, base::statistics, base::told_window;
  continuation read_waiter, write_waiter, end_waiter;
  message_io<Source>* messages = nullptr;  ///< if the stream carries messages
  slice_io<Source> slices;
  stream_core* next_busy = nullptr;  ///< the next stream in the registry's list
  bool is_busy = false;
  bool is_woken = false;  ///< a writer can continue: the engine must not sleep

 private:
  friend class message_io<Source>;
  friend class slice_io<Source>;
  friend class fetch_io<Source>;

  static constexpr std::uint16_t code_of_protocol = 0xfff;

  /// Returns true if these bytes can be sent at once as a message of their own, in its WQE.
  [[gnu::always_inline]] bool may_send_alone(std::span<const std::byte> bytes) const noexcept {
    const bool is_ended = is_wrong_ | broken_ | state.out.wants_fin | state.wants_reset |
                          state.reset_sent | state.reset_received | (status_ != stream_status::ok);
    return bytes.size() - 1 < most_alone_ && fill_ == 0 && !is_ended &&
           protocol::after(state.out.limit, state.out.sent) && base::has_wqe_room();
  }

  /// Sends such bytes. One function, because each call would save and load registers again.
  [[gnu::noinline, gnu::flatten]] byte_result write_alone(
      std::span<const std::byte> from) noexcept {
    if (post_alone(from, 0)) [[likely]]
      return {from.size()};
    return none_written(from);
  }
  [[gnu::always_inline]] bool post_alone(std::span<const std::byte> bytes,
                                         std::uint16_t code) noexcept {
    statistics.bytes_sent += bytes.size();
    return base::post_inline(bytes, code);
  }

  /// Has the engine announce what slots were freed, if that is due. Else their receives wait for a
  /// doorbell: each message that announces them rings it first.
  void has_freed() noexcept {
    if (protocol::may_have_control(state)) all_.mark(*this);
  }

  [[gnu::noinline]] byte_result none_read(std::span<std::byte> into) const noexcept {
    if (into.empty()) return {};
    return {0, read_status(), state.reset_code};
  }

  /// Tries again with credits that were not known. If there are none, asks for one.
  [[gnu::noinline]] byte_result none_written(std::span<const std::byte> from) noexcept {
    if (finds_credits(1)) return try_write(from);
    if (broken_) all_.mark(*this);
    want_credit();
    return {0, stream_status::would_block};
  }

  /// Returns true if no data waits to be sent.
  bool is_drained() const noexcept {
    return fill_ == 0 && !slices.has_rest() && (messages == nullptr || !messages->has_rest());
  }

  /// Reads the limit word if credits are missing. Returns true if they are there now.
  bool finds_credits(std::uint32_t count) noexcept {
    if (base::has_credits(count)) return false;
    if (!protocol::take_limit(state, memory_.limit())) give_up();
    return base::has_credits(count);
  }

  /// Serves the stream at once, or at the end of the turn.
  void serve_soon() noexcept {
    all_.mark(*this);
    if (!source_.in_turn) serve();
  }

  /// Asks for as many credits as are missing. The engine wakes up when they are there, also for a
  /// program that only tries: a limit that comes without a completion is read in the next turn.
  void want_credit(std::uint32_t count = 1) noexcept {
    const auto needed = state.out.sent + count;
    if (protocol::after(needed, state.out.limit)) want_limit(needed);
  }
  void want_limit(std::uint32_t needed) noexcept {
    if (state.out.wants_credit && state.out.needed == needed) return;
    protocol::wait_for_limit(state, needed);
    all_.mark(*this);
  }

  /// Keeps the bytes of a message until the program reads them.
  [[gnu::always_inline]] bool take_data(const completed& what, protocol::header head) noexcept {
    const auto at = what.whose.generation - 1;
    const auto data = base::data_of(what, head, at);
    if (data == nullptr || protocol::receive_data(state, head) != protocol::meaning::data) {
      return refuse(at);
    }
    if ((head.code & protocol::holds_many) != 0) return take_many(what, head, data);
    arrived_.push(at, {data, 0, what.byte_count, 0, 1, (head.code & protocol::ends_message) != 0,
                       what.is_write, (head.code & protocol::is_lent) != 0});
    // A message that is longer than the window would never end.
    is_wrong_ = is_wrong_ || (messages && arrived_.ends() == 0 && arrived_.is_full());
    ++statistics.messages_received;
    return is_wrong_ || read_waiter || write_waiter;
  }

  /// Keeps messages of a channel that share a data message.
  [[gnu::noinline]] bool take_many(const completed& what, protocol::header head,
                                   const std::byte* data) noexcept {
    const auto at = what.whose.generation - 1;
    const bool is_one_kind = head.code == protocol::holds_many && !what.is_write;
    if (messages == nullptr || !is_one_kind || !arrived_.push_many(at, {data, what.byte_count})) {
      return refuse(at);
    }
    ++statistics.messages_received;
    return read_waiter || write_waiter;
  }

  [[gnu::noinline]] bool take_control(const completed& what, protocol::header head) noexcept {
    const auto at = what.whose.generation - 1;
    std::uint32_t body = 0;
    std::memcpy(&body, memory_.arrived_at(at), sizeof body);
    repost(at);
    const bool is_right = base::data_of(what, head, at) != nullptr &&
                          protocol::receive(state, head, body) != protocol::meaning::wrong;
    if (!is_right) give_up();
    if (base::is_sharing() && state.in.peer_is_blocked) grow_window();
    return true;
  }

  /// Ends the stream after a data message that no peer sends. A stream that has ended drops it.
  [[gnu::noinline]] bool refuse(std::uint32_t slot) noexcept {
    if (!state.reset_received) give_up();
    if (base::is_sharing()) repost(slot);  // others go on
    return true;
  }
  void give_up() noexcept {
    is_wrong_ = true;
    protocol::abort(state, code_of_protocol);
  }

  using base::arrived_, base::free_slot, base::grow_window, base::options_;
  using base::broken_, base::end_at_, base::memory_, base::number_;
  using base::fill_, base::fill_slot_, base::flush, base::may_send_message;
  using base::most_alone_, base::most_message_, base::source_, base::wqes_;
  using base::peer_word_, base::recv_unrung_, base::repost, base::ring_receives;

  registry& all_;
  std::uint32_t most_pieces_ = 0;  ///< slots of the longest message
  bool is_wrong_ = false;          ///< the peer has violated the protocol
  stream_status status_ = stream_status::closed;
};

}  // namespace verbatim::stream::detail
