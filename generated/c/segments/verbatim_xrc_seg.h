// Generated from specs/segments/addresses/xrc_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_XRC_SEG_H
#define VERBATIM_C_XRC_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_XRC_SEG_SIZE = 16 };

/// The shared receive queue of the peer that takes an XRC message.
///
///   at    bits     field
///   0x00  31..0    xrc_srqn
///   0x04  12 bytes reserved_04
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_wqe_xrc_seg.
struct verbatim_xrc_seg {
  /// Number of the peer's XRC SRQ.
  uint32_t xrc_srqn;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_xrc_seg_write(void *at, const struct verbatim_xrc_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, value->xrc_srqn);
  memset(out + 0x04, 0, 12);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_xrc_seg verbatim_xrc_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_xrc_seg value;
  value.xrc_srqn = verbatim_load32(in + 0x00);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
