// The ring of a completion queue as the device writes it: the owner of each slot.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <span>

#include "engine/complete/completion.hpp"
#include "objects/queues/completion_queue.hpp"

namespace verbatim::emulator {

/// Consumer indexes are 24 bits wide.
inline constexpr std::uint32_t consumer_index_mask = 0xffffff;

/// The device's side of the ring. Indexes count completions from the first one, unmasked.
class completion_ring {
 public:
  using clock = std::chrono::steady_clock;

  /// These functions return the index of the next slot to write, and of the first slot that the
  /// program does not own.
  std::uint32_t pi() const noexcept { return pi_; }
  std::uint32_t visible() const noexcept { return visible_; }

  /// Returns the index after the last visible completion that is solicited or an error.
  std::uint32_t solicited() const noexcept { return solicited_; }

  /// Writes one completion.
  void write(const completion_queue& cq, const completion& one);

  /// Writes completions that fit under one title, in the CQ's layout. If there are `chances`, they
  /// divide the completions into blocks of up to `most`. Returns the number of slots that it filled
  /// with minis.
  std::size_t write_compressed(const completion_queue& cq, std::span<const completion> session,
                               std::size_t most, std::minstd_rand* chances);

  /// Writes a slot as it was recorded. `end` is the index after the last completion that the program
  /// finds in it; slots of minis announce none.
  void write_again(const completion_queue& cq, std::uint32_t index, std::uint32_t end,
                   std::span<const std::byte> bytes, bool minis_only, bool solicited);

  /// Passes the slots whose delay is over to the program. Returns the time of the next one, if
  /// there is one.
  std::optional<clock::time_point> reveal(clock::time_point now);

  /// Sets the delay between writing a slot's payload and passing the slot to the program.
  void lag(clock::duration by) noexcept { lag_ = by; }

 private:
  /// A slot whose ownership word is not written yet.
  struct lagging_slot {
    clock::time_point due;
    const completion_queue* cq;
    std::uint32_t index;
    cqe_bytes bytes;
    std::uint32_t end;
    bool solicited;
  };

  void give(const completion_queue& cq, std::uint32_t index, cqe_bytes bytes, std::uint32_t count,
            bool solicited);
  void show(const lagging_slot& slot);

  std::uint32_t pi_ = 0;
  std::uint32_t visible_ = 0;
  std::uint32_t solicited_ = 0;
  clock::duration lag_{};
  std::deque<lagging_slot> lagging_;
};

}  // namespace verbatim::emulator
