// Generated from specs/segments/atomics/masked_fa128_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MASKED_FA128_SEG_H
#define VERBATIM_C_MASKED_FA128_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_MASKED_FA128_SEG_SIZE = 32 };

/// The operands of a masked fetch-and-add of 16 bytes, each big-endian.
///
///   at    bits     field
///   0x00  16 bytes add
///   0x10  16 bytes field_boundary
///
/// Source: rdma-core providers/mlx5/mlx5dv.h, the masked atomic segments, taken on to 16 bytes as opmod
/// counts them.
struct verbatim_masked_fa128_seg {
  /// Value to add. Uncertain: No public driver posts operands of 16 bytes; the order is that of the smaller
  /// sizes.
  uint8_t add[16];
  /// A 1 marks the highest bit of a field out of which no carry goes.
  uint8_t field_boundary[16];
};

/// Writes all 32 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_masked_fa128_seg_write(void *at,
                                                   const struct verbatim_masked_fa128_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  memcpy(out + 0x00, value->add, 16);
  memcpy(out + 0x10, value->field_boundary, 16);
}

/// Returns the fields of the 32 bytes at `at`.
static inline struct verbatim_masked_fa128_seg verbatim_masked_fa128_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_masked_fa128_seg value;
  memcpy(value.add, in + 0x00, 16);
  memcpy(value.field_boundary, in + 0x10, 16);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
