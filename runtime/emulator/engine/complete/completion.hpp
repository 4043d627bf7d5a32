// One completion before it is written to the ring.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/generated/cqes/cqe64.hpp"

namespace verbatim::emulator {

/// On a striding queue, byte_cnt has the number of strides from this bit on, and this bit if the
/// strides hold no frame (Linux drivers/net/ethernet/mellanox/mlx5/core/en.h,
/// mpwrq_get_cqe_consumed_strides and mpwrq_is_filler_cqe).
inline constexpr unsigned strides_shift = 16;
inline constexpr std::uint32_t filler_strides = 1u << 31;

/// The 64 bytes of a cqe64, or of another entry in its place.
using cqe_bytes = std::array<std::byte, cqe64::size>;

struct completion {
  /// The CQE without its ownership: without the owner bit, or the lap in byte 62.
  cqe_bytes cqe{};

  /// The payload for the first half of a 128-byte CQE, before the CQE proper.
  cqe_bytes front{};
  bool has_front = false;

  /// True if it wakes a program that has armed only for solicited events.
  bool solicited = false;

  /// True unless it is an error or of a kind that is never compressed.
  bool compressible = false;
};

}  // namespace verbatim::emulator
