// Generated from specs/segments/atomics/masked_cs32_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MASKED_CS32_SEG_H
#define VERBATIM_C_MASKED_CS32_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_MASKED_CS32_SEG_SIZE = 16 };

/// The operands of a masked compare-and-swap of 4 bytes.
///
///   at    bits     field
///   0x00  31..0    swap
///   0x04  31..0    compare
///   0x08  31..0    swap_mask
///   0x0c  31..0    compare_mask
///
/// Source: UCX src/uct/ib/mlx5/ib_mlx5.h, uct_ib_mlx5_atomic_masked_cswap32_seg.
struct verbatim_masked_cs32_seg {
  /// Value to swap in.
  uint32_t swap;
  /// Value to compare with.
  uint32_t compare;
  /// Bits of the target that are replaced.
  uint32_t swap_mask;
  /// Bits of the target that are compared.
  uint32_t compare_mask;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_masked_cs32_seg_write(void *at,
                                                  const struct verbatim_masked_cs32_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, value->swap);
  verbatim_store32(out + 0x04, value->compare);
  verbatim_store32(out + 0x08, value->swap_mask);
  verbatim_store32(out + 0x0c, value->compare_mask);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_masked_cs32_seg verbatim_masked_cs32_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_masked_cs32_seg value;
  value.swap = verbatim_load32(in + 0x00);
  value.compare = verbatim_load32(in + 0x04);
  value.swap_mask = verbatim_load32(in + 0x08);
  value.compare_mask = verbatim_load32(in + 0x0c);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
