// Generated from specs/segments/packets/flow_tbl_argument_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_FLOW_TBL_ARGUMENT_SEG_H
#define VERBATIM_C_FLOW_TBL_ARGUMENT_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_FLOW_TBL_ARGUMENT_SEG_SIZE = 64 };

/// The arguments that a FLOW_TBL_ACCESS writes.
///
///   at    bits     field
///   0x00  64 bytes argument_list
///
/// Source: rdma-core providers/mlx5/dr_send.c, struct mlx5_wqe_header_modify_argument_update_seg.
struct verbatim_flow_tbl_argument_seg {
  /// Arguments of a header modification.
  uint8_t argument_list[64];
};

/// Writes all 64 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_flow_tbl_argument_seg_write(
    void *at, const struct verbatim_flow_tbl_argument_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  memcpy(out + 0x00, value->argument_list, 64);
}

/// Returns the fields of the 64 bytes at `at`.
static inline struct verbatim_flow_tbl_argument_seg verbatim_flow_tbl_argument_seg_read(
    const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_flow_tbl_argument_seg value;
  memcpy(value.argument_list, in + 0x00, 64);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
