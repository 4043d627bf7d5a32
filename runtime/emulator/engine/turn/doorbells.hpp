// Finds writes of the program to the registers of a UAR page, and checks them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/engine_room.hpp"
#include "engine/count/register_writes.hpp"
#include "engine/ring/send_queue_reader.hpp"
#include "objects/uar_page.hpp"

namespace verbatim::emulator {

/// Offsets in a UAR page; formats as in mlx5dv.h (MLX5_CQ_DOORBELL) and rdma-core
/// providers/mlx5/mlx5.h (MLX5_BF_OFFSET).
inline constexpr std::size_t cq_doorbell_offset = 0x20;
inline constexpr std::size_t blueflame_offset = 0x800;

/// Each of the four BlueFlame registers has two halves, which programs use in turn.
inline constexpr std::size_t blueflame_half = 0x100;
inline constexpr std::size_t blueflame_halves = 8;

/// The doorbells that the program has rung on one page since the last check.
struct rung_doorbells {
  /// A BlueFlame register was written: the page's send queues must be looked at.
  bool send = false;

  /// The CQ doorbell was written: CQs of the page may have been armed.
  bool arm = false;
};

/// Reads the doorbells of one page. The registers are memory: two writes between two checks count
/// as one. Each check resets the register to zero, so that a second write of the same value is
/// visible.
class doorbell_watch : public engine_part {
 public:
  /// `counts` is true if the process counts or records doorbells.
  doorbell_watch(uar_page& page, bool counts) noexcept;

  /// Takes the values that were written. Reports errors in a value: a queue that does not exist, a
  /// WQE that the doorbell record does not cover, or words that differ from those of the WQE.
  rung_doorbells take(engine_room& room);

  /// Compares BlueFlame copies of WQEs that were taken a while ago with the ring at that time. The
  /// delay is needed because the program may still have been writing. Compares nothing if doorbells
  /// are counted, because counting changes the copies.
  void compare_copies(engine_room& room);

  /// Brings the counts of the page's queue pairs up to date.
  void finish_counts();

  /// Forgets the last doorbells: a queue pair that begins anew may ring the same.
  void forget_doorbells() noexcept;

  /// Returns the counter of writes, for a process that counts.
  register_writes& writes() noexcept { return writes_; }

 private:
  /// A copy of a WQE in the ring at the time of its doorbell.
  struct copied_wqe {
    bool waiting = false;
    engine_clock::time_point since;
    std::uint32_t qpn = 0;
    std::uint16_t wqe_index = 0;
    std::size_t bytes = 0;
    std::array<std::byte, blueflame_half> in_ring;
  };

  /// The last doorbell that was found in a half, until it is known whether a copy came with it.
  struct counted_doorbell {
    std::uint64_t value = 0;
    bool waiting = false;
    std::uint32_t qpn = 0;

    /// Null if the process does not count.
    queue_pair_counts* counts = nullptr;
    engine_clock::time_point complete_at;
  };

  void check(engine_room& room, std::size_t half, std::uint64_t value);
  std::byte* half_at(std::size_t half) const noexcept;
  void count(std::size_t half, std::uint64_t value, const queue_pair& qp,
             engine_clock::time_point now);
  void record_doorbell(std::size_t offset, std::uint64_t value) const;
  void record_copy(std::size_t half, std::size_t end) const;
  void count_copy(std::size_t half, bool replaced);
  std::size_t copied_bytes(std::size_t half) const noexcept;

  uar_page& page_;
  std::array<copied_wqe, blueflame_halves> copies_;

  /// The contents of the halves at the last comparison.
  std::array<std::array<std::byte, blueflame_half>, blueflame_halves> seen_{};

  bool counts_;
  std::array<counted_doorbell, blueflame_halves> counted_;
  register_writes writes_;
};

}  // namespace verbatim::emulator
