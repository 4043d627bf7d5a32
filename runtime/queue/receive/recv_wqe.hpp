// The builder of receive WQEs, for every kind of receive queue.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/base/use_once.hpp"
#include "verbatim/wire/memory.hpp"

namespace verbatim {

/// The lkey that ends a list of buffers shorter than its WQE: mlx5dv.h, MLX5_INVALID_LKEY. Devices
/// with terminate_scatter_list_mkey have their own lkey for this.
inline constexpr lkey terminator_lkey{0x100};

namespace detail {

/// A receive WQE under construction: a list of buffers that are filled in order. A message that is
/// longer than all of them together fails on both sides.
template <class Queue>
class [[nodiscard]] recv_wqe_builder {
 public:
  /// Adds a buffer of less than 2^31 bytes. A buffer of 0 bytes is skipped, because the device
  /// would interpret the length 0 as 2 GiB.
  recv_wqe_builder sge(std::uint64_t addr, std::uint32_t byte_count,
                       verbatim::lkey lkey) && noexcept {
    once_.check();
    const data_seg segment{.byte_count = byte_count, .lkey = lkey.value(), .addr = addr};
    if (segment.empty()) return std::move(*this);
    if (offset_ == size_) {
      error_ = post_error::too_many_sges;
      return std::move(*this);
    }
    if (segment.too_large()) [[unlikely]] {
      error_ = post_error::sge_too_long;
      return std::move(*this);
    }
    segment.write(list_ + offset_);
    offset_ += static_cast<std::uint32_t>(data_seg::size);
    return std::move(*this);
  }

  /// Adds a piece of registered memory, such as a memory_slice.
  recv_wqe_builder sge(const wire::local_memory& local) && noexcept {
    return std::move(*this).sge(local.addr(), local.length(), local.lkey());
  }

  /// Posts the WQE. The completion brings `entry` back.
  post_result finish(typename Queue::entry entry) && noexcept {
    [[maybe_unused]] const use_once given_up = std::move(once_);
    if (error_ != post_error::none) [[unlikely]]
      return error_;
    if (offset_ < size_) {
      data_seg{.byte_count = 0, .lkey = queue_->terminator().value(), .addr = 0}.write(list_ +
                                                                                       offset_);
    }
    return queue_->commit(list_, std::move(entry));
  }

 private:
  friend Queue;

  /// `list` has `list_bytes` bytes. If `error` is not `none`, it is spare memory.
  recv_wqe_builder(Queue* queue, std::byte* list, std::uint32_t list_bytes,
                   post_error error) noexcept
      : queue_(queue), list_(list), size_(list_bytes), error_(error) {}

  Queue* queue_;
  std::byte* list_;
  std::uint32_t size_;
  std::uint32_t offset_ = 0;
  post_error error_;
  [[no_unique_address]] use_once once_;
};

}  // namespace detail
}  // namespace verbatim
