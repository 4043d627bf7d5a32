// Generated from specs/wqes/tag_matching/tag_sync.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_TAG_SYNC_H
#define VERBATIM_C_WQE_TAG_SYNC_H

#include "../segments/verbatim_tm_seg.h"
#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reports to the device the number of unexpected messages that have been taken.
///
/// The calls, behind verbatim_TRANSPORT_begin() alone:
///
///   verbatim_tag_sync(), verbatim_tag_sync_count(), verbatim_wqe_finish()
///
/// Transports: xrq_cmd. Source: rdma-core providers/mlx5/qp.c, set_tm_seg and mlx5_post_srq_ops.
static inline void verbatim_tag_sync(struct verbatim_wqe *wqe) {
  const int carried = wqe->transport == VERBATIM_TRANSPORT_XRQ_CMD;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->octowords == 1, 1,
                    0);
  wqe->kind = VERBATIM_WQE_KIND_TAG_SYNC;
  wqe->ctrl.opcode = VERBATIM_OPCODE_TAG_MATCHING;
  if (wqe->room > 63) wqe->room = 63;
}

/// An operation on the list of tags of a tag-matching SRQ.
static inline void verbatim_tag_sync_count(struct verbatim_wqe *wqe, uint8_t cqe_req,
                                           uint16_t sw_cnt) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_TAG_SYNC && (wqe->state == 1), 2, 1);
  {
    struct verbatim_tm_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.cqe_req = cqe_req;
    fields.sw_cnt = sw_cnt;
    fields.sw_cnt_valid = 1;
    if (verbatim_wqe_has_room(wqe, 2)) verbatim_tm_seg_write(verbatim_wqe_take(wqe, 2), &fields);
  }
}

#ifdef __cplusplus
}
#endif

#endif
