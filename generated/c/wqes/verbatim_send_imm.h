// Generated from specs/wqes/data/send_imm.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_SEND_IMM_H
#define VERBATIM_C_WQE_SEND_IMM_H

#include "../segments/verbatim_data_seg.h"
#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Sends a message and 32 bits of immediate data, which arrive in the peer's completion.
///
/// The calls, behind verbatim_TRANSPORT_begin() and the calls of the transport:
///
///   verbatim_send_imm(), verbatim_send_imm_sge() or verbatim_send_imm_inline_data() or
///   verbatim_send_imm_no_data(), verbatim_wqe_finish()
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact, ud, ud_roce, ud_compact. Source: mlx5dv.h,
/// MLX5_OPCODE_SEND_IMM.
static inline void verbatim_send_imm(struct verbatim_wqe *wqe, uint32_t imm) {
  const int carried =
      wqe->transport == VERBATIM_TRANSPORT_RC || wqe->transport == VERBATIM_TRANSPORT_UC ||
      wqe->transport == VERBATIM_TRANSPORT_XRC || wqe->transport == VERBATIM_TRANSPORT_DCI ||
      wqe->transport == VERBATIM_TRANSPORT_DCI_ROCE ||
      wqe->transport == VERBATIM_TRANSPORT_DCI_COMPACT || wqe->transport == VERBATIM_TRANSPORT_UD ||
      wqe->transport == VERBATIM_TRANSPORT_UD_ROCE ||
      wqe->transport == VERBATIM_TRANSPORT_UD_COMPACT;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->ready, 1, 0);
  wqe->kind = VERBATIM_WQE_KIND_SEND_IMM;
  wqe->ctrl.opcode = VERBATIM_OPCODE_SEND_IMM;
  wqe->ctrl.imm = imm;
  if (wqe->room > 63) wqe->room = 63;
}

/// One contiguous piece of local memory to gather from or scatter to. One of length 0 is left out.
static inline void verbatim_send_imm_sge(struct verbatim_wqe *wqe, uint64_t addr,
                                         uint32_t byte_count, uint32_t lkey) {
  verbatim_wqe_step(
      wqe, wqe->kind == VERBATIM_WQE_KIND_SEND_IMM && (wqe->state == 1 || wqe->state == 2), 2, 1);
  {
    struct verbatim_data_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.addr = addr;
    fields.byte_count = byte_count;
    fields.lkey = lkey;
    if (fields.byte_count > 2147483647u) verbatim_wqe_fail(wqe, VERBATIM_WQE_VALUE_TOO_LARGE);
    if (fields.byte_count == 0) return;
    if (verbatim_wqe_has_room(wqe, 1)) verbatim_data_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

/// Copies `length` bytes into the WQE.
static inline void verbatim_send_imm_inline_data(struct verbatim_wqe *wqe, const void *bytes,
                                                 size_t length) {
  verbatim_wqe_step(
      wqe, wqe->kind == VERBATIM_WQE_KIND_SEND_IMM && (wqe->state == 1 || wqe->state == 2), 2, 1);
  verbatim_wqe_append_inline(wqe, bytes, length);
}

/// Takes no data.
static inline void verbatim_send_imm_no_data(struct verbatim_wqe *wqe) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_SEND_IMM && (wqe->state == 1), 3, 1);
}

#ifdef __cplusplus
}
#endif

#endif
