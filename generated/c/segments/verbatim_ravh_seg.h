// Generated from specs/segments/tag_matching/ravh_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_RAVH_SEG_H
#define VERBATIM_C_RAVH_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_RAVH_SEG_SIZE = 16 };

/// The address header behind rvh_seg on DC, by which the receiver finds the sender.
///
///   at    bits     field
///   0x00  31..0    sl_dct
///   0x04  31..0    reserved_04
///   0x08  63..0    dc_access_key
///
/// Source: UCX src/uct/ib/mlx5/dc/dc_mlx5.h, struct ibv_ravh.
struct verbatim_ravh_seg {
  /// Number of the sender's DCT. Uncertain: UCX writes the DCT number into the low 24 bits; no public source
  /// shows the place of the service level.
  uint32_t sl_dct;
  /// Access key of the sender's DCT.
  uint64_t dc_access_key;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_ravh_seg_write(void *at, const struct verbatim_ravh_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, value->sl_dct);
  verbatim_store32(out + 0x04, 0);
  verbatim_store64(out + 0x08, value->dc_access_key);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_ravh_seg verbatim_ravh_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_ravh_seg value;
  value.sl_dct = verbatim_load32(in + 0x00);
  value.dc_access_key = verbatim_load64(in + 0x08);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
