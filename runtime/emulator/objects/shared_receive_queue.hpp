// The shared receive queue: a list of receive WQEs that several queue pairs draw from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "objects/async_event_file.hpp"
#include "objects/completion_queue.hpp"
#include "objects/object.hpp"
#include "objects/protection_domain.hpp"
#include "objects/tag_list.hpp"
#include "objects/user_memory.hpp"
#include "objects/xrc_domain.hpp"

namespace verbatim::emulator {

struct shared_receive_queue : object, async_source {
  explicit shared_receive_queue(context& owner_in) noexcept
      : object(owner_in, rank::shared_receive_queue) {}

  /// WQE `index`: the next segment (16 bytes, next_wqe_index at 2), then the scatter list.
  std::byte* wqe(std::uint32_t index) const noexcept {
    return buffer + std::size_t{index & (wqe_count - 1)} * stride;
  }

  std::uint32_t srqn = 0;
  std::byte* buffer = nullptr;

  /// Bytes from one WQE to the next, a power of two.
  std::uint32_t stride = 0;

  /// Number of WQE slots, a power of two; one more than the program may use at least.
  std::uint32_t wqe_count = 0;
  std::uint32_t max_wr = 0;
  std::uint32_t max_sge = 0;

  /// WQEs are taken round and round, and CQEs count them, instead of following and naming the list.
  bool is_cyclic = false;

  /// Of one made by DevX: where its WQEs and its doorbell record lie.
  std::vector<reference<user_memory>> user_memories;

  /// Doorbell record, one big-endian word: how many WQEs were ever posted (16 bits).
  std::byte* dbrec = nullptr;

  /// Raise srq_limit_reached once, when fewer WQEs than this are left, then fall to 0.
  std::uint32_t limit = 0;

  /// The number that CQEs of this SRQ carry to libmlx5.
  std::uint32_t uidx = 0;
  reference<protection_domain> pd;

  /// XRC only: who may send here.
  reference<xrc_domain> xrcd;

  /// XRC and tag matching: where messages complete.
  reference<completion_queue> cq;

  /// Tag matching only.
  std::unique_ptr<tag_list> tags;
  std::unique_ptr<engine_part> engine;
};

}  // namespace verbatim::emulator
