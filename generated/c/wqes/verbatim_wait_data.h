// Generated from specs/wqes/control/wait_data.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_WAIT_DATA_H
#define VERBATIM_C_WQE_WAIT_DATA_H

#include "../segments/verbatim_wait_data_seg.h"
#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Waits until 8 bytes of memory have a value.
///
/// The calls, behind verbatim_TRANSPORT_begin() alone:
///
///   verbatim_wait_data(), verbatim_wait_data_until(), verbatim_wqe_finish()
///
/// Transports: rc, uc, xrc, ud, ud_roce, ud_compact, ud_underlay, dci, dci_roce, dci_compact, raw_packet.
/// Source: DPDK drivers/net/mlx5/mlx5_tx.h, mlx5_tx_wseg_init; drivers/common/mlx5/mlx5_prm.h, struct
/// mlx5_wqe_wseg.
static inline void verbatim_wait_data(struct verbatim_wqe *wqe) {
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
  wqe->kind = VERBATIM_WQE_KIND_WAIT_DATA;
  wqe->ctrl.opcode = VERBATIM_OPCODE_WAIT;
  wqe->ctrl.opmod = 1;
  if (wqe->room > 63) wqe->room = 63;
}

/// The value in memory, or the time, to wait for.
static inline void verbatim_wait_data_until(struct verbatim_wqe *wqe, uint8_t operation,
                                            uint64_t value, uint64_t mask, uint32_t lkey,
                                            uint64_t addr_63_3) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_WAIT_DATA && (wqe->state == 1), 2, 1);
  {
    struct verbatim_wait_data_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.operation = operation;
    fields.value = value;
    fields.mask = mask;
    fields.lkey = lkey;
    fields.va_63_3 = addr_63_3;
    if (verbatim_wqe_has_room(wqe, 2))
      verbatim_wait_data_seg_write(verbatim_wqe_take(wqe, 2), &fields);
  }
}

#ifdef __cplusplus
}
#endif

#endif
