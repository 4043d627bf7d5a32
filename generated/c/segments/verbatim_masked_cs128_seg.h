// Generated from specs/segments/atomics/masked_cs128_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MASKED_CS128_SEG_H
#define VERBATIM_C_MASKED_CS128_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_MASKED_CS128_SEG_SIZE = 64 };

/// The operands of a masked compare-and-swap of 16 bytes, each big-endian.
///
///   at    bits     field
///   0x00  16 bytes swap
///   0x10  16 bytes compare
///   0x20  16 bytes swap_mask
///   0x30  16 bytes compare_mask
///
/// Source: rdma-core providers/mlx5/mlx5dv.h, the masked atomic segments, taken on to 16 bytes as opmod
/// counts them.
struct verbatim_masked_cs128_seg {
  /// Value to swap in. Uncertain: No public driver posts operands of 16 bytes; the order is that of the
  /// smaller sizes.
  uint8_t swap[16];
  /// Value to compare with.
  uint8_t compare[16];
  /// Bits of the target that are replaced.
  uint8_t swap_mask[16];
  /// Bits of the target that are compared.
  uint8_t compare_mask[16];
};

/// Writes all 64 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_masked_cs128_seg_write(void *at,
                                                   const struct verbatim_masked_cs128_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  memcpy(out + 0x00, value->swap, 16);
  memcpy(out + 0x10, value->compare, 16);
  memcpy(out + 0x20, value->swap_mask, 16);
  memcpy(out + 0x30, value->compare_mask, 16);
}

/// Returns the fields of the 64 bytes at `at`.
static inline struct verbatim_masked_cs128_seg verbatim_masked_cs128_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_masked_cs128_seg value;
  memcpy(value.swap, in + 0x00, 16);
  memcpy(value.compare, in + 0x10, 16);
  memcpy(value.swap_mask, in + 0x20, 16);
  memcpy(value.compare_mask, in + 0x30, 16);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
