// Indexes that are free, in the order in which the device will be told of them.
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

namespace verbatim {

/// A list of the indexes below `size`, given back in any order. An index that is taken names the one
/// that will be taken next, so one is always kept back to be named.
class index_list {
 public:
  /// All are free, in ascending order. Allocates.
  explicit index_list(std::uint32_t size) : next_(size) {
    assert(size >= 2 && size <= (1u << 16));
    reset();
  }

  /// How many can be taken.
  std::uint32_t available() const noexcept { return available_; }

  /// The next one to be taken.
  std::uint16_t head() const noexcept { return head_; }

  /// The one that is taken after `index`. Not of tail().
  std::uint16_t next(std::uint16_t index) const noexcept { return next_[index]; }

  /// The one that is kept back, whose next one will be the next that is given back.
  std::uint16_t tail() const noexcept { return tail_; }

  /// Takes head(); the one that comes after it is head() now.
  std::uint16_t take() noexcept {
    assert(available_ != 0);
    const auto taken = head_;
    head_ = next_[taken];
    next_[taken] = taken;
    --available_;
    return taken;
  }

  /// True of an index that was taken and not given back.
  bool is_taken(std::uint16_t index) const noexcept {
    return index < next_.size() && next_[index] == index;
  }

  void give_back(std::uint16_t index) noexcept {
    assert(is_taken(index));
    next_[index] = index ^ 1;  // anything but itself, until another one is given back
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

}  // namespace verbatim
