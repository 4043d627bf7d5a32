// A list of free indexes, in the order in which they will be posted.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::detail {

/// A list of the free indexes below `size`. Indexes can be given back in any order. Each taken
/// index has a link to the index that will be taken next. So one index, tail(), is always kept back
/// as the target of the last link.
class index_list {
 public:
  /// Makes a list in which all indexes are free, in ascending order. Allocates.
  explicit index_list(std::uint32_t size) : next_(size) {
    assert(size >= 2 && size <= (1u << 16));
    reset();
  }

  /// Returns the number of indexes that can be taken.
  std::uint32_t available() const noexcept { return available_; }

  /// Returns the next index to be taken.
  std::uint16_t head() const noexcept { return head_; }

  /// Returns the index that is taken after `index`. Not valid for tail().
  std::uint16_t next(std::uint16_t index) const noexcept { return next_[index]; }

  /// Returns the index that is kept back. The next index that is given back is linked after it.
  std::uint16_t tail() const noexcept { return tail_; }

  /// Takes head() and returns it. The index after it becomes head().
  std::uint16_t take() noexcept {
    assert(available_ != 0);
    const auto taken = head_;
    head_ = next_[taken];
    next_[taken] = taken;
    --available_;
    return taken;
  }

  /// Returns true if the index was taken and has not been given back.
  bool is_taken(std::uint16_t index) const noexcept {
    return index < next_.size() && next_[index] == index;
  }

  void give_back(std::uint16_t index) noexcept {
    assert(is_taken(index));
    next_[index] = index ^ 1;  // any other index, until another index is given back
    next_[tail_] = index;
    tail_ = index;
    ++available_;
  }

  void reset() noexcept {
    for (std::size_t i = 0; i < next_.size(); ++i) next_[i] = static_cast<std::uint16_t>(i + 1);
    head_ = 0;
    tail_ = static_cast<std::uint16_t>(next_.size() - 1);
    available_ = static_cast<std::uint32_t>(next_.size() - 1);
  }

 private:
  std::vector<std::uint16_t> next_;
  std::uint16_t head_ = 0;
  std::uint16_t tail_ = 0;
  std::uint32_t available_ = 0;
};

}  // namespace verbatim::detail
