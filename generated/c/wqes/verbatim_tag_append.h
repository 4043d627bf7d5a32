// Generated from specs/wqes/tag_matching/tag_append.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_TAG_APPEND_H
#define VERBATIM_C_WQE_TAG_APPEND_H

#include "../segments/verbatim_data_seg.h"
#include "../segments/verbatim_tm_seg.h"
#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Puts a tag and its buffer at the end of the list.
///
/// The calls, behind verbatim_TRANSPORT_begin() alone:
///
///   verbatim_tag_append(), verbatim_tag_append_tag(), verbatim_tag_append_sge(), verbatim_wqe_finish()
///
/// Transports: xrq_cmd. Source: rdma-core providers/mlx5/qp.c, set_tm_seg and mlx5_post_srq_ops.
static inline void verbatim_tag_append(struct verbatim_wqe *wqe) {
  const int carried = wqe->transport == VERBATIM_TRANSPORT_XRQ_CMD;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->octowords == 1, 1,
                    0);
  wqe->kind = VERBATIM_WQE_KIND_TAG_APPEND;
  wqe->ctrl.opcode = VERBATIM_OPCODE_TAG_MATCHING;
  if (wqe->room > 63) wqe->room = 63;
}

/// An operation on the list of tags of a tag-matching SRQ.
static inline void verbatim_tag_append_tag(struct verbatim_wqe *wqe, uint16_t next_free,
                                           uint64_t tag, uint64_t mask, uint8_t cqe_req,
                                           uint8_t sw_cnt_valid, uint16_t sw_cnt) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_TAG_APPEND && (wqe->state == 1), 2, 0);
  {
    struct verbatim_tm_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.index = next_free;
    fields.append_tag = tag;
    fields.append_mask = mask;
    fields.cqe_req = cqe_req;
    fields.sw_cnt_valid = sw_cnt_valid;
    fields.sw_cnt = sw_cnt;
    fields.opcode = VERBATIM_TM_OP_APPEND;
    if (verbatim_wqe_has_room(wqe, 2)) verbatim_tm_seg_write(verbatim_wqe_take(wqe, 2), &fields);
  }
}

/// One contiguous piece of local memory to gather from or scatter to.
static inline void verbatim_tag_append_sge(struct verbatim_wqe *wqe, uint64_t addr,
                                           uint32_t byte_count, uint32_t lkey) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_TAG_APPEND && (wqe->state == 2), 3, 1);
  {
    struct verbatim_data_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.addr = addr;
    fields.byte_count = byte_count;
    fields.lkey = lkey;
    if (fields.byte_count > 2147483647u) verbatim_wqe_fail(wqe, VERBATIM_WQE_VALUE_TOO_LARGE);
    if (verbatim_wqe_has_room(wqe, 1)) verbatim_data_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

#ifdef __cplusplus
}
#endif

#endif
