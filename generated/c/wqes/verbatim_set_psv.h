// Generated from specs/wqes/memory_keys/set_psv.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_SET_PSV_H
#define VERBATIM_C_WQE_SET_PSV_H

#include "../segments/verbatim_set_psv_seg.h"
#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Sets the value from which a signature goes on.
///
/// The calls, behind verbatim_TRANSPORT_begin() alone:
///
///   verbatim_set_psv(), verbatim_set_psv_psv(), verbatim_wqe_finish()
///
/// Transports: rc. Source: rdma-core providers/mlx5/qp.c, mlx5_umr_set_psv.
static inline void verbatim_set_psv(struct verbatim_wqe *wqe) {
  const int carried = wqe->transport == VERBATIM_TRANSPORT_RC;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->octowords == 1, 1,
                    0);
  wqe->kind = VERBATIM_WQE_KIND_SET_PSV;
  wqe->ctrl.opcode = VERBATIM_OPCODE_SET_PSV;
  wqe->fences_next = 1;
  if (wqe->room > 63) wqe->room = 63;
}

/// Sets a protection signature value (PSV), the state that a signature has reached so far.
static inline void verbatim_set_psv_psv(struct verbatim_wqe *wqe, uint32_t psv_index,
                                        uint64_t transient_signature) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_SET_PSV && (wqe->state == 1), 2, 1);
  {
    struct verbatim_set_psv_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.psv_index = psv_index;
    fields.transient_signature = transient_signature;
    if (verbatim_wqe_has_room(wqe, 1))
      verbatim_set_psv_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

#ifdef __cplusplus
}
#endif

#endif
