// The streams of an engine: who a completion is for, and who has something to do.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/base/operations.hpp"

namespace verbatim::stream::detail {

/// The streams of an engine. Their tickets have the highest bit of the slot set, and the number of
/// the stream below it.
template <class Core>
class stream_registry {
 public:
  static constexpr std::uint32_t of_streams = 0x80000000;

  /// Takes up a stream, and returns its number with the bit of streams. Allocates.
  std::uint32_t add(Core& core) {
    for (std::uint32_t i = 0; i < cores_.size(); ++i) {
      if (cores_[i] != nullptr) continue;
      cores_[i] = &core;
      return i | of_streams;
    }
    cores_.push_back(&core);
    return static_cast<std::uint32_t>(cores_.size() - 1) | of_streams;
  }

  void remove(std::uint32_t number, Core& core) noexcept {
    cores_[number & ~of_streams] = nullptr;
    for (auto** at = &first_; *at != nullptr; at = &(*at)->next_busy) {
      if (*at != &core) continue;
      *at = core.next_busy;
      if (end_ == &core.next_busy) end_ = at;
      --count_;
      break;
    }
    if (current_ == &core) current_ = nullptr;
  }

  /// Notes that the stream has something to do at the end of the turn.
  void mark(Core& core) noexcept {
    if (std::exchange(core.is_busy, true)) return;
    core.next_busy = nullptr;
    *end_ = &core;
    end_ = &core.next_busy;
    ++count_;
  }

  /// Passes on a completion. Returns false if it is of no stream.
  [[gnu::always_inline]] bool complete(const completed& what) noexcept {
    const auto number = what.whose.slot & ~of_streams;
    if ((what.whose.slot & of_streams) == 0 || number >= cores_.size()) return false;
    auto* const core = cores_[number];
    if (core == nullptr) return false;
    core->complete(what);
    mark(*core);
    return true;
  }

  /// Lets each stream do what it has to, at most those that wait now. Returns how many coroutines
  /// were resumed. A coroutine may destroy any stream, this one too.
  unsigned serve() {
    unsigned resumed = 0;
    for (auto left = count_; left != 0 && first_ != nullptr; --left) {
      current_ = first_;
      first_ = current_->next_busy;
      if (first_ == nullptr) end_ = &first_;
      --count_;
      current_->is_busy = false;
      current_->serve();
      for (int kinds = 2; kinds != 0 && current_ != nullptr; --kinds) {
        const auto waiter = current_->take_waiter();
        if (!waiter) break;
        ++resumed;
        waiter.resume();
        if (current_ != nullptr) current_->serve();
      }
    }
    current_ = nullptr;
    return resumed;
  }

  bool has_busy() const noexcept { return first_ != nullptr; }

  template <class Visit>
  void each(Visit&& visit) {
    for (auto* core : cores_) {
      if (core != nullptr) visit(*core);
    }
  }

 private:
  std::vector<Core*> cores_;
  Core* first_ = nullptr;    ///< the list of those that have something to do
  Core** end_ = &first_;     ///< where the next one is linked in: each gets its turn
  unsigned count_ = 0;       ///< how many these are
  Core* current_ = nullptr;  ///< null once it has been destroyed
};

}  // namespace verbatim::stream::detail
