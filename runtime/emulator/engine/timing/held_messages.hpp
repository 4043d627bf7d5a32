// Messages that have come before their time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/timing/link_queue.hpp"
#include "transport/message.hpp"

namespace verbatim::emulator {

/// A copy of a message.
struct held_message {
  message header;
  std::vector<std::byte> payload;
  model_time due{};

  explicit held_message(const message& from)
      : header(from), payload(from.payload.begin(), from.payload.end()) {}
};

/// Messages wait twice: until their last bit has come, in the order of that time; and then until the
/// program may see them, in that order.
class held_messages {
 public:
  /// Keeps a copy until its last bit has come.
  void keep(const message& arrived, model_time comes);

  /// Returns the time at which the last bit comes of the latest message of that queue pair to that
  /// one, if there is one here.
  std::optional<model_time> latest(std::uint32_t source, std::uint32_t destination) const noexcept;

  /// Moves messages whose last bit has come. `when(held_message&)` returns the time at which the
  /// program sees it; no message is seen before an earlier one, as PCIe keeps writes in order.
  template <class When>
  void land(model_time now, When&& when) {
    while (!coming_.empty() && coming_.begin()->first <= now) {
      held_message& one = landed_.emplace_back(std::move(coming_.begin()->second));
      coming_.erase(coming_.begin());
      one.due = last_due_ = std::max(last_due_, model_time(when(one)));
    }
  }

  /// Removes and returns the next message that the program may see.
  std::optional<held_message> next_due(model_time now);

  /// Removes and returns all messages of a process, in order.
  std::vector<held_message> take_from(std::uint32_t slot);

  /// Returns the time of the next change, if there is one.
  std::optional<model_time> deadline() const noexcept;

 private:
  std::multimap<model_time, held_message> coming_;
  std::deque<held_message> landed_;
  model_time last_due_{};
};

}  // namespace verbatim::emulator
