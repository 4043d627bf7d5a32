// Generated from specs/segments/memory_keys/set_psv_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_SET_PSV_SEG_H
#define VERBATIM_C_SET_PSV_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_SET_PSV_SEG_SIZE = 16 };

/// Sets a protection signature value (PSV), the state that a signature has reached so far.
///
///   at    bits     field
///   0x00  31..0    psv_index
///   0x04  31..16   syndrome
///   0x04  15..0    reserved_06
///   0x08  63..0    transient_signature
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_wqe_set_psv_seg.
struct verbatim_set_psv_seg {
  /// Number of the PSV.
  uint32_t psv_index;
  /// 0 clears its error.
  uint16_t syndrome;
  /// Signature from which to go on.
  uint64_t transient_signature;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_set_psv_seg_write(void *at, const struct verbatim_set_psv_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, value->psv_index);
  verbatim_store32(out + 0x04, verbatim_put32(value->syndrome, 31, 16));
  verbatim_store64(out + 0x08, value->transient_signature);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_set_psv_seg verbatim_set_psv_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_set_psv_seg value;
  value.psv_index = verbatim_load32(in + 0x00);
  value.syndrome = verbatim_load16(in + 0x04);
  value.transient_signature = verbatim_load64(in + 0x08);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
