// Counts the program's writes to the registers of a UAR page, for --count.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/count/counts.hpp"
#include "system/descriptor.hpp"

namespace verbatim::emulator {

/// The registers are memory, so a look at them shows only the last write. Breakpoints of the
/// processor count all writes, if the kernel allows them: perf_event_open(2). A processor has four.
/// A register has two halves, in which the first word counts doorbells and a later one BlueFlame
/// copies. So the breakpoints are enough for one queue pair, or for the doorbells of two.
///
/// The register of a queue pair is known only by its first doorbell. libmlx5 gives the two registers
/// of a page to its first two queue pairs, in this order, even if the first is destroyed by then.
class register_writes {
 public:
  /// Counts the writes of a new queue pair from now on, by all threads of the process. `registers`
  /// are those at the program's mapping. Returns false if there are no breakpoints left.
  bool begin(const std::byte* registers, const queue_pair_counts& of);

  /// Gives up the breakpoints of BlueFlame copies and of registers that are perhaps unused.
  void give_up_extras() noexcept;

  /// Returns true if there are breakpoints in that half of a register.
  bool counts(std::size_t half) const noexcept {
    return registers_[half / halves_per_register].doorbells.counts();
  }

  /// Records that a doorbell of that queue pair was found in a half of a register.
  void found(std::size_t half, queue_pair_counts& of) noexcept;

  /// Adds the writes since the last call to the counts of the queue pairs that use the registers.
  /// The more calls, the sooner it is known how many stores a doorbell has.
  void settle() noexcept;

  /// Forgets a queue pair: another may use its register now. Call `settle` first.
  void forget(const queue_pair_counts& of) noexcept;

 private:
  static constexpr std::size_t halves_per_register = 2;
  static constexpr std::size_t registers_per_page = 4;
  using by_half = std::array<std::uint64_t, halves_per_register>;

  /// Breakpoints on one word of both halves, in each thread.
  class word_counter {
   public:
    /// Returns false if it cannot count.
    bool begin(const std::byte* in_first_half);
    void end() noexcept { breakpoints_ = {}; }
    bool counts() const noexcept { return !breakpoints_.front().empty(); }

    /// Returns the writes to the halves so far; nothing if it does not count.
    std::optional<by_half> all() const noexcept;

    /// Returns the writes to the halves since the last call; nothing if it does not count.
    std::optional<by_half> fresh() noexcept;

    /// Returns true if there were no writes since the last call of `fresh`, which has then read both
    /// halves at the same time.
    bool at_rest() const noexcept { return all() == last_; }

   private:
    /// One of each thread, for each half.
    std::array<std::vector<descriptor>, halves_per_register> breakpoints_;
    by_half last_{};
  };

  struct one_register {
    word_counter doorbells;
    word_counter copies;

    /// The queue pairs that probably use it, and the one that does.
    std::vector<const queue_pair_counts*> expected;
    queue_pair_counts* user = nullptr;
    bool shared = false;

    /// The doorbells to each half since it has its user.
    by_half of_user{};
  };

  static void settle(one_register& which) noexcept;

  std::array<one_register, registers_per_page> registers_;

  /// The number of queue pairs of the page so far.
  std::size_t begun_ = 0;
};

}  // namespace verbatim::emulator
