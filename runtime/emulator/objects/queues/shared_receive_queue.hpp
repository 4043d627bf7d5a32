// The shared receive queue: a list of receive WQEs for several queue pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "objects/memory/protection_domain.hpp"
#include "objects/memory/user_memory.hpp"
#include "objects/object.hpp"
#include "objects/queues/async_source.hpp"
#include "objects/queues/completion_queue.hpp"
#include "objects/queues/tag_list.hpp"
#include "objects/queues/xrc_domain.hpp"

namespace verbatim::emulator {

struct shared_receive_queue : object, async_source {
  explicit shared_receive_queue(context& owner_in) noexcept
      : object(owner_in, rank::shared_receive_queue) {}

  /// Returns WQE `index`: the next segment (16 bytes, next_wqe_index at 2), then the scatter list.
  std::byte* wqe(std::uint32_t index) const noexcept {
    return buffer + std::size_t{index & (wqe_count - 1)} * stride;
  }

  std::uint32_t srqn = 0;
  std::byte* buffer = nullptr;

  /// The distance between WQEs in bytes, a power of two.
  std::uint32_t stride = 0;

  /// Number of WQE slots, a power of two; at least one more than the program may use.
  std::uint32_t wqe_count = 0;
  std::uint32_t max_wr = 0;
  std::uint32_t max_sge = 0;

  /// True if WQEs are taken in ring order and CQEs count them. Otherwise WQEs are taken in list
  /// order, and CQEs contain their indexes.
  bool is_cyclic = false;

  /// The memory of the WQEs and the doorbell record of an SRQ made by DevX.
  std::vector<reference<user_memory>> user_memories;

  /// Doorbell record, one big-endian word: the number of WQEs posted since the start (16 bits).
  std::byte* dbrec = nullptr;

  /// The number of remaining WQEs below which srq_limit_reached is raised once. Then it becomes 0.
  std::uint32_t limit = 0;

  /// The number of this SRQ in CQEs for libmlx5.
  std::uint32_t uidx = 0;
  reference<protection_domain> pd;

  /// XRC only: the domain whose queue pairs may send here.
  reference<xrc_domain> xrcd;

  /// XRC and tag matching: the queue for completions of messages.
  reference<completion_queue> cq;

  /// The tags, for tag matching only.
  std::unique_ptr<tag_list> tags;
  std::unique_ptr<engine_part> engine;
};

}  // namespace verbatim::emulator
