// Generated from specs/wqes/packets/write_flow_table.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_WRITE_FLOW_TABLE_H
#define VERBATIM_C_WQE_WRITE_FLOW_TABLE_H

#include "../segments/verbatim_flow_tbl_access_seg.h"
#include "../segments/verbatim_flow_tbl_argument_seg.h"
#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Writes the arguments of a header modification into the device.
///
/// The calls, behind verbatim_TRANSPORT_begin() alone:
///
///   verbatim_write_flow_table(), verbatim_write_flow_table_object(), verbatim_write_flow_table_argument(),
///   verbatim_wqe_finish()
///
/// Transports: rc. Source: rdma-core providers/mlx5/dr_send.c, dr_rdma_segments, MLX5_OPCODE_FLOW_TBL_ACCESS.
static inline void verbatim_write_flow_table(struct verbatim_wqe *wqe) {
  const int carried = wqe->transport == VERBATIM_TRANSPORT_RC;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->octowords == 1, 1,
                    0);
  wqe->kind = VERBATIM_WQE_KIND_WRITE_FLOW_TABLE;
  wqe->ctrl.opcode = VERBATIM_OPCODE_FLOW_TBL_ACCESS;
  wqe->ctrl.opmod = 1;
  if (wqe->room > 63) wqe->room = 63;
}

/// Sets ctrl_seg.imm to `object_id`.
static inline void verbatim_write_flow_table_object(struct verbatim_wqe *wqe, uint32_t object_id) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_WRITE_FLOW_TABLE && (wqe->state == 1), 2,
                    0);
  wqe->ctrl.imm = object_id;
  {
    struct verbatim_flow_tbl_access_seg fields;
    memset(&fields, 0, sizeof fields);
    if (verbatim_wqe_has_room(wqe, 3))
      verbatim_flow_tbl_access_seg_write(verbatim_wqe_take(wqe, 3), &fields);
  }
}

/// The arguments that a FLOW_TBL_ACCESS writes.
static inline void verbatim_write_flow_table_argument(struct verbatim_wqe *wqe,
                                                      const uint8_t argument_list[64]) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_WRITE_FLOW_TABLE && (wqe->state == 2), 3,
                    1);
  {
    struct verbatim_flow_tbl_argument_seg fields;
    memset(&fields, 0, sizeof fields);
    memcpy(fields.argument_list, argument_list, 64);
    if (verbatim_wqe_has_room(wqe, 4))
      verbatim_flow_tbl_argument_seg_write(verbatim_wqe_take(wqe, 4), &fields);
  }
}

#ifdef __cplusplus
}
#endif

#endif
