// The threads that build a WQE together.
#pragma once

#include <cstdint>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::gpu {

/// A thread by itself: a group of one lane.
struct one_thread {
  static constexpr unsigned lanes = 1;
  static unsigned lane() noexcept { return 0; }
  static void sync() noexcept {}
};

#if defined(__CUDA__) || defined(__HIP__)

/// All lanes of a warp (NVIDIA) or wavefront (AMD), which all call the same functions. No lane may be absent.
struct warp {
  /// The fewest lanes that a warp has.
  static constexpr unsigned lanes = 32;

  /// Returns the number of this lane, from 0 on.
  static unsigned lane() noexcept;

  /// Returns the value of lane 0.
  static std::uint32_t from_first(std::uint32_t value) noexcept;

  /// Waits for all lanes. Afterwards, all can read the former stores of each.
  static void sync() noexcept;
};

// The host's pass over a kernel needs the declarations only.
#if defined(__CUDA_ARCH__)

inline unsigned warp::lane() noexcept {
  return static_cast<unsigned>(__nvvm_read_ptx_sreg_laneid());
}
inline std::uint32_t warp::from_first(std::uint32_t value) noexcept {
  return static_cast<std::uint32_t>(__nvvm_shfl_sync_idx_i32(~0u, static_cast<int>(value), 0, 31));
}
inline void warp::sync() noexcept { __nvvm_bar_warp_sync(~0u); }

#elif defined(__HIP_DEVICE_COMPILE__)

inline unsigned warp::lane() noexcept {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
}
inline std::uint32_t warp::from_first(std::uint32_t value) noexcept {
  return static_cast<std::uint32_t>(__builtin_amdgcn_readfirstlane(static_cast<int>(value)));
}
inline void warp::sync() noexcept {
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "workgroup");
  __builtin_amdgcn_wave_barrier();
}

#endif
#endif

}  // namespace verbatim::gpu
