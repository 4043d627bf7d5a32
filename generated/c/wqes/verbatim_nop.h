// Generated from specs/wqes/control/nop.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_NOP_H
#define VERBATIM_C_WQE_NOP_H

#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Does nothing, but can carry a fence and a completion.
///
/// The calls, behind verbatim_TRANSPORT_begin() alone:
///
///   verbatim_nop(), verbatim_wqe_finish()
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact, ud, ud_roce, ud_compact, ud_underlay, raw_packet,
/// xrq_cmd. Source: mlx5dv.h, MLX5_OPCODE_NOP.
static inline void verbatim_nop(struct verbatim_wqe *wqe) {
  const int carried =
      wqe->transport == VERBATIM_TRANSPORT_RC || wqe->transport == VERBATIM_TRANSPORT_UC ||
      wqe->transport == VERBATIM_TRANSPORT_XRC || wqe->transport == VERBATIM_TRANSPORT_DCI ||
      wqe->transport == VERBATIM_TRANSPORT_DCI_ROCE ||
      wqe->transport == VERBATIM_TRANSPORT_DCI_COMPACT || wqe->transport == VERBATIM_TRANSPORT_UD ||
      wqe->transport == VERBATIM_TRANSPORT_UD_ROCE ||
      wqe->transport == VERBATIM_TRANSPORT_UD_COMPACT ||
      wqe->transport == VERBATIM_TRANSPORT_UD_UNDERLAY ||
      wqe->transport == VERBATIM_TRANSPORT_RAW_PACKET ||
      wqe->transport == VERBATIM_TRANSPORT_XRQ_CMD;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->octowords == 1, 1,
                    1);
  wqe->kind = VERBATIM_WQE_KIND_NOP;
  wqe->ctrl.opcode = VERBATIM_OPCODE_NOP;
  if (wqe->room > 63) wqe->room = 63;
}

#ifdef __cplusplus
}
#endif

#endif
