// One side of a stream: the messages it may send, the messages it has to send, and the effect of a
// received message. All functions depend on the state alone, and a model checker explores them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "verbatim/stream/protocol/message.hpp"
#include "verbatim/stream/protocol/ring.hpp"

namespace verbatim::stream::detail::protocol {

/// The state of the messages that this side sends.
struct outgoing {
  std::uint32_t window = 0;   ///< the most messages that may ever wait at the peer
  std::uint32_t sent = 0;     ///< data messages sent since the start
  std::uint32_t limit = 0;    ///< data messages that may be sent, counted from the start
  std::uint32_t needed = 0;   ///< the limit for which the writer waits
  bool wants_credit = false;  ///< a writer waits for that limit
  bool is_blocked = false;    ///< BLOCKED was sent, and UPDATE has not arrived
  bool wants_fin = false;     ///< the program has finished writing
  bool fin_sent = false;
  bool lends = false;  ///< a message was lent, and the peer has not returned it
  ring_out ring;

  bool operator==(const outgoing&) const = default;
};

/// The state of the messages that this side receives.
struct incoming {
  std::uint32_t window = 0;     ///< messages that there is room for
  std::uint32_t most = 0;       ///< the window may grow up to this
  std::uint32_t received = 0;   ///< data messages received since the start
  std::uint32_t released = 0;   ///< data messages whose slots were posted again
  std::uint32_t announced = 0;  ///< the last limit that was sent to the peer
  std::uint32_t too_low = 0;    ///< the blocked peer waits for a limit after this one
  bool peer_is_blocked = false;
  bool owes_update = false;  ///< the peer is blocked, and its limit has been reached
  bool fin_received = false;
  bool borrows = false;      ///< a message of the peer is lent, and was not returned
  bool owes_return = false;  ///< it was read
  ring_in ring;

  bool operator==(const incoming&) const = default;
};

/// The state of one side.
struct side {
  outgoing out;
  incoming in;
  bool owes_pong = false;
  bool wants_ping = false;
  bool ping_sent = false;  ///< the pong has not arrived
  bool wants_reset = false;
  bool reset_sent = false;
  bool reset_received = false;
  std::uint16_t reset_code = 0;

  bool operator==(const side&) const = default;
};

/// The meaning of a received message to the program.
enum class meaning : std::uint8_t {
  data,     ///< the slot holds data
  nothing,  ///< the message concerned only the protocol
  end,      ///< no more data will come
  reset,    ///< the stream is over
  wrong,    ///< the peer has violated the protocol
};

/// The lengths that the two ends have exchanged.
struct lengths {
  std::uint32_t window = 0, window_of_peer = 0;  ///< messages
  std::uint32_t ring = 0, ring_of_peer = 0;      ///< bytes; 0 for none
  std::uint32_t most = 0, most_of_peer = 0;      ///< the windows may grow; 0: they stay as they are
};

/// Returns the state of a new stream. `first` is the number at which both ends begin to count.
constexpr side begin(const lengths& of, std::uint32_t first = 0) noexcept {
  side one;
  one.out.window = std::max(of.window_of_peer, of.most_of_peer);
  one.out.sent = first;
  one.out.limit = first + of.window_of_peer;
  one.out.ring.bytes = of.ring_of_peer;
  one.in.window = of.window;
  one.in.most = std::max(of.window, of.most);
  one.in.received = one.in.released = first;
  one.in.announced = first + of.window;
  one.in.ring.bytes = of.ring;
  return one;
}

/// Returns the limit that can be announced to the peer now.
constexpr std::uint32_t limit_of(const incoming& in) noexcept { return in.released + in.window; }

/// Returns the number of unannounced credits at which they are announced: a quarter of the window.
constexpr std::uint32_t threshold_of(const incoming& in) noexcept {
  return in.window < 4 ? 1 : in.window / 4;
}

/// Returns true if the stream sends no more messages.
constexpr bool is_over(const side& one) noexcept { return one.reset_sent || one.reset_received; }

/// Returns true if a data message may be sent.
[[gnu::always_inline]] constexpr bool may_send(const side& one) noexcept {
  return after(one.out.limit, one.out.sent) && !one.out.fin_sent && !one.wants_reset &&
         !is_over(one);
}

/// Records that every available credit is announced.
constexpr void announce(side& one) noexcept {
  one.in.announced = limit_of(one.in);
  one.in.ring.unannounced = 0;
}

/// Returns the header of a message. The header announces every available credit.
constexpr header announcing(side& one, kind what, std::uint16_t code = 0) noexcept {
  announce(one);
  return {what, static_cast<std::uint16_t>(one.in.announced), code};
}

/// Records that a data message is sent. Returns its header.
constexpr header send_data(side& one, std::uint16_t code = 0) noexcept {
  ++one.out.sent;
  return announcing(one, kind::data, code);
}

/// Records that a message is lent, which the peer reads out of the memory of this side. Returns its
/// header. One message is lent at a time.
constexpr header send_lent(side& one) noexcept {
  ++one.out.sent;
  one.out.lends = true;
  return announcing(one, kind::data, ends_message | is_lent);
}

/// Records that the lent message of the peer was read.
constexpr void give_back(side& one) noexcept { one.in.owes_return = true; }

/// Handles a limit that the peer has announced, in a message or in the limit word. Returns false if
/// the limit is higher than the peer's window allows.
constexpr bool take_limit(side& one, std::uint32_t limit) noexcept {
  if (!after(limit, one.out.limit)) return true;  // an old limit
  if (after(limit, one.out.sent + one.out.window)) return false;
  one.out.limit = limit;
  if (!after(one.out.needed, limit)) one.out.wants_credit = false;
  return true;
}

/// Returns the number of data messages that the peer is known to have released.
constexpr std::uint32_t released_by_peer(const side& one) noexcept {
  return one.out.limit - one.out.window;
}

/// Records that a writer waits for a limit, which ends the wait. Read the limit word first.
constexpr void wait_for_limit(side& one, std::uint32_t needed) noexcept {
  one.out.needed = needed;
  one.out.wants_credit =
      after(needed, one.out.limit) && !one.out.fin_sent && !one.wants_reset && !is_over(one);
}

/// Records that a writer waits for a credit.
constexpr void wait_for_credit(side& one) noexcept { wait_for_limit(one, one.out.sent + 1); }

/// Returns the limit at which there is room for so many bytes in the peer's ring. There must be no
/// room yet.
constexpr std::uint32_t limit_with_room(const side& one, std::span<const ring_piece> pieces,
                                        std::uint32_t length) noexcept {
  return message_in_the_way(one.out.ring, pieces, length) + one.out.window;
}

/// Records that a slot was posted again after the program took the data of its message.
/// `ring_bytes` is the length of a message that was in the ring.
constexpr void release(side& one, std::uint32_t ring_bytes = 0) noexcept {
  ++one.in.released;
  one.in.ring.used -= ring_bytes;
  one.in.ring.unannounced += ring_bytes;
  one.in.owes_update = one.in.peer_is_blocked && after(limit_of(one.in), one.in.too_low);
}

/// Records that there is room for more messages: the stream has got receives of a shared queue.
constexpr void grow(side& one, std::uint32_t receives) noexcept {
  one.in.window += receives;
  one.in.owes_update = one.in.peer_is_blocked && after(limit_of(one.in), one.in.too_low);
}

/// Records, in place of release(), that a slot was posted again for other streams: the peer gets no
/// credit for it. The window must have grown before.
constexpr void release_to_others(side& one) noexcept {
  ++one.in.released;
  --one.in.window;
}

/// A control message, or the limit word.
struct control {
  bool is_word = false;
  header head = {};
  std::uint32_t limit = 0;  ///< the limit in the word or in the body
};

/// Returns false if next_control() returns nothing. This is so in most turns, and the test is quick.
constexpr bool may_have_control(const side& one) noexcept {
  const bool wants = one.wants_reset | one.in.owes_update | one.out.wants_credit |
                     one.in.owes_return | one.owes_pong | one.out.wants_fin | one.wants_ping;
  return wants || limit_of(one.in) - one.in.announced >= threshold_of(one.in) ||
         is_worth_announcing(one.in.ring);
}

/// Returns the next control message to send, if there is one, and counts it as sent. `is_drained`
/// is true if no data waits to be sent: FIN may be sent only then, and if nothing is lent.
constexpr std::optional<control> next_control(side& one, bool is_drained) noexcept {
  if (is_over(one)) return std::nullopt;
  if (one.wants_reset) {
    one.reset_sent = true;
    return control{.head = announcing(one, kind::reset, one.reset_code)};
  }
  if (one.in.owes_update) {
    one.in.owes_update = one.in.peer_is_blocked = false;
    const auto head = announcing(one, kind::update);
    return control{.head = head, .limit = one.in.announced};
  }
  if (one.out.wants_credit && !one.out.is_blocked) {
    one.out.is_blocked = true;
    const auto head = announcing(one, kind::blocked);
    return control{.head = head, .limit = one.out.needed - 1};
  }
  if (one.in.owes_return) {
    one.in.owes_return = one.in.borrows = false;
    return control{.head = announcing(one, kind::returned)};
  }
  if (one.owes_pong) {
    one.owes_pong = false;
    return control{.head = announcing(one, kind::pong)};
  }
  if (one.out.wants_fin && !one.out.fin_sent && is_drained && !one.out.lends) {
    one.out.fin_sent = true;
    one.out.wants_credit = false;
    return control{.head = announcing(one, kind::fin)};
  }
  if (one.wants_ping && !one.ping_sent) {
    one.wants_ping = false;
    one.ping_sent = true;
    return control{.head = announcing(one, kind::ping)};
  }
  // While the peer owes an answer, it is not asked again. Only a write fails if the peer has gone since
  // it received the PING, so the word is written instead.
  if (limit_of(one.in) - one.in.announced >= threshold_of(one.in) ||
      is_worth_announcing(one.in.ring) || one.wants_ping) {
    one.wants_ping = false;
    announce(one);
    return control{.is_word = true, .limit = one.in.announced};
  }
  return std::nullopt;
}

/// Handles a data message.
constexpr meaning receive_data(side& one, header head) noexcept {
  if (one.reset_received) return meaning::nothing;
  if (!take_limit(one, widened(head.limit, one.out.limit))) return meaning::wrong;
  if (one.in.fin_received || !after(one.in.announced, one.in.received)) return meaning::wrong;
  if ((head.code & is_lent) != 0) {
    if (one.in.borrows) return meaning::wrong;
    one.in.borrows = true;
  }
  ++one.in.received;
  return meaning::data;
}

/// Handles a message. For a message that is not data, post its receive again first, because the
/// peer may then send another one of this kind.
constexpr meaning receive(side& one, header head, std::uint32_t body) noexcept {
  if (head.what == kind::data) return receive_data(one, head);
  if (one.reset_received) return meaning::nothing;
  if (!take_limit(one, widened(head.limit, one.out.limit))) return meaning::wrong;
  switch (head.what) {
    case kind::data:
      break;
    case kind::blocked:
      if (one.in.peer_is_blocked || one.in.fin_received) return meaning::wrong;
      // No limit is higher than this one, until the peer has sent more data.
      if (!after(one.in.received + one.in.most, body)) return meaning::wrong;
      one.in.peer_is_blocked = true;
      one.in.too_low = body;
      // If the limit has been reached already, the peer gets it at once.
      one.in.owes_update = after(limit_of(one.in), body);
      return meaning::nothing;
    case kind::update:
      if (!one.out.is_blocked || !take_limit(one, body)) return meaning::wrong;
      one.out.is_blocked = false;
      return meaning::nothing;
    case kind::fin:
      if (one.in.fin_received) return meaning::wrong;
      one.in.fin_received = true;
      return meaning::end;
    case kind::reset:
      one.reset_received = true;
      one.reset_code = head.code;
      return meaning::reset;
    case kind::ping:
      if (one.owes_pong) return meaning::wrong;
      one.owes_pong = true;
      return meaning::nothing;
    case kind::pong:
      if (!one.ping_sent) return meaning::wrong;
      one.ping_sent = false;
      return meaning::nothing;
    case kind::returned:
      if (!one.out.lends) return meaning::wrong;
      one.out.lends = false;
      return meaning::nothing;
  }
  return meaning::wrong;
}

/// Records that the program has finished writing.
constexpr void finish(side& one) noexcept { one.out.wants_fin = true; }

/// Records that the stream has to end at once.
constexpr void abort(side& one, std::uint16_t code) noexcept {
  if (is_over(one) || one.wants_reset) return;
  one.wants_reset = true;
  one.reset_code = code & 0xfff;
}

/// The reason why nothing more will come.
enum class ending : std::uint8_t {
  none,       ///< more may come
  end,        ///< the peer has finished, and all of its messages have arrived
  reset,      ///< one side has reset the stream
  truncated,  ///< the connection is gone, and the peer had not finished
};

/// Returns why nothing more will come after the messages that have arrived. `is_broken` is true if
/// the queue pair executes no WQE any more.
constexpr ending ending_of(const side& one, bool is_broken) noexcept {
  if (is_over(one)) return ending::reset;
  if (one.in.fin_received) return ending::end;
  return is_broken ? ending::truncated : ending::none;
}

/// Returns true if both sides have sent FIN.
constexpr bool is_closed(const side& one) noexcept {
  return one.out.fin_sent && one.in.fin_received;
}

}  // namespace verbatim::stream::detail::protocol
