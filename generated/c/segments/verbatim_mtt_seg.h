// Generated from specs/segments/memory_keys/mtt_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MTT_SEG_H
#define VERBATIM_C_MTT_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_MTT_SEG_SIZE = 8 };

/// One page of a translation list by pages.
///
///   at    bits     field
///   0x00  63..2    ptag
///   0x00  1..1     write_en
///   0x00  0..0     read_en
///
/// Source: Linux include/linux/mlx5/device.h, struct mlx5_mtt; MLX5_IB_MTT_READ and MLX5_IB_MTT_WRITE.
struct verbatim_mtt_seg {
  /// The physical address of the page. The whole number: its bits 1 to 0 are 0.
  uint64_t ptag;
  /// 1 allows writing.
  uint8_t write_en;
  /// 1 allows reading.
  uint8_t read_en;
};

/// Writes all 8 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_mtt_seg_write(void *at, const struct verbatim_mtt_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store64(out + 0x00, verbatim_put_in_place64(value->ptag, 63, 2) |
                                   verbatim_put64(value->write_en, 1, 1) |
                                   verbatim_put64(value->read_en, 0, 0));
}

/// Returns the fields of the 8 bytes at `at`.
static inline struct verbatim_mtt_seg verbatim_mtt_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_mtt_seg value;
  value.ptag = (uint64_t)verbatim_get_in_place64(verbatim_load64(in + 0x00), 63, 2);
  value.write_en = (uint8_t)verbatim_get64(verbatim_load64(in + 0x00), 1, 1);
  value.read_en = (uint8_t)verbatim_get64(verbatim_load64(in + 0x00), 0, 0);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
