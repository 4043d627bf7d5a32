// Generated from specs/segments/atomics/masked_cs64_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MASKED_CS64_SEG_H
#define VERBATIM_C_MASKED_CS64_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_MASKED_CS64_SEG_SIZE = 32 };

/// The operands of a masked compare-and-swap of 8 bytes.
///
///   at    bits     field
///   0x00  63..0    swap
///   0x08  63..0    compare
///   0x10  63..0    swap_mask
///   0x18  63..0    compare_mask
///
/// Source: UCX src/uct/ib/mlx5/ib_mlx5.h, two of uct_ib_mlx5_atomic_masked_cswap64_seg.
struct verbatim_masked_cs64_seg {
  /// Value to swap in.
  uint64_t swap;
  /// Value to compare with.
  uint64_t compare;
  /// Bits of the target that are replaced.
  uint64_t swap_mask;
  /// Bits of the target that are compared.
  uint64_t compare_mask;
};

/// Writes all 32 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_masked_cs64_seg_write(void *at,
                                                  const struct verbatim_masked_cs64_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store64(out + 0x00, value->swap);
  verbatim_store64(out + 0x08, value->compare);
  verbatim_store64(out + 0x10, value->swap_mask);
  verbatim_store64(out + 0x18, value->compare_mask);
}

/// Returns the fields of the 32 bytes at `at`.
static inline struct verbatim_masked_cs64_seg verbatim_masked_cs64_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_masked_cs64_seg value;
  value.swap = verbatim_load64(in + 0x00);
  value.compare = verbatim_load64(in + 0x08);
  value.swap_mask = verbatim_load64(in + 0x10);
  value.compare_mask = verbatim_load64(in + 0x18);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
