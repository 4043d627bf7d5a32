// Generated from specs/segments/packets/flow_tbl_access_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_FLOW_TBL_ACCESS_SEG_H
#define VERBATIM_C_FLOW_TBL_ACCESS_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_FLOW_TBL_ACCESS_SEG_SIZE = 48 };

/// The steering object that a FLOW_TBL_ACCESS writes.
///
///   at    bits     field
///   0x00  31..0    flow_idx_update
///   0x04  31..0    dest_handle
///   0x08  40 bytes reserved_08
///
/// Source: rdma-core providers/mlx5/dr_send.c, struct mlx5_wqe_flow_update_ctrl_seg.
struct verbatim_flow_tbl_access_seg {
  /// Index of the entry to update. Uncertain: Read in one driver only.
  uint32_t flow_idx_update;
  /// Handle of the destination. Uncertain: Read in one driver only.
  uint32_t dest_handle;
};

/// Writes all 48 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_flow_tbl_access_seg_write(
    void *at, const struct verbatim_flow_tbl_access_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, value->flow_idx_update);
  verbatim_store32(out + 0x04, value->dest_handle);
  memset(out + 0x08, 0, 40);
}

/// Returns the fields of the 48 bytes at `at`.
static inline struct verbatim_flow_tbl_access_seg verbatim_flow_tbl_access_seg_read(
    const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_flow_tbl_access_seg value;
  value.flow_idx_update = verbatim_load32(in + 0x00);
  value.dest_handle = verbatim_load32(in + 0x04);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
