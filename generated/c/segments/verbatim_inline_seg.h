// Generated from specs/segments/data/inline_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_INLINE_SEG_H
#define VERBATIM_C_INLINE_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_INLINE_SEG_SIZE = 4 };

/// The length of the payload that follows directly; header and payload are padded to octowords.
///
///   at    bits     field
///   0x00  31..31   inline_flag = 1
///   0x00  30..10   reserved_00
///   0x00  9..0     byte_count
///
/// Source: mlx5dv.h, struct mlx5_wqe_inl_data_seg.
struct verbatim_inline_seg {
  /// Length of the payload in bytes.
  uint16_t byte_count;
};

/// Writes all 4 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_inline_seg_write(void *at, const struct verbatim_inline_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, (((uint32_t)0x1) << 31) | verbatim_put32(value->byte_count, 9, 0));
}

/// Returns the fields of the 4 bytes at `at`.
static inline struct verbatim_inline_seg verbatim_inline_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_inline_seg value;
  value.byte_count = (uint16_t)verbatim_get32(verbatim_load32(in + 0x00), 9, 0);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
