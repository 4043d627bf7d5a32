// Generated from specs/segments/control/wait_data_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WAIT_DATA_SEG_H
#define VERBATIM_C_WAIT_DATA_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_WAIT_DATA_SEG_SIZE = 32 };

/// The value in memory, or the time, to wait for.
///
///   at    bits     field
///   0x00  31..5    reserved_00
///   0x00  4..4     invert
///   0x00  3..0     operation
///   0x04  31..0    lkey
///   0x08  63..3    va_63_3
///   0x08  2..0     fail_act
///   0x10  63..0    value
///   0x18  63..0    mask
///
/// Source: DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_wseg.
struct verbatim_wait_data_seg {
  /// 1 inverts the condition.
  uint8_t invert;
  /// Kind of the comparison. One of verbatim_wait_operation.
  uint8_t operation;
  /// Key of the memory to look at; 0 if waiting for a time.
  uint32_t lkey;
  /// Address of the 8 bytes to look at, divided by 8 (va_high and va_low of DPDK).
  uint64_t va_63_3;
  /// Action if it fails.
  uint8_t fail_act;
  /// Value to compare with, or time to wait for.
  uint64_t value;
  /// Bits that are compared.
  uint64_t mask;
};

/// Writes all 32 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_wait_data_seg_write(void *at,
                                                const struct verbatim_wait_data_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00,
                   verbatim_put32(value->invert, 4, 4) | verbatim_put32(value->operation, 3, 0));
  verbatim_store32(out + 0x04, value->lkey);
  verbatim_store64(out + 0x08,
                   verbatim_put64(value->va_63_3, 63, 3) | verbatim_put64(value->fail_act, 2, 0));
  verbatim_store64(out + 0x10, value->value);
  verbatim_store64(out + 0x18, value->mask);
}

/// Returns the fields of the 32 bytes at `at`.
static inline struct verbatim_wait_data_seg verbatim_wait_data_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_wait_data_seg value;
  value.invert = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 4, 4);
  value.operation = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 3, 0);
  value.lkey = verbatim_load32(in + 0x04);
  value.va_63_3 = (uint64_t)verbatim_get64(verbatim_load64(in + 0x08), 63, 3);
  value.fail_act = (uint8_t)verbatim_get64(verbatim_load64(in + 0x08), 2, 0);
  value.value = verbatim_load64(in + 0x10);
  value.mask = verbatim_load64(in + 0x18);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
