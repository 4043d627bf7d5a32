// The actions in histories of queue pairs, and which of them came directly after which.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <optional>
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
  flush,  // as the device has failed: the last
};

inline constexpr std::array action_names{"post",  "complete", "poll",    "resize",    "reset",
                                         "error", "drain",    "destroy", "reconnect", "flush"};

/// Nothing is posted and completes in RESET, which only a new connection ends.
constexpr bool is_possible(action first, action then) {
  const bool may_be_reset =
      first == action::reset || first == action::poll || first == action::resize;
  if (then == action::reconnect) return may_be_reset;
  const bool in_reset = then == action::poll || then == action::resize || then == action::reset ||
                        then == action::destroy || then == action::flush;
  return first != action::flush && (first != action::reset || in_reset);
}

class orders {
 public:
  static constexpr std::size_t count = action_names.size();

  /// To be called for each action, by the queue pair that it is of.
  void happened(std::size_t whose, action what) {
    if (last_.size() <= whose) last_.resize(whose + 1);
    if (last_[whose]) seen(*last_[whose], what) = true;
    last_[whose] = what;
  }

  /// Returns an action that has never come after the last one of that queue pair; but no flush.
  std::optional<action> unseen(std::size_t whose, dice& random) {
    std::vector<action> open;
    if (whose >= last_.size() || !last_[whose]) return std::nullopt;
    for (std::size_t i = 0; i + 1 != count; ++i) {
      const auto next = static_cast<action>(i);
      if (is_possible(*last_[whose], next) && !seen(*last_[whose], next)) open.push_back(next);
    }
    if (open.empty()) return std::nullopt;
    return open[random.below(static_cast<std::uint32_t>(open.size()))];
  }

  /// Any but a flush.
  static action any(dice& random) { return static_cast<action>(random.below(count - 1)); }

  /// Mostly posts and completions.
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

  /// Fails for every order that did not occur, apart from those with a flush if there is none.
  void expect_all(bool with_flush) const {
    for (std::size_t i = 0; i != count; ++i) {
      for (std::size_t k = 0; k != (with_flush ? count : count - 1); ++k) {
        if (!is_possible(static_cast<action>(i), static_cast<action>(k))) continue;
        EXPECT_TRUE(seen_[i * count + k])
            << action_names[k] << " never came after " << action_names[i];
      }
    }
  }

 private:
  bool& seen(action first, action then) {
    return seen_[static_cast<std::size_t>(first) * count + static_cast<std::size_t>(then)];
  }

  std::array<bool, count * count> seen_{};
  std::vector<std::optional<action>> last_;
};

}  // namespace verbatim::test
