// Generated from specs/wqes/memory_keys/bind_mw.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_BIND_MW_H
#define VERBATIM_C_WQE_BIND_MW_H

#include "../segments/verbatim_klm_seg.h"
#include "../segments/verbatim_mkey_ctx_seg.h"
#include "../segments/verbatim_umr_ctrl_seg.h"
#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Binds a memory window of type 2, which belongs to this QP, to a piece of a memory region.
///
/// The calls, behind verbatim_TRANSPORT_begin() alone:
///
///   verbatim_bind_mw(), verbatim_bind_mw_window(), verbatim_bind_mw_to(), verbatim_bind_mw_klm(),
///   verbatim_wqe_finish()
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact. Source: rdma-core providers/mlx5/qp.c,
/// mlx5_send_wr_bind_mw and set_umr_control_seg.
static inline void verbatim_bind_mw(struct verbatim_wqe *wqe) {
  const int carried =
      wqe->transport == VERBATIM_TRANSPORT_RC || wqe->transport == VERBATIM_TRANSPORT_UC ||
      wqe->transport == VERBATIM_TRANSPORT_XRC || wqe->transport == VERBATIM_TRANSPORT_DCI ||
      wqe->transport == VERBATIM_TRANSPORT_DCI_ROCE ||
      wqe->transport == VERBATIM_TRANSPORT_DCI_COMPACT;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->octowords == 1, 1,
                    0);
  wqe->kind = VERBATIM_WQE_KIND_BIND_MW;
  wqe->ctrl.opcode = VERBATIM_OPCODE_UMR;
  wqe->fences_next = 1;
  if (wqe->room > 60) wqe->room = 60;
}

/// Sets ctrl_seg.imm to `rkey`.
static inline void verbatim_bind_mw_window(struct verbatim_wqe *wqe, uint32_t rkey) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_BIND_MW && (wqe->state == 1), 2, 0);
  wqe->ctrl.imm = rkey;
  {
    struct verbatim_umr_ctrl_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.list_inline = 1;
    fields.check_free = 1;
    fields.trans_off_en = 1;
    fields.klm_octowords = 4;
    fields.mkey_mask = 540827713;
    if (verbatim_wqe_has_room(wqe, 3))
      verbatim_umr_ctrl_seg_write(verbatim_wqe_take(wqe, 3), &fields);
  }
}

/// The fields of a memory key that a UMR may change. The caller gives every field.
static inline void verbatim_bind_mw_to(struct verbatim_wqe *wqe,
                                       const struct verbatim_mkey_ctx_seg *segment) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_BIND_MW && (wqe->state == 2), 3, 0);
  if (verbatim_wqe_has_room(wqe, 4))
    verbatim_mkey_ctx_seg_write(verbatim_wqe_take(wqe, 4), segment);
}

/// One entry of the translation list of a memory key.
static inline void verbatim_bind_mw_klm(struct verbatim_wqe *wqe, uint32_t byte_count,
                                        uint32_t lkey, uint64_t addr) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_BIND_MW && (wqe->state == 3), 4, 1);
  {
    struct verbatim_klm_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.byte_count = byte_count;
    fields.mkey = lkey;
    fields.address = addr;
    if (fields.byte_count > 2147483648u) verbatim_wqe_fail(wqe, VERBATIM_WQE_VALUE_TOO_LARGE);
    if (verbatim_wqe_has_room(wqe, 1)) verbatim_klm_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
  verbatim_wqe_pad(wqe, 4);
}

#ifdef __cplusplus
}
#endif

#endif
