// The table of a completion queue's endpoints, which finds the owner of a CQE.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::detail {

/// A hash table that finds endpoints by QP number or user index. It uses open addressing and is at
/// most half full. Devices assign consecutive numbers, so most lookups find their target in the
/// first place.
class endpoint_table {
 public:
  static constexpr std::uint32_t nobody = ~0u;  ///< a number that fits into no CQE

  struct target {
    std::uint32_t number = nobody;
    std::uint32_t kind = 0;  ///< index of the endpoint's type among the queue's types
    void* endpoint = nullptr;
  };

  endpoint_table() : targets_(mask_ + 1) {}

  /// Inserts a number that is not in the table. Allocates.
  void insert(const target& t) {
    assert(t.number != 0 && t.number < (1u << 24) && find(t.number) == nullptr);
    if (2 * (size_ + 1) > mask_ + 1) grow();
    put(t);
    ++size_;
  }

  void erase(std::uint32_t number) noexcept {
    auto i = place_of(number);
    if (targets_[i].number == nobody) return;
    targets_[i] = {};
    --size_;
    // Closes the gap. Otherwise lookups of targets that were pushed past it would stop there.
    while (targets_[i = next(i)].number != nobody) put(std::exchange(targets_[i], {}));
  }

  /// Returns the target of a number, or null if the number is not in the table.
  [[gnu::always_inline]] const target* find(std::uint32_t number) const noexcept {
    const auto& first = targets_[number & mask_];
    if (first.number == number) [[likely]]
      return &first;
    return find_further(number);
  }

 private:
  [[gnu::noinline, gnu::cold]] const target* find_further(std::uint32_t number) const noexcept {
    const auto& there = targets_[place_of(number)];
    return there.number == number ? &there : nullptr;
  }

  /// Returns the place of a number's target, or the free place where it would be.
  std::size_t place_of(std::uint32_t number) const noexcept {
    std::size_t i = number & mask_;
    while (targets_[i].number != number && targets_[i].number != nobody) i = next(i);
    return i;
  }
  std::size_t next(std::size_t i) const noexcept { return (i + 1) & mask_; }

  void put(const target& t) noexcept { targets_[place_of(t.number)] = t; }

  void grow() {
    const auto size = 2 * (mask_ + 1);
    auto old = std::exchange(targets_, std::vector<target>(size));
    mask_ = size - 1;
    for (const auto& t : old) {
      if (t.number != nobody) put(t);
    }
  }

  std::uint32_t mask_ = 15;
  std::uint32_t size_ = 0;
  std::vector<target> targets_;
};

}  // namespace verbatim::detail
