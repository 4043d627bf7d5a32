// Generated from specs/segments/memory_keys/repeat_ent_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_REPEAT_ENT_SEG_H
#define VERBATIM_C_REPEAT_ENT_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_REPEAT_ENT_SEG_SIZE = 16 };

/// One entry of a strided translation list.
///
///   at    bits     field
///   0x00  31..16   stride
///   0x00  15..0    byte_count
///   0x04  31..0    memkey
///   0x08  63..0    va
///
/// Source: mlx5dv.h, struct mlx5_wqe_umr_repeat_ent_seg.
struct verbatim_repeat_ent_seg {
  /// Bytes from one repetition to the next, those taken included.
  uint16_t stride;
  /// Bytes that are taken per repetition.
  uint16_t byte_count;
  /// Key of the region below.
  uint32_t memkey;
  /// Address of the first byte.
  uint64_t va;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_repeat_ent_seg_write(void *at,
                                                 const struct verbatim_repeat_ent_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(
      out + 0x00, verbatim_put32(value->stride, 31, 16) | verbatim_put32(value->byte_count, 15, 0));
  verbatim_store32(out + 0x04, value->memkey);
  verbatim_store64(out + 0x08, value->va);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_repeat_ent_seg verbatim_repeat_ent_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_repeat_ent_seg value;
  value.stride = verbatim_load16(in + 0x00);
  value.byte_count = verbatim_load16(in + 0x02);
  value.memkey = verbatim_load32(in + 0x04);
  value.va = verbatim_load64(in + 0x08);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
