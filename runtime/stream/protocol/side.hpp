// One side of a stream: what it may send, what it has to send, and what a message means to it.
// Everything here is a function of the state and of nothing else; a model checker explores it.
#pragma once

#include <cstdint>
#include <optional>

#include "verbatim/stream/protocol/message.hpp"

namespace verbatim::stream::detail::protocol {

/// The messages that this side sends, as far as it knows.
struct outgoing {
  std::uint32_t window = 0;   ///< messages that may wait at the peer
  std::uint32_t sent = 0;     ///< data messages that were sent, ever
  std::uint32_t limit = 0;    ///< data messages that may be sent, ever
  bool wants_credit = false;  ///< a writer is going to sleep until there is a credit
  bool is_blocked = false;    ///< BLOCKED was sent, and the answer has not come
  bool wants_fin = false;     ///< the program writes no more
  bool fin_sent = false;

  bool operator==(const outgoing&) const = default;
};

/// The messages that this side receives.
struct incoming {
  std::uint32_t window = 0;     ///< messages that there is room for
  std::uint32_t received = 0;   ///< data messages that came, ever
  std::uint32_t released = 0;   ///< those whose slots are posted again
  std::uint32_t announced = 0;  ///< the limit that the peer was told last
  bool peer_is_blocked = false;
  bool owes_update = false;  ///< the peer is blocked, and there is something to tell it
  bool fin_received = false;

  bool operator==(const incoming&) const = default;
};

/// The state of one side.
struct side {
  outgoing out;
  incoming in;
  bool owes_pong = false;
  bool wants_ping = false;
  bool ping_sent = false;  ///< the answer has not come
  bool wants_reset = false;
  bool reset_sent = false;
  bool reset_received = false;
  std::uint16_t reset_code = 0;

  bool operator==(const side&) const = default;
};

/// The meaning of a received message to the program.
enum class meaning : std::uint8_t {
  data,     ///< the slot holds data
  nothing,  ///< the message was for the protocol alone
  end,      ///< no more data will come
  reset,    ///< the stream is over
  wrong,    ///< the peer does not keep to the protocol
};

/// Returns the state of a new stream. `first` is the number that both ends begin to count at.
constexpr side begin(std::uint32_t window, std::uint32_t window_of_peer,
                     std::uint32_t first = 0) noexcept {
  side one;
  one.out = {.window = window_of_peer, .sent = first, .limit = first + window_of_peer};
  one.in = {.window = window, .received = first, .released = first, .announced = first + window};
  return one;
}

/// Returns the limit that the peer may be told now.
constexpr std::uint32_t limit_of(const incoming& in) noexcept { return in.released + in.window; }

/// Returns the number of unannounced credits at which the peer is told of them: a quarter of the
/// window.
constexpr std::uint32_t threshold_of(const incoming& in) noexcept {
  return in.window < 4 ? 1 : in.window / 4;
}

/// Returns true if the stream sends nothing any more.
constexpr bool is_over(const side& one) noexcept { return one.reset_sent || one.reset_received; }

/// Returns true if a data message may be sent.
constexpr bool may_send(const side& one) noexcept {
  return after(one.out.limit, one.out.sent) && !one.out.fin_sent && !one.wants_reset &&
         !is_over(one);
}

/// Returns the header of a message, which announces every credit that there is.
constexpr header announcing(side& one, kind what, std::uint16_t code = 0) noexcept {
  one.in.announced = limit_of(one.in);
  return {what, static_cast<std::uint16_t>(one.in.announced), code};
}

/// Takes note that a data message is sent, and returns its header.
constexpr header send_data(side& one, bool ends_message) noexcept {
  ++one.out.sent;
  return announcing(one, kind::data, ends_message ? 1 : 0);
}

/// Takes a limit that the peer has announced, in a message or in the limit word. Returns false if
/// it is absurd.
constexpr bool take_limit(side& one, std::uint32_t limit) noexcept {
  if (!after(limit, one.out.limit)) return true;  // an old one
  if (after(limit, one.out.sent + one.out.window)) return false;
  one.out.limit = limit;
  one.out.wants_credit = false;
  return true;
}

/// Takes note that a writer waits for a credit, until one has come. Look at the limit word first.
constexpr void wait_for_credit(side& one) noexcept {
  one.out.wants_credit = !may_send(one) && !one.out.fin_sent && !is_over(one);
}

/// Takes note that a slot is posted again whose data the program has taken.
constexpr void release(side& one) noexcept {
  ++one.in.released;
  if (one.in.peer_is_blocked) one.in.owes_update = true;
}

/// A control message, or the limit word.
struct control {
  bool is_word = false;
  header head = {};
  std::uint32_t limit = 0;  ///< of the word or of the body
};

/// Returns what has to be sent next, if there is anything. It counts as sent. `is_drained` says
/// that no data waits to be sent: only then may FIN follow.
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
  if (one.out.wants_credit && !one.out.is_blocked && !may_send(one)) {
    one.out.is_blocked = true;
    const auto head = announcing(one, kind::blocked);
    return control{.head = head, .limit = one.out.limit};
  }
  if (one.owes_pong) {
    one.owes_pong = false;
    return control{.head = announcing(one, kind::pong)};
  }
  if (one.out.wants_fin && !one.out.fin_sent && is_drained) {
    one.out.fin_sent = true;
    one.out.wants_credit = false;
    return control{.head = announcing(one, kind::fin)};
  }
  if (one.wants_ping && !one.ping_sent) {
    one.wants_ping = false;
    one.ping_sent = true;
    return control{.head = announcing(one, kind::ping)};
  }
  if (limit_of(one.in) - one.in.announced >= threshold_of(one.in)) {
    one.in.announced = limit_of(one.in);
    return control{.is_word = true, .limit = one.in.announced};
  }
  return std::nullopt;
}

/// Takes a message. The receive of one that is not data must be posted again before this: it may
/// give the peer the right to send another one.
constexpr meaning receive(side& one, header head, std::uint32_t body) noexcept {
  if (one.reset_received) return meaning::nothing;
  if (!take_limit(one, widened(head.limit, one.out.limit))) return meaning::wrong;
  switch (head.what) {
    case kind::data:
      if (one.in.fin_received || !after(one.in.announced, one.in.received)) return meaning::wrong;
      ++one.in.received;
      return meaning::data;
    case kind::blocked:
      if (one.in.peer_is_blocked || one.in.fin_received) return meaning::wrong;
      one.in.peer_is_blocked = true;
      // The limit that the peer waits at may be old already: then it is told at once.
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
  }
  return meaning::wrong;
}

/// Takes note that the program writes no more.
constexpr void finish(side& one) noexcept { one.out.wants_fin = true; }

/// Takes note that the stream is to end at once.
constexpr void abort(side& one, std::uint16_t code) noexcept {
  if (is_over(one) || one.wants_reset) return;
  one.wants_reset = true;
  one.reset_code = code & 0xfff;
}

/// Returns true if everything was said that the peer waits for: both have sent FIN.
constexpr bool is_closed(const side& one) noexcept {
  return one.out.fin_sent && one.in.fin_received;
}

}  // namespace verbatim::stream::detail::protocol
