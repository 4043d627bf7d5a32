// The actions in histories of queue pairs, and which of them came directly after which.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "dice.hpp"

namespace verbatim::test {

enum class action : unsigned char {
  post,
  complete,
  poll,
  resize,
  reset,
  error,
  drain,
  destroy,
  reconnect,
  limit,        // an SRQ is armed with a limit of its receives
  destroy_srq,  // the SRQ of the queue pair is destroyed
  flush,        // the device has failed: this is the last action
};

inline constexpr std::array action_names{"post",      "complete", "poll",        "resize",
                                         "reset",     "error",    "drain",       "destroy",
                                         "reconnect", "limit",    "destroy_srq", "flush"};

/// Some of the actions.
class actions {
 public:
  constexpr actions(std::initializer_list<action> which) {
    for (const auto one : which) bits_ |= bit(one);
  }
  constexpr bool contain(action one) const { return (bits_ & bit(one)) != 0; }
  constexpr actions with(actions others) const {
    others.bits_ |= bits_;
    return others;
  }

 private:
  static constexpr unsigned bit(action one) { return 1u << static_cast<unsigned>(one); }

  unsigned bits_ = 0;
};

/// The actions that every queue pair takes part in, as long as the device works.
inline constexpr actions of_any_pair{action::post,   action::complete, action::poll,
                                     action::resize, action::reset,    action::error,
                                     action::drain,  action::destroy,  action::reconnect};

/// Returns true if `then` may come directly after `first`. In RESET nothing is posted and nothing completes;
/// only a new connection ends it.
constexpr bool is_possible(action first, action then) {
  const bool may_be_reset = first == action::reset || first == action::poll ||
                            first == action::resize || first == action::limit;
  if (then == action::reconnect) return may_be_reset;
  const bool in_reset = then == action::poll || then == action::resize || then == action::reset ||
                        then == action::destroy || then == action::limit ||
                        then == action::destroy_srq || then == action::flush;
  return first != action::flush && (first != action::reset || in_reset);
}

class orders {
 public:
  static constexpr std::size_t count = action_names.size();

  /// Notes an action of queue pair `whose`, or one that the queue pair takes part in.
  void happened(std::size_t whose, action what) {
    if (last_.size() <= whose) last_.resize(whose + 1);
    if (last_[whose]) seen(*last_[whose], what) = true;
    last_[whose] = what;
  }

  /// Returns one of the actions in `of` that has never come after the last one of that queue pair.
  std::optional<action> unseen(std::size_t whose, actions of, dice& random) {
    std::vector<action> open;
    if (whose >= last_.size() || !last_[whose]) return std::nullopt;
    for (std::size_t i = 0; i != count; ++i) {
      const auto next = static_cast<action>(i);
      if (of.contain(next) && is_possible(*last_[whose], next) && !seen(*last_[whose], next))
        open.push_back(next);
    }
    if (open.empty()) return std::nullopt;
    return open[random.below(static_cast<std::uint32_t>(open.size()))];
  }

  /// Returns one of the actions in `of` that `then` has never come after, if there is one.
  std::optional<action> never_before(action then, actions of, dice& random) const {
    std::vector<action> open;
    for (std::size_t i = 0; i != count; ++i) {
      const auto first = static_cast<action>(i);
      if (of.contain(first) && is_possible(first, then) && !has_seen(first, then))
        open.push_back(first);
    }
    if (open.empty()) return std::nullopt;
    return open[random.below(static_cast<std::uint32_t>(open.size()))];
  }

  /// Returns the last action of queue pair `whose`.
  std::optional<action> last(std::size_t whose) const {
    return whose < last_.size() ? last_[whose] : std::nullopt;
  }

  /// Returns one of the actions that every queue pair takes part in.
  static action any(dice& random) {
    return static_cast<action>(random.below(static_cast<std::uint32_t>(action::limit)));
  }

  /// Returns an action, in most cases a post or a completion.
  static action usual(dice& random) {
    switch (random.below(80)) {
      case 0:
        return action::reset;
      case 1:
        return random.one_in(3) ? action::error : action::reset;
      case 2:
        return random.one_in(2) ? action::drain : action::destroy;
      case 3:
      case 4:
        return action::resize;
      case 5:
      case 6:
        return action::poll;
      default:
        return random.below(6) < 4 ? action::post : action::complete;
    }
  }

  void add(const orders& other) {
    for (std::size_t i = 0; i != seen_.size(); ++i) seen_[i] |= other.seen_[i];
  }

  /// Calls `more` until every order of the actions in `of` has occurred, at most 20 times, as some are rare.
  /// Fails for those that did not.
  template <class More>
  void expect_all(actions of, More more) const {
    expect_each_before(of, of, more);
  }

  /// Calls `more` likewise until each action in `then` has come after each one in `of`.
  template <class More>
  void expect_each_before(actions then, actions of, More more) const {
    for (int i = 0; i < 20 && !missing(of, then).empty(); ++i) more();
    for (const auto& [one, other] : missing(of, then))
      ADD_FAILURE() << other << " never came after " << one;
  }

 private:
  /// Returns the names of the actions of each order that has not occurred.
  std::vector<std::pair<const char*, const char*>> missing(actions of, actions later) const {
    std::vector<std::pair<const char*, const char*>> found;
    for (std::size_t i = 0; i != count; ++i) {
      for (std::size_t k = 0; k != count; ++k) {
        const auto first = static_cast<action>(i), then = static_cast<action>(k);
        const bool counts = of.contain(first) && later.contain(then) && is_possible(first, then);
        if (counts && !has_seen(first, then)) found.emplace_back(action_names[i], action_names[k]);
      }
    }
    return found;
  }

  bool has_seen(action first, action then) const {
    return seen_[static_cast<std::size_t>(first) * count + static_cast<std::size_t>(then)];
  }
  bool& seen(action first, action then) {
    return seen_[static_cast<std::size_t>(first) * count + static_cast<std::size_t>(then)];
  }

  std::array<bool, count * count> seen_{};
  std::vector<std::optional<action>> last_;
};

}  // namespace verbatim::test
