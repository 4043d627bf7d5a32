// Generated from specs/segments/memory_keys/klm_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_KLM_SEG_H
#define VERBATIM_C_KLM_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_KLM_SEG_SIZE = 16 };

/// One entry of the translation list of a memory key.
///
///   at    bits     field
///   0x00  31..0    byte_count
///   0x04  31..0    mkey
///   0x08  63..0    address
///
/// Source: mlx5dv.h, struct mlx5_wqe_umr_klm_seg.
struct verbatim_klm_seg {
  /// Bytes that the entry covers, at most 2 GiB.
  uint32_t byte_count;
  /// Key of the region below.
  uint32_t mkey;
  /// Address in that region.
  uint64_t address;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_klm_seg_write(void *at, const struct verbatim_klm_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, value->byte_count);
  verbatim_store32(out + 0x04, value->mkey);
  verbatim_store64(out + 0x08, value->address);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_klm_seg verbatim_klm_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_klm_seg value;
  value.byte_count = verbatim_load32(in + 0x00);
  value.mkey = verbatim_load32(in + 0x04);
  value.address = verbatim_load64(in + 0x08);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
