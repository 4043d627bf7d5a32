// A model of two ends of a stream and the two devices between them, in which everything may happen in
// any order. The ends are the library's: runtime/stream/protocol.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "protocol_state.hpp"
#include "protocol_steps.hpp"
#include "verbatim/stream/protocol/side.hpp"

namespace verbatim::testing {

/// The successors of states, and what is wrong with a state.
class protocol_model {
 public:
  explicit protocol_model(const model_rules& rules) : rules_(rules) {}

  model_state first() const {
    model_state one{};
    one.failures_left = rules_.failures;
    for (std::size_t i = 0; i < 2; ++i) {
      auto& end = one.ends[i];
      end.side = protocol::begin(
          {rules_.window, rules_.window, rules_.ring, rules_.ring, rules_.most, rules_.most},
          rules_.first);
      end.spare = rules_.spare;
      end.word = end.side.out.limit;
      end.pings_left = rules_.pings[i];
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
        if (!what(to, to.ends[i], to.ends[1 - i])) return;
        forget_what_is_over(to.ends[i]);
        next(to);
      };
      step([&](auto& all, auto& end, auto&) { return arm_and_sleep(all, end); });
      step([&](auto&, auto& end, auto&) { return write(end); });
      step([&](auto&, auto& end, auto&) { return lend(end); });
      step([&](auto&, auto& end, auto& other) { return end_reading(end, other); });
      for (std::uint32_t length = 1; length <= rules_.ring; ++length) {
        step([&](auto&, auto& end, auto&) { return write_into_ring(end, length); });
      }
      step([&](auto&, auto& end, auto&) { return send_control(end); });
      step([&](auto&, auto& end, auto& other) { return take_receive(end, other); });
      step([&](auto&, auto& end, auto&) { return take_send(end); });
      step([&](auto&, auto& end, auto& other) { return arrive(end, other); });
      step([&](auto&, auto& end, auto&) { return read(end, false); });
      step([&](auto&, auto& end, auto&) { return read(end, true); });
      step([&](auto&, auto& end, auto&) { return grow(end); });
      step([&](auto&, auto& end, auto&) { return post_late(end); });
      step([&](auto&, auto& end, auto&) { return testing::finish(end); });
      step([&](auto& all, auto& end, auto&) { return reset(all, end); });
      step([&](auto& all, auto& end, auto&) { return cancel(all, end); });
      step([&](auto&, auto& end, auto&) { return testing::ping(end); });
      step([&](auto& all, auto& end, auto&) { return testing::fail(all, end); });
      step([&](auto&, auto& end, auto& other) { return testing::disconnect(end, other); });
      step([&](auto&, auto& end, auto&) { return testing::take_flush(end, rules_); });
    }
    return wrong_;
  }

  /// Returns what is wrong with a state that nothing follows.
  std::string stuck(const model_state& at) const {
    if (at.ends[0].in_error || at.ends[1].in_error) return stuck_after_failure(at, rules_);
    if (is_over(at.ends[0].side) || is_over(at.ends[1].side)) {
      return is_over(at.ends[0].side) && is_over(at.ends[1].side) ? "" : "a reset is not told";
    }
    if (!rules_.reads) return "";  // both stand still until one of them reads
    for (const auto& end : at.ends) {
      if (end.to_write != 0) return "a writer waits for ever";
      if (!end.got_end) return "the end was not told";
      if (end.side.out.lends) return "a lent message is not returned";
      if (end.unread.count != 0 || end.cq.count != 0) return "a message was not read";
    }
    return "";
  }

 private:
  static constexpr std::uint8_t kept_for_control = 1;
  static constexpr std::uint8_t lent = 0xff;  ///< an unread message that is lent

  bool has_room(const model_end& end, std::uint8_t kept) const {
    return rules_.send_queue == 0 || end.in_queue + kept < rules_.send_queue;
  }

  bool complain(const char* what) {
    wrong_ = what;
    return false;
  }

  /// Puts a WQE into the send queue.
  bool post(model_end& end, const travelling& what) {
    if (end.in_error) return true;
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

  /// A writer that waits is resumed by its engine, which does not sleep then.
  bool may_write(model_end& end, std::uint32_t length) {
    if (end.to_write == 0 || end.side.out.wants_credit || protocol::is_over(end.side)) return false;
    if (end.is_broken) return false;
    if (end.side.out.lends && !rules_.lends_two) return false;
    if (end.waiting != 0 && (end.asleep || end.waiting != length + 1)) return false;
    return take_word(end);
  }

  /// The writer has gone to wait.
  bool waits(model_end& end, std::uint32_t length) const {
    const bool has_waited = end.waiting != 0 && !end.side.out.wants_credit;
    end.waiting = static_cast<std::uint8_t>(length + 1);
    if (rules_.never_says_blocked) end.side.out.is_blocked = true;
    if (rules_.waits_for_more_than_needed) {
      ++end.side.out.needed;
      end.side.out.wants_credit = true;
    }
    end.asleep = false;
    return !has_waited;
  }

  /// The writer sends, or goes to wait for a credit.
  bool write(model_end& end) {
    if (rules_.in_ring_only || !may_write(end, 0)) return false;
    if (!protocol::may_send(end.side)) {
      protocol::wait_for_credit(end.side);
      return waits(end, 0);
    }
    if (!has_room(end, kept_for_control)) return false;
    end.asleep = false;  // the program runs in the engine's thread
    end.waiting = 0;
    --end.to_write;
    const auto head = protocol::send_data(end.side, false);
    return post(end, {false, head.what, head.limit, end.side.out.sent, head.code});
  }

  /// The writer lends a message, and waits until it is returned.
  bool lend(model_end& end) {
    if (!rules_.lends || !may_write(end, 0) || !protocol::may_send(end.side)) return false;
    if (!has_room(end, kept_for_control)) return false;
    end.asleep = false;
    end.waiting = 0;
    --end.to_write;
    const auto head = protocol::send_lent(end.side);
    return post(end, {false, head.what, head.limit, end.side.out.sent, head.code});
  }

  /// The writer sends a message into the ring, or goes to wait for room there.
  bool write_into_ring(model_end& end, std::uint32_t length) {
    if (!may_write(end, length)) return false;
    auto& out = end.side.out;
    if (protocol::piece_of(out.ring, length) != length && !rules_.writes_beyond_the_ring)
      return false;
    auto released = protocol::released_by_peer(end.side);
    if (rules_.frees_what_was_sent) released = out.sent;
    if (rules_.frees_one_message_early) ++released;
    protocol::free_released(out.ring, end.pieces, released);
    if (!protocol::has_room(out.ring, length)) {
      if (rules_.waits_for_any_credit)
        protocol::wait_for_credit(end.side);
      else
        protocol::wait_for_limit(end.side, protocol::limit_with_room(end.side, end.pieces, length));
      return waits(end, length);
    }
    if (!protocol::may_send(end.side)) {
      protocol::wait_for_credit(end.side);
      return waits(end, length);
    }
    if (!has_room(end, kept_for_control)) return false;
    end.asleep = false;
    end.waiting = 0;
    --end.to_write;
    const auto head = protocol::send_data(end.side, false);
    const auto at = protocol::fill(out.ring, end.pieces, out.sent, length);
    return post(end, {false, head.what, head.limit, out.sent, head.code,
                      static_cast<std::uint8_t>(length), static_cast<std::uint8_t>(at)});
  }

  bool take_word(model_end& end) {
    if (!protocol::take_limit(end.side, end.word)) return complain("the limit word is absurd");
    return true;
  }

  bool send_control(model_end& end) {
    if (end.asleep || end.is_broken || !has_room(end, 0)) return false;
    const bool has_news = protocol::after(end.word, end.side.out.limit);
    if (!take_word(end)) return false;
    if (rules_.says_blocked_again) end.side.out.is_blocked = false;
    if (rules_.updates_silently) end.side.in.owes_update = false;
    const bool is_drained = end.to_write == 0 || rules_.fin_overtakes;
    const bool may_have = protocol::may_have_control(end.side);
    const auto next = protocol::next_control(end.side, is_drained);
    if (!next) return has_news;
    if (!may_have) return complain("a message is due, and may_have_control() says that none is");
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
        if (one.ring_bytes != 0) {
          const auto at = protocol::arrive(end.side.in.ring, one.ring_bytes);
          if (!at) return complain("there are more bytes in the ring than it has");
          if (*at != one.ring_at) return complain("the ends disagree about the ring");
        }
        end.unread.push((one.code & protocol::is_lent) != 0 ? lent : one.ring_bytes);
        if (end.unread.count > end.side.in.window)
          return complain("more slots are full than there are");
        break;
      case protocol::meaning::end:
        if (end.side.in.received != other.side.out.sent) return complain("the end came too early");
        end.got_end = true;
        break;
      case protocol::meaning::reset:
      case protocol::meaning::nothing:
        break;
    }
    const auto most = std::max(rules_.window, rules_.most);
    if (protocol::after(end.side.out.limit, end.side.out.sent + most)) {
      return complain("a limit is higher than the peer has slots");
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
    if (other.in_error) return go_to_error(end);  // its retries are exhausted
    const auto one = end.wire.pop();
    if (one.is_word) {
      other.word = one.body;
    } else {
      if (other.posted == 0) return complain("RNR: no receive is posted");
      --other.posted;
      for (std::size_t i = 0; i < one.ring_bytes; ++i) {
        if (one.ring_at + i >= rules_.ring) return complain("bytes are written behind the ring");
        auto& byte = other.ring[one.ring_at + i];
        if (byte != 0) return complain("bytes in the ring are overwritten");
        byte = number_of(one.body);
      }
      if (!other.cq.push(one)) return complain("the completion queue is full");
      other.asleep = false;
    }
    if (rules_.send_queue != 0 && end.signaled.at[end.acked++] != 0) {
      ++end.send_cqes;
      end.asleep = false;
    }
    return true;
  }

  /// The engine has receives for a peer that waits.
  bool grow(model_end& end) const {
    auto& in = end.side.in;
    if (end.asleep || !in.peer_is_blocked || in.window >= in.most) return false;
    if (end.spare == 0 && !rules_.promises_twice) return false;
    if (!rules_.promises_twice) {
      --end.spare;
      ++end.posted;
    }
    protocol::grow(end.side, 1);
    return true;
  }

  /// The program takes the data of a slot, whose receive is posted again: for the stream, or for
  /// others.
  bool read(model_end& end, bool for_others) {
    const auto least = rules_.forgets_who_waits ? 0 : rules_.window;
    if (for_others && (rules_.most == 0 || end.side.in.window <= least)) return false;
    if (!rules_.reads || end.unread.count == 0 || protocol::is_over(end.side)) return false;
    if (end.unread.at[0] == lent) {
      if (for_others) return false;
      if (std::exchange(end.reads_lent, true)) return false;
      if (rules_.returns_too_early) protocol::give_back(end.side);
      end.asleep = false;
      return true;
    }
    const auto number = number_of(end.side.in.received + 1 - end.unread.count);
    const auto ring_bytes = end.unread.pop();
    for (std::size_t i = 0; i < ring_bytes; ++i) {
      if (std::exchange(end.ring[end.read_at], std::uint8_t{0}) != number) {
        return complain("the bytes in the ring are not those of the message");
      }
      if (++end.read_at == rules_.ring) end.read_at = 0;
    }
    end.asleep = false;
    if (for_others) {
      ++end.spare;
      if (!rules_.takes_back_a_promise) {
        protocol::release_to_others(end.side);
        return true;
      }
    } else {
      ++(rules_.releases_before_posting ? end.unposted : end.posted);
    }
    protocol::release(end.side, ring_bytes);
    return true;
  }

  /// The device of this end has read the lent message.
  bool end_reading(model_end& end, const model_end& other) {
    if (!end.reads_lent) return false;
    if (!other.side.out.lends) return complain("memory is read that was returned");
    end.reads_lent = false;
    end.unread.pop();
    ++end.posted;
    protocol::release(end.side);
    if (!rules_.returns_too_early) protocol::give_back(end.side);
    end.asleep = false;
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
    if (!rules_.cancels || all.cancels_left == 0 || end.waiting == 0) return false;
    --all.cancels_left;
    end.asleep = false;
    end.side.out.wants_credit = false;
    end.waiting = 0;
    --end.to_write;  // the next write may need less, or more
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
        has_room(end, kept_for_control) && has_ring_room(end)) {
      return false;
    }
    end.asleep = true;
    return true;
  }

  model_rules rules_;
  std::string wrong_;
};

}  // namespace verbatim::testing
