// Copies a payload from its CQE into the buffers of its WQE.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/wire/memory.hpp"

namespace verbatim::detail {

/// A number that is never a key on any device: mlx5dv.h, MLX5_INVALID_LKEY.
inline constexpr lkey no_lkey{0x100};

/// Copies a payload into buffers, one after the other. The address of an SGE must be an address of
/// this process: keys with their own address base (ibv_reg_mr_iova, zero-based) do not work. Data
/// for the null memory region, whose key comes from ibv_alloc_null_mr, is skipped.
class inline_scatter {
 public:
  inline_scatter(std::span<const std::byte> payload, lkey null_lkey) noexcept
      : payload_(payload), null_lkey_(null_lkey) {}

  /// Fills the next buffer. `sge` is its data_seg in the WQE, big-endian.
  void into(const std::byte* sge) noexcept {
    const auto to = data_seg::read(sge);
    const auto size = std::min<std::size_t>(to.byte_count, payload_.size());
    if (size == 0) return;
    if (to.lkey != null_lkey_.value()) {
      std::memcpy(reinterpret_cast<void*>(static_cast<std::uintptr_t>(to.addr)), payload_.data(),
                  size);
    }
    payload_ = payload_.subspan(size);
  }

  /// Fills the buffers of a receive WQE: a list that ends at `terminator` or after `size` bytes.
  void into_list(const std::byte* list, std::uint32_t size, lkey terminator) noexcept {
    for (std::uint32_t at = 0; at < size && !payload_.empty(); at += data_seg::size) {
      if (data_seg::read(list + at).lkey == terminator.value()) return;
      into(list + at);
    }
  }

  /// Returns true if the whole payload was copied.
  bool done() const noexcept { return payload_.empty(); }

 private:
  std::span<const std::byte> payload_;
  lkey null_lkey_;
};

}  // namespace verbatim::detail
