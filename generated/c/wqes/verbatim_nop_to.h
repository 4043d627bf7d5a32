// Generated from specs/wqes/control/nop_to.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_NOP_TO_H
#define VERBATIM_C_WQE_NOP_TO_H

#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Does nothing, but reaches a peer in its place among the other WQEs.
///
/// The calls, behind verbatim_TRANSPORT_begin() and the calls of the transport:
///
///   verbatim_nop_to(), verbatim_wqe_finish()
///
/// Transports: dci, dci_roce, dci_compact. Source: UCX src/uct/ib/mlx5/dc/dc_mlx5.c, uct_dc_mlx5_iface, the
/// flush with an address vector.
static inline void verbatim_nop_to(struct verbatim_wqe *wqe) {
  const int carried = wqe->transport == VERBATIM_TRANSPORT_DCI ||
                      wqe->transport == VERBATIM_TRANSPORT_DCI_ROCE ||
                      wqe->transport == VERBATIM_TRANSPORT_DCI_COMPACT;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->ready, 1, 1);
  wqe->kind = VERBATIM_WQE_KIND_NOP_TO;
  wqe->ctrl.opcode = VERBATIM_OPCODE_NOP;
  if (wqe->room > 63) wqe->room = 63;
}

#ifdef __cplusplus
}
#endif

#endif
