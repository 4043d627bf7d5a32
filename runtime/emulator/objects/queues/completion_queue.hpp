// The completion queue: a ring of CQEs in the program's memory, and the channel that announces
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "objects/memory/user_memory.hpp"
#include "objects/object.hpp"
#include "objects/queues/async_source.hpp"
#include "objects/queues/completion_channel.hpp"
#include "objects/uar_page.hpp"

namespace verbatim::emulator {

/// The compression of a CQ's completions; values of cqe_compression_layout in mlx5_ifc.h, plus one.
enum class compression_layout : std::uint8_t { none, basic, enhanced };

/// The value that mini CQEs of receives carry with the byte count; values of MLX5_CQE_RESP_FORMAT_*
/// in DPDK's mlx5_prm.h.
enum class mini_format : std::uint8_t { hash, checksum, flow_tag, checksum_stride, header_types };

struct completion_queue : object, async_source {
  explicit completion_queue(context& owner_in) noexcept
      : object(owner_in, rank::completion_queue) {}

  /// Returns the slot, of cqe_size bytes, for the CQE with free-running index `index`.
  std::byte* slot(std::uint32_t index) const noexcept {
    return buffer + std::size_t{index & (cqe_count - 1)} * cqe_size;
  }

  /// Puts a completion event on the CQ's channel, if there is one.
  void notify() noexcept;

  /// Removes unread completion events and returns the number of events that were read. Called to
  /// destroy the CQ.
  std::uint32_t withdraw_notifications() noexcept;

  std::uint32_t cqn = 0;
  std::byte* buffer = nullptr;

  /// Number of slots, a power of two.
  std::uint32_t cqe_count = 0;

  /// The size of a slot, 64 or 128 bytes; in 128 bytes the CQE proper is the second half.
  std::uint32_t cqe_size = 64;

  /// Doorbell record, two big-endian words: [0] consumer index, [1] arm (cmd_sn, command, index).
  std::byte* dbrec = nullptr;

  /// The page whose register at 0x20 takes the arm doorbell; null if the program gave none.
  uar_page* uar = nullptr;
  std::shared_ptr<completion_channel> channel;

  /// The memory of the ring and the doorbell record of a CQ made by DevX.
  std::vector<reference<user_memory>> user_memories;

  /// True if the program never writes the consumer index, so that an overrun cannot be noticed.
  bool overrun_ignore = false;

  compression_layout layout = compression_layout::none;
  mini_format minis = mini_format::hash;

  /// Moderation from MODIFY_CQ: an event is delayed until this many CQEs have been written since
  /// the last event, or this many microseconds have passed. 0: events are not delayed.
  std::uint16_t moderation_count = 0;
  std::uint16_t moderation_period = 0;

  std::unique_ptr<engine_part> engine;

 private:
  std::uint32_t notified_ = 0;
};

}  // namespace verbatim::emulator
