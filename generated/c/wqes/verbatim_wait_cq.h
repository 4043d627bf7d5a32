// Generated from specs/wqes/control/wait_cq.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_WAIT_CQ_H
#define VERBATIM_C_WQE_WAIT_CQ_H

#include "../segments/verbatim_wait_cq_seg.h"
#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Waits until a CQ has as many completions.
///
/// The calls, behind verbatim_TRANSPORT_begin() alone:
///
///   verbatim_wait_cq(), verbatim_wait_cq_until(), verbatim_wqe_finish()
///
/// Transports: rc, uc, xrc, ud, ud_roce, ud_compact, ud_underlay, dci, dci_roce, dci_compact, raw_packet.
/// Source: DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_qseg; the QP must be a cross-channel master.
static inline void verbatim_wait_cq(struct verbatim_wqe *wqe) {
  const int carried =
      wqe->transport == VERBATIM_TRANSPORT_RC || wqe->transport == VERBATIM_TRANSPORT_UC ||
      wqe->transport == VERBATIM_TRANSPORT_XRC || wqe->transport == VERBATIM_TRANSPORT_UD ||
      wqe->transport == VERBATIM_TRANSPORT_UD_ROCE ||
      wqe->transport == VERBATIM_TRANSPORT_UD_COMPACT ||
      wqe->transport == VERBATIM_TRANSPORT_UD_UNDERLAY ||
      wqe->transport == VERBATIM_TRANSPORT_DCI || wqe->transport == VERBATIM_TRANSPORT_DCI_ROCE ||
      wqe->transport == VERBATIM_TRANSPORT_DCI_COMPACT ||
      wqe->transport == VERBATIM_TRANSPORT_RAW_PACKET;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->octowords == 1, 1,
                    0);
  wqe->kind = VERBATIM_WQE_KIND_WAIT_CQ;
  wqe->ctrl.opcode = VERBATIM_OPCODE_WAIT;
  if (wqe->room > 63) wqe->room = 63;
}

/// The CQ to wait for, or the queue to let run, and how far.
static inline void verbatim_wait_cq_until(struct verbatim_wqe *wqe, uint32_t max_index,
                                          uint32_t cqn) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_WAIT_CQ && (wqe->state == 1), 2, 1);
  {
    struct verbatim_wait_cq_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.max_index = max_index;
    fields.qpn_cqn = cqn;
    if (verbatim_wqe_has_room(wqe, 1))
      verbatim_wait_cq_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

#ifdef __cplusplus
}
#endif

#endif
