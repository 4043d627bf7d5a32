// Generated from specs/segments/data/mmo_meta_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MMO_META_SEG_H
#define VERBATIM_C_MMO_META_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_MMO_META_SEG_SIZE = 16 };

/// Opens the work of a memory-to-memory engine and names the buffer for its result.
///
///   at    bits     field
///   0x00  31..0    mmo_control_31_0
///   0x04  31..0    opaque_lkey
///   0x08  63..0    opaque_va
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_mmo_metadata_seg.
struct verbatim_mmo_meta_seg {
  /// Low half of the control word; 0 for a copy.
  uint32_t mmo_control_31_0;
  /// Key of the result buffer.
  uint32_t opaque_lkey;
  /// Address of the result buffer, 64 bytes that begin at a multiple of 64.
  uint64_t opaque_va;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_mmo_meta_seg_write(void *at,
                                               const struct verbatim_mmo_meta_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, value->mmo_control_31_0);
  verbatim_store32(out + 0x04, value->opaque_lkey);
  verbatim_store64(out + 0x08, value->opaque_va);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_mmo_meta_seg verbatim_mmo_meta_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_mmo_meta_seg value;
  value.mmo_control_31_0 = verbatim_load32(in + 0x00);
  value.opaque_lkey = verbatim_load32(in + 0x04);
  value.opaque_va = verbatim_load64(in + 0x08);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
