// Generated from specs/segments/atomics/masked_fa32_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MASKED_FA32_SEG_H
#define VERBATIM_C_MASKED_FA32_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_MASKED_FA32_SEG_SIZE = 16 };

/// The operands of a masked fetch-and-add of 4 bytes.
///
///   at    bits     field
///   0x00  31..0    add
///   0x04  31..0    field_boundary
///   0x08  63..0    reserved_08
///
/// Source: UCX src/uct/ib/mlx5/ib_mlx5.h, uct_ib_mlx5_atomic_masked_fadd32_seg.
struct verbatim_masked_fa32_seg {
  /// Value to add.
  uint32_t add;
  /// A 1 marks the highest bit of a field out of which no carry goes.
  uint32_t field_boundary;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_masked_fa32_seg_write(void *at,
                                                  const struct verbatim_masked_fa32_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, value->add);
  verbatim_store32(out + 0x04, value->field_boundary);
  verbatim_store64(out + 0x08, 0);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_masked_fa32_seg verbatim_masked_fa32_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_masked_fa32_seg value;
  value.add = verbatim_load32(in + 0x00);
  value.field_boundary = verbatim_load32(in + 0x04);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
