// Generated from specs/segments/data/data_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_DATA_SEG_H
#define VERBATIM_C_DATA_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_DATA_SEG_SIZE = 16 };

/// One contiguous piece of local memory to gather from or scatter to.
///
///   at    bits     field
///   0x00  31..31   reserved_00 = 0
///   0x00  30..0    byte_count
///   0x04  31..0    lkey
///   0x08  63..0    addr
///
/// Source: mlx5dv.h, struct mlx5_wqe_data_seg.
struct verbatim_data_seg {
  /// Length in bytes.
  uint32_t byte_count;
  /// Local key of the memory region.
  uint32_t lkey;
  /// Local virtual address.
  uint64_t addr;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_data_seg_write(void *at, const struct verbatim_data_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, verbatim_put32(value->byte_count, 30, 0));
  verbatim_store32(out + 0x04, value->lkey);
  verbatim_store64(out + 0x08, value->addr);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_data_seg verbatim_data_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_data_seg value;
  value.byte_count = (uint32_t)verbatim_get32(verbatim_load32(in + 0x00), 30, 0);
  value.lkey = verbatim_load32(in + 0x04);
  value.addr = verbatim_load64(in + 0x08);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
