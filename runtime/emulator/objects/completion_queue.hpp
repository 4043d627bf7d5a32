// The completion queue: a ring of CQEs in the program's memory, and who is told about new ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "objects/async_event_file.hpp"
#include "objects/completion_channel.hpp"
#include "objects/object.hpp"
#include "objects/uar_page.hpp"
#include "objects/user_memory.hpp"

namespace verbatim::emulator {

/// How a CQ's completions are compressed; values of cqe_compression_layout in mlx5_ifc.h, plus one.
enum class compression_layout : std::uint8_t { none, basic, enhanced };

/// What minis of receives carry beside the byte count; values of MLX5_CQE_RESP_FORMAT_* in DPDK's
/// mlx5_prm.h.
enum class mini_format : std::uint8_t { hash, checksum, flow_tag, checksum_stride, header_types };

struct completion_queue : object, async_source {
  explicit completion_queue(context& owner_in) noexcept
      : object(owner_in, rank::completion_queue) {}

  /// Where the CQE with free-running index `index` goes: a slot of cqe_size bytes.
  std::byte* slot(std::uint32_t index) const noexcept {
    return buffer + std::size_t{index & (cqe_count - 1)} * cqe_size;
  }

  /// Puts a completion event on the channel, if the CQ has one.
  void notify() noexcept;

  /// For destroying the CQ: takes back the completion events that were not read, returns how many
  /// were.
  std::uint32_t withdraw_notifications() noexcept;

  std::uint32_t cqn = 0;
  std::byte* buffer = nullptr;

  /// Number of slots, a power of two.
  std::uint32_t cqe_count = 0;

  /// 64 or 128 bytes; of 128 the CQE proper is the second half.
  std::uint32_t cqe_size = 64;

  /// Doorbell record, two big-endian words: [0] consumer index, [1] arm (cmd_sn, command, index).
  std::byte* dbrec = nullptr;

  /// The page whose register at 0x20 takes the arm doorbell; null if the program named none.
  uar_page* uar = nullptr;
  std::shared_ptr<completion_channel> channel;

  /// Of an object made by DevX: where its ring and its doorbell record lie.
  std::vector<reference<user_memory>> user_memories;

  /// The program never writes the consumer index, so overrun cannot be told.
  bool overrun_ignore = false;

  compression_layout layout = compression_layout::none;
  mini_format minis = mini_format::hash;

  /// Moderation as set by MODIFY_CQ: an event is held back until so many CQEs have come since the
  /// last one, or so many microseconds have gone. 0: does not hold it back.
  std::uint16_t moderation_count = 0;
  std::uint16_t moderation_period = 0;

  std::unique_ptr<engine_part> engine;

 private:
  std::uint32_t notified_ = 0;
};

}  // namespace verbatim::emulator
