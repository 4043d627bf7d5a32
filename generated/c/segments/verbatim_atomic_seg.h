// Generated from specs/segments/atomics/atomic_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_ATOMIC_SEG_H
#define VERBATIM_C_ATOMIC_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_ATOMIC_SEG_SIZE = 16 };

/// The operands of a 64-bit compare-and-swap or fetch-and-add.
///
///   at    bits     field
///   0x00  63..0    swap_add
///   0x08  63..0    compare
///
/// Source: mlx5dv.h, struct mlx5_wqe_atomic_seg.
struct verbatim_atomic_seg {
  /// Value to swap in, or value to add.
  uint64_t swap_add;
  /// Value to compare with; fetch-and-add ignores it.
  uint64_t compare;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_atomic_seg_write(void *at, const struct verbatim_atomic_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store64(out + 0x00, value->swap_add);
  verbatim_store64(out + 0x08, value->compare);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_atomic_seg verbatim_atomic_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_atomic_seg value;
  value.swap_add = verbatim_load64(in + 0x00);
  value.compare = verbatim_load64(in + 0x08);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
