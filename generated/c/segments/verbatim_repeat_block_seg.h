// Generated from specs/segments/memory_keys/repeat_block_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_REPEAT_BLOCK_SEG_H
#define VERBATIM_C_REPEAT_BLOCK_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_REPEAT_BLOCK_SEG_SIZE = 16 };

/// Opens a strided translation list, which takes turns through its entries.
///
///   at    bits     field
///   0x00  31..0    byte_count
///   0x04  31..0    op = 1024
///   0x08  31..0    repeat_count
///   0x0c  31..16   reserved_0c
///   0x0c  15..0    num_ent
///
/// Source: mlx5dv.h, struct mlx5_wqe_umr_repeat_block_seg.
struct verbatim_repeat_block_seg {
  /// Bytes per repetition, the sum of the entries.
  uint32_t byte_count;
  /// Number of repetitions of the entries.
  uint32_t repeat_count;
  /// Number of entries that follow.
  uint16_t num_ent;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_repeat_block_seg_write(void *at,
                                                   const struct verbatim_repeat_block_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, value->byte_count);
  verbatim_store32(out + 0x04, (uint32_t)0x400);
  verbatim_store32(out + 0x08, value->repeat_count);
  verbatim_store32(out + 0x0c, verbatim_put32(value->num_ent, 15, 0));
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_repeat_block_seg verbatim_repeat_block_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_repeat_block_seg value;
  value.byte_count = verbatim_load32(in + 0x00);
  value.repeat_count = verbatim_load32(in + 0x08);
  value.num_ent = verbatim_load16(in + 0x0e);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
