// Generated from specs/wqes/packets/dump.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_DUMP_H
#define VERBATIM_C_WQE_DUMP_H

#include "../segments/verbatim_data_seg.h"
#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Passes data through the TLS engine of a TIS, so that it catches up.
///
/// The calls, behind verbatim_TRANSPORT_begin() alone:
///
///   verbatim_dump(), verbatim_dump_tis(), verbatim_dump_sge(), verbatim_wqe_finish()
///
/// Transports: raw_packet. Source: Linux drivers/net/ethernet/mellanox/mlx5/core/en_accel/ktls_tx.c,
/// mlx5e_ktls_build_dump.
static inline void verbatim_dump(struct verbatim_wqe *wqe) {
  const int carried = wqe->transport == VERBATIM_TRANSPORT_RAW_PACKET;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->octowords == 1, 1,
                    0);
  wqe->kind = VERBATIM_WQE_KIND_DUMP;
  wqe->ctrl.opcode = VERBATIM_OPCODE_DUMP;
  if (wqe->room > 63) wqe->room = 63;
}

/// Sets ctrl_seg.imm to `tisn_shifted`.
static inline void verbatim_dump_tis(struct verbatim_wqe *wqe, uint32_t tisn_shifted) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_DUMP && (wqe->state == 1), 2, 0);
  wqe->ctrl.imm = tisn_shifted;
}

/// One contiguous piece of local memory to gather from or scatter to.
static inline void verbatim_dump_sge(struct verbatim_wqe *wqe, uint64_t addr, uint32_t byte_count,
                                     uint32_t lkey) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_DUMP && (wqe->state == 2), 3, 1);
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
