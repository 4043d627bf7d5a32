// The streams of an engine. The registry finds the stream of a completion and lists the streams
// that have work to do.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/base/operations.hpp"

namespace verbatim::stream::detail {

/// The streams of an engine. In their tickets, the bit `of_streams` of the slot is set, and `numbers`
/// are the bits of the stream's number.
template <class Core, std::uint32_t of_streams = 0x80000000, std::uint32_t numbers = 0x7fffffff>
class stream_registry {
 public:
  /// Adds a stream. Returns its number with the bit of streams set. Allocates.
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
    cores_[number & numbers] = nullptr;
    for (auto** at = &first_; *at != nullptr; at = &(*at)->next_busy) {
      if (*at != &core) continue;
      *at = core.next_busy;
      if (end_ == &core.next_busy) end_ = at;
      --count_;
      break;
    }
    if (current_ == &core) current_ = nullptr;
  }

  /// Records that the stream has work to do at the end of the turn.
  void mark(Core& core) noexcept {
    if (&core != current_) enlist(core);  // the one that is being served is served last of all
  }

  /// Adds the stream to the list.
  void enlist(Core& core) noexcept {
    if (std::exchange(core.is_busy, true)) return;
    core.next_busy = nullptr;
    *end_ = &core;
    end_ = &core.next_busy;
    ++count_;
  }

  /// Passes a completion to its stream. Returns false if there is no such stream.
  [[gnu::always_inline]] bool complete(const completed& what) noexcept {
    const auto number = what.whose.slot & numbers;
    if ((what.whose.slot & of_streams) == 0 || number >= cores_.size()) return false;
    auto* const core = cores_[number];
    if (core == nullptr) return false;
    if constexpr (requires { core->with_header(what); }) {
      if (core->has_written_headers()) [[unlikely]] {
        if (complete_written(*core, what)) enlist(*core);
        return true;
      }
    }
    if (core->complete(what)) enlist(*core);
    return true;
  }

  /// The same if the header of a message is in front of its bytes.
  [[gnu::noinline]] static bool complete_written(Core& core, const completed& what) noexcept {
    return core.complete(core.with_header(what));
  }

  /// Resumes the coroutines that can continue, and serves the streams that have work to do at the
  /// time of the call. Returns the number of these coroutines and of other writers that can
  /// continue. A coroutine may destroy any stream, including the one being served.
  [[gnu::always_inline]] unsigned serve() { return count_ == 0 ? 0 : serve_busy(); }

  /// Records that the stream has gathered something, which is sent at the end of the batch or turn.
  void mark_gathered(Core& core) noexcept {
    mark(core);
    has_gathered_ = true;
  }

  /// Sends what streams have gathered. Resumes no coroutine.
  void send_gathered() noexcept {
    if (!std::exchange(has_gathered_, false)) return;
    for (auto* core = first_; core != nullptr; core = core->next_busy) core->send_gathered();
  }

  bool has_busy() const noexcept { return first_ != nullptr; }

  template <class Visit>
  void each(Visit&& visit) {
    for (auto* core : cores_) {
      if (core != nullptr) visit(*core);
    }
  }

 private:
  [[gnu::noinline]] unsigned serve_busy() {
    unsigned resumed = 0;
    for (auto left = count_; left != 0 && first_ != nullptr; --left) {
      current_ = first_;
      first_ = current_->next_busy;
      if (first_ == nullptr) end_ = &first_;
      --count_;
      current_->is_busy = false;
      for (int kinds = 3; kinds != 0 && current_ != nullptr; --kinds) {
        const auto waiter = current_->take_waiter();
        if (!waiter) break;
        ++resumed;
        waiter.resume();
      }
      if (current_ == nullptr) continue;
      current_->serve();
      if (!std::exchange(current_->is_woken, false)) continue;
      ++resumed;
      enlist(*current_);  // for a coroutine that waits for room
    }
    current_ = nullptr;
    return resumed;
  }

  std::vector<Core*> cores_;
  Core* first_ = nullptr;  ///< the list of streams with work to do
  Core** end_ = &first_;   ///< the list's end, where streams are added: first in, first out
  unsigned count_ = 0;     ///< the length of that list
  bool has_gathered_ = false;
  Core* current_ = nullptr;  ///< the stream being served; null if it was destroyed
};

}  // namespace verbatim::stream::detail
