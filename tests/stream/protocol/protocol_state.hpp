// The states of the model of a stream, and its rules: see protocol_model.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/stream/protocol/side.hpp"

namespace verbatim::testing {

namespace protocol = stream::detail::protocol;

/// A model is one of these: how long it is, and which mistake it makes.
struct model_rules {
  std::uint32_t window = 1;
  std::uint8_t messages = 2;    ///< that each end sends
  std::uint8_t other_way = 0;   ///< that the second end sends
  std::uint8_t send_queue = 0;  ///< WQEs that it holds; 0 for any number
  std::uint8_t signal_every = 2;
  std::uint32_t first = 0;  ///< both count from here

  /// Bytes of each end's ring, at most 4: a writer then sends each message in a slot or in the ring.
  std::uint32_t ring = 0;
  bool in_ring_only = false;  ///< no message is sent in a slot

  /// Windows may grow up to this, by receives of a shared queue that no other stream counts on; 0:
  /// they stay. `spare` is the number of these receives at the beginning, at each end.
  std::uint32_t most = 0;
  std::uint8_t spare = 0;

  bool lends =
      false;  ///< each message may be lent, and the peer reads it out of the writer's memory

  /// Receives besides those for data: for the kinds of messages that can come in the model.
  std::uint8_t reserved = protocol::control_receives;

  bool resets = false;                  ///< each end may reset the stream at any time
  std::array<std::uint8_t, 2> pings{};  ///< how often each end asks whether the other is there
  bool cancels = false;                 ///< a writer that waits may give up
  bool reads = true;                    ///< the programs read

  /// Queue pairs that may fail, at any time: what is on its way from there is lost. The flush errors
  /// come at any time later, behind the receives that are done.
  std::uint8_t failures = 0;

  // Mistakes.
  bool applies_before_posting = false;  ///< a control message is taken before its receive is posted
  bool releases_before_posting = false;  ///< a slot is announced before it is posted
  bool never_says_blocked = false;
  bool says_blocked_again = false;
  bool answers_only_a_release = false;
  bool updates_silently = false;  ///< a blocked peer gets the word
  bool fin_overtakes = false;
  bool counts_in_place_of_positions = false;
  bool signals_too_rarely = false;
  bool sleeps_with_completions = false;
  bool frees_what_was_sent = false;         ///< ring bytes are free when they have been sent
  bool frees_one_message_early = false;     ///< the oldest message in the ring is free too soon
  bool waits_for_more_than_needed = false;  ///< the limit that is needed does not end the wait
  bool waits_for_any_credit = false;        ///< for room in the ring too
  bool writes_beyond_the_ring = false;      ///< a message is not cut where the ring ends
  bool lends_two = false;                   ///< a message is lent while another one is
  bool returns_too_early = false;           ///< a lent message is returned before it was read
  bool promises_twice = false;              ///< a window grows by receives that others count on
  bool takes_back_a_promise = false;  ///< a receive goes to others, and the peer gets a credit
  bool forgets_who_waits = false;     ///< a window shrinks below one message
  bool ends_without_fin = false;      ///< a failure is reported as the end
  bool misses_the_flush = false;      ///< a failure is not reported
  bool leaves_the_writer = false;     ///< a failure is not reported to a writer that waits
};

/// A message on its way, or the limit word.
struct travelling {
  bool is_word;
  protocol::kind what;
  std::uint16_t limit_low;
  std::uint32_t body;
  std::uint16_t code;
  std::uint8_t ring_bytes = 0;  ///< of a message in the ring
  std::uint8_t ring_at = 0;
};  // no byte of a state is without a value

/// A queue of a few elements, which compares and copies as bytes.
template <class T, std::size_t Most>
struct few {
  std::array<T, Most> at{};
  std::uint8_t count = 0;

  bool push(const T& one) {
    if (count == Most) return false;
    at[count++] = one;
    return true;
  }
  T pop() {
    const T first = at[0];
    for (std::size_t i = 1; i < count; ++i) at[i - 1] = at[i];
    at[--count] = T{};
    return first;
  }
};

/// One end: the program, the engine and the device.
struct model_end {
  protocol::side side;
  few<travelling, 12> wire;  ///< from here to the other end
  few<travelling, 12> cq;    ///< receive CQEs that were not polled
  std::uint32_t word = 0;    ///< the limit word, which the peer writes
  std::uint8_t to_write = 0;
  few<std::uint8_t, 8> unread;  ///< messages, each with its bytes in the ring; 0 if in a slot
  std::uint8_t read_at = 0;     ///< the place in the ring of the first message that is there
  std::uint8_t waiting = 0;     ///< the message that waits: 1, and its bytes in the ring
  bool reads_lent = false;      ///< the device reads a lent message
  std::array<protocol::ring_piece, 4> pieces{};
  std::array<std::uint8_t, 4> ring{};  ///< for each byte, the message that is there
  std::uint8_t posted = 0;             ///< receives
  std::uint8_t unposted = 0;           ///< mistakes: receives that are posted late
  std::uint8_t spare = 0;              ///< receives that are promised to no stream
  std::uint8_t in_queue = 0;           ///< WQEs of the send queue
  std::uint8_t acked = 0;              ///< the first of them, which the peer has got
  std::uint8_t since_signal = 0;
  few<std::uint8_t, 12> signaled;  ///< for each WQE
  std::uint8_t send_cqes = 0;
  bool asleep = false;
  std::uint8_t pings_left = 0;
  bool got_end = false;
  bool in_error = false;   ///< the queue pair
  bool is_broken = false;  ///< the engine knows of it
};

/// A state of the whole.
struct model_state {
  std::array<model_end, 2> ends;
  std::uint8_t resets_left = 1;
  std::uint8_t cancels_left = 1;
  std::uint8_t failures_left = 0;
};

}  // namespace verbatim::testing
