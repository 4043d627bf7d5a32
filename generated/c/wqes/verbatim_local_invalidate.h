// Generated from specs/wqes/memory_keys/local_invalidate.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_LOCAL_INVALIDATE_H
#define VERBATIM_C_WQE_LOCAL_INVALIDATE_H

#include "../segments/verbatim_mkey_ctx_seg.h"
#include "../segments/verbatim_umr_ctrl_seg.h"
#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes a key invalid: that of a memory window, or of a memory key that UMRs may change.
///
/// The calls, behind verbatim_TRANSPORT_begin() alone:
///
///   verbatim_local_invalidate(), verbatim_local_invalidate_key(), verbatim_wqe_finish()
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact. Source: rdma-core providers/mlx5/qp.c,
/// mlx5_send_wr_local_inv.
static inline void verbatim_local_invalidate(struct verbatim_wqe *wqe) {
  const int carried =
      wqe->transport == VERBATIM_TRANSPORT_RC || wqe->transport == VERBATIM_TRANSPORT_UC ||
      wqe->transport == VERBATIM_TRANSPORT_XRC || wqe->transport == VERBATIM_TRANSPORT_DCI ||
      wqe->transport == VERBATIM_TRANSPORT_DCI_ROCE ||
      wqe->transport == VERBATIM_TRANSPORT_DCI_COMPACT;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->octowords == 1, 1,
                    0);
  wqe->kind = VERBATIM_WQE_KIND_LOCAL_INVALIDATE;
  wqe->ctrl.opcode = VERBATIM_OPCODE_UMR;
  wqe->fences_next = 1;
  if (wqe->room > 63) wqe->room = 63;
}

/// Sets ctrl_seg.imm to `rkey`.
static inline void verbatim_local_invalidate_key(struct verbatim_wqe *wqe, uint32_t rkey) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_LOCAL_INVALIDATE && (wqe->state == 1), 2,
                    1);
  wqe->ctrl.imm = rkey;
  {
    struct verbatim_umr_ctrl_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.list_inline = 1;
    fields.trans_off_en = 1;
    fields.check_qpn = 1;
    fields.mkey_mask = 536895488;
    if (verbatim_wqe_has_room(wqe, 3))
      verbatim_umr_ctrl_seg_write(verbatim_wqe_take(wqe, 3), &fields);
  }
  {
    struct verbatim_mkey_ctx_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.free = 1;
    fields.qpn = 16777215;
    if (verbatim_wqe_has_room(wqe, 4))
      verbatim_mkey_ctx_seg_write(verbatim_wqe_take(wqe, 4), &fields);
  }
}

#ifdef __cplusplus
}
#endif

#endif
