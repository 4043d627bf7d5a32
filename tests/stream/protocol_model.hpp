// A model of two ends of a stream and the two devices between them, in which everything may happen in
// any order. The ends are the library's: runtime/stream/protocol.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

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

  /// Receives besides those for data: for the kinds of messages that can come in the model.
  std::uint8_t reserved = protocol::control_receives;

  bool resets = false;   ///< each end may reset the stream at any time
  bool pings = false;    ///< each end may ask whether the other is there
  bool cancels = false;  ///< a writer that waits may give up
  bool reads = true;     ///< the programs read

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
};

/// A message on its way, or the limit word.
struct travelling {
  bool is_word;
  protocol::kind what;
  std::uint16_t limit_low;
  std::uint32_t body;
  std::uint16_t code;
  std::uint16_t none = 0;  // no byte of a state is without a value
};

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
  few<travelling, 12> cq;    ///< receive CQEs that nobody has polled
  std::uint32_t word = 0;    ///< the limit word, which the peer writes
  std::uint8_t to_write = 0;
  std::uint8_t unread = 0;    ///< slots with data
  std::uint8_t posted = 0;    ///< receives
  std::uint8_t unposted = 0;  ///< mistakes: receives that are posted late
  std::uint8_t in_queue = 0;  ///< WQEs of the send queue
  std::uint8_t acked = 0;     ///< the first of them, which the peer has got
  std::uint8_t since_signal = 0;
  few<std::uint8_t, 12> signaled;  ///< for each WQE
  std::uint8_t send_cqes = 0;
  bool asleep = false;
  bool has_pinged = false;
  bool got_end = false;
};

/// A state of the whole.
struct model_state {
  std::array<model_end, 2> ends;
  std::uint8_t resets_left = 1;
  std::uint8_t cancels_left = 1;
};

/// The successors of states, and what is wrong with a state.
class protocol_model {
 public:
  explicit protocol_model(const model_rules& rules) : rules_(rules) {}

  model_state first() const {
    model_state one{};
    for (std::size_t i = 0; i < 2; ++i) {
      auto& end = one.ends[i];
      end.side = protocol::begin(rules_.window, rules_.window, rules_.first);
      end.word = end.side.out.limit;
      end.to_write = i == 0 ? rules_.messages : rules_.other_way;
      end.posted = static_cast<std::uint8_t>(rules_.window + rules_.reserved);
    }
    return one;
  }

  /// Calls next(state) for every state that may follow. Returns what is wrong, or nothing.
  template <class Next>
  std::string successors(const model_state& from, Next&& next) {
    wrong_.clear();
    for (std::size_t i = 0; i < 2 && wrong_.empty(); ++i) {
      const auto step = [&](auto&& what) {
        model_state to = from;
        if (what(to, to.ends[i], to.ends[1 - i])) next(to);
      };
      step([&](auto& all, auto& end, auto&) { return arm_and_sleep(all, end); });
      step([&](auto&, auto& end, auto&) { return write(end); });
      step([&](auto&, auto& end, auto&) { return send_control(end); });
      step([&](auto&, auto& end, auto& other) { return take_receive(end, other); });
      step([&](auto&, auto& end, auto&) { return take_send(end); });
      step([&](auto&, auto& end, auto& other) { return arrive(end, other); });
      step([&](auto&, auto& end, auto&) { return read(end); });
      step([&](auto&, auto& end, auto&) { return post_late(end); });
      step([&](auto&, auto& end, auto&) { return finish(end); });
      step([&](auto& all, auto& end, auto&) { return reset(all, end); });
      step([&](auto& all, auto& end, auto&) { return cancel(all, end); });
      step([&](auto&, auto& end, auto&) { return ping(end); });
    }
    return wrong_;
  }

  /// Returns what is wrong with a state that nothing follows.
  std::string stuck(const model_state& at) const {
    if (is_over(at.ends[0].side) || is_over(at.ends[1].side)) {
      return is_over(at.ends[0].side) && is_over(at.ends[1].side) ? "" : "a reset is not told";
    }
    if (!rules_.reads) return "";  // both stand still, until somebody reads
    for (const auto& end : at.ends) {
      if (end.to_write != 0) return "a writer waits for ever";
      if (!end.got_end) return "the end was not told";
      if (end.unread != 0 || end.cq.count != 0) return "a message was not read";
    }
    return "";
  }

 private:
  static constexpr std::uint8_t kept_for_control = 1;

  bool has_room(const model_end& end, std::uint8_t kept) const {
    return rules_.send_queue == 0 || end.in_queue + kept < rules_.send_queue;
  }

  bool complain(const char* what) {
    wrong_ = what;
    return false;
  }

  /// Puts a WQE into the send queue.
  bool post(model_end& end, const travelling& what) {
    if (rules_.send_queue == 0) {
      return end.wire.push(what) || complain("more messages are on their way than there can be");
    }
    ++end.in_queue;
    const auto every = rules_.signals_too_rarely ? 100 : rules_.signal_every;
    const bool signals = ++end.since_signal >= every;
    if (signals) end.since_signal = 0;
    if (!end.signaled.push(signals ? 1 : 0) || !end.wire.push(what)) {
      return complain("more messages are on their way than there can be");
    }
    return true;
  }

  /// The writer sends, or goes to wait for a credit.
  bool write(model_end& end) {
    if (end.to_write == 0 || end.side.out.wants_credit) return false;
    if (protocol::is_over(end.side)) return false;
    if (!take_word(end)) return false;
    if (!protocol::may_send(end.side)) {
      protocol::wait_for_credit(end.side);
      if (rules_.never_says_blocked) end.side.out.is_blocked = true;
      end.asleep = false;
      return end.side.out.wants_credit;
    }
    if (!has_room(end, kept_for_control)) return false;
    end.asleep = false;  // the program runs in the engine's thread
    --end.to_write;
    const auto head = protocol::send_data(end.side, false);
    return post(end, {false, head.what, head.limit, end.side.out.sent, head.code});
  }

  bool take_word(model_end& end) {
    if (!protocol::take_limit(end.side, end.word)) return complain("the limit word is absurd");
    return true;
  }

  bool send_control(model_end& end) {
    if (end.asleep || !has_room(end, 0)) return false;
    const bool has_news = protocol::after(end.word, end.side.out.limit);
    if (!take_word(end)) return false;
    if (rules_.says_blocked_again) end.side.out.is_blocked = false;
    if (rules_.updates_silently) end.side.in.owes_update = false;
    const bool is_drained = end.to_write == 0 || rules_.fin_overtakes;
    const auto next = protocol::next_control(end.side, is_drained);
    if (!next) return has_news;
    return post(end,
                {next->is_word, next->head.what, next->head.limit, next->limit, next->head.code});
  }

  /// The engine takes a receive CQE.
  bool take_receive(model_end& end, const model_end& other) {
    if (end.asleep || end.cq.count == 0) return false;
    const auto one = end.cq.pop();
    if (one.what != protocol::kind::data)
      ++(rules_.applies_before_posting ? end.unposted : end.posted);
    if (rules_.answers_only_a_release && one.what == protocol::kind::blocked) {
      end.side.in.peer_is_blocked = true;
      return true;
    }
    const protocol::header head{one.what, one.limit_low, one.code};
    if (rules_.counts_in_place_of_positions) end.side.out.limit += head.limit != 0 ? 1 : 0;
    switch (protocol::receive(end.side, head, one.body)) {
      case protocol::meaning::wrong:
        return complain("a message was not expected");
      case protocol::meaning::data:
        if (one.body != end.side.in.received) return complain("a message was lost or came twice");
        ++end.unread;
        if (end.unread > rules_.window) return complain("more slots are full than there are");
        break;
      case protocol::meaning::end:
        if (end.side.in.received != other.side.out.sent) return complain("the end came too early");
        end.got_end = true;
        break;
      case protocol::meaning::reset:
      case protocol::meaning::nothing:
        break;
    }
    return true;
  }

  /// The engine takes a send CQE: every WQE up to the last signaled one is free.
  bool take_send(model_end& end) {
    if (end.asleep || end.send_cqes == 0) return false;
    --end.send_cqes;
    bool was_signaled = false;
    while (!was_signaled) {
      was_signaled = end.signaled.pop() != 0;
      --end.in_queue;
      --end.acked;
    }
    return true;
  }

  /// The device of the other end takes what travels first.
  bool arrive(model_end& end, model_end& other) {
    if (end.wire.count == 0) return false;
    const auto one = end.wire.pop();
    if (one.is_word) {
      other.word = one.body;
    } else {
      if (other.posted == 0) return complain("RNR: no receive is posted");
      --other.posted;
      if (!other.cq.push(one)) return complain("the completion queue is full");
      other.asleep = false;
    }
    if (rules_.send_queue != 0 && end.signaled.at[end.acked++] != 0) {
      ++end.send_cqes;
      end.asleep = false;
    }
    return true;
  }

  /// The program takes the data of a slot, whose receive is posted again.
  bool read(model_end& end) {
    if (!rules_.reads || end.unread == 0 || protocol::is_over(end.side)) return false;
    --end.unread;
    ++(rules_.releases_before_posting ? end.unposted : end.posted);
    protocol::release(end.side);
    end.asleep = false;
    return true;
  }

  static bool post_late(model_end& end) {
    if (end.unposted == 0) return false;
    --end.unposted;
    ++end.posted;
    return true;
  }

  static bool finish(model_end& end) {
    if (end.side.out.wants_fin || protocol::is_over(end.side)) return false;
    end.asleep = false;
    protocol::finish(end.side);
    return true;
  }

  bool reset(model_state& all, model_end& end) const {
    if (!rules_.resets || all.resets_left == 0 || protocol::is_over(end.side)) return false;
    --all.resets_left;
    end.asleep = false;
    protocol::abort(end.side, 7);
    return true;
  }

  bool cancel(model_state& all, model_end& end) const {
    if (!rules_.cancels || all.cancels_left == 0 || !end.side.out.wants_credit) return false;
    --all.cancels_left;
    end.asleep = false;
    end.side.out.wants_credit = false;
    end.to_write = 0;
    return true;
  }

  bool ping(model_end& end) const {
    if (!rules_.pings || end.has_pinged || protocol::is_over(end.side)) return false;
    end.has_pinged = end.side.wants_ping = true;
    end.asleep = false;
    return true;
  }

  /// The engine arms, polls once more, and sleeps if nothing is there.
  bool arm_and_sleep(model_state&, model_end& end) const {
    if (end.asleep) return false;
    const bool is_empty = end.cq.count == 0 && end.send_cqes == 0;
    if (!is_empty && !rules_.sleeps_with_completions) return false;
    auto side = end.side;
    if (has_room(end, 0) && protocol::next_control(side, end.to_write == 0)) return false;
    if (end.to_write != 0 && !end.side.out.wants_credit && protocol::may_send(end.side) &&
        has_room(end, kept_for_control)) {
      return false;
    }
    end.asleep = true;
    return true;
  }

  model_rules rules_;
  std::string wrong_;
};

}  // namespace verbatim::testing
