// Generated from specs/wqes/atomics/cas32.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_CAS32_H
#define VERBATIM_C_WQE_CAS32_H

#include "../segments/verbatim_data_seg.h"
#include "../segments/verbatim_masked_cs32_seg.h"
#include "../segments/verbatim_raddr_seg.h"
#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Swaps 32 bits of the peer's memory if they equal `compare`, and fetches what was there.
///
/// The calls, behind verbatim_TRANSPORT_begin() and the calls of the transport:
///
///   verbatim_cas32(), verbatim_cas32_rdma(), verbatim_cas32_operands(), verbatim_cas32_sge(),
///   verbatim_wqe_finish()
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
static inline void verbatim_cas32(struct verbatim_wqe *wqe) {
  const int carried =
      wqe->transport == VERBATIM_TRANSPORT_RC || wqe->transport == VERBATIM_TRANSPORT_XRC ||
      wqe->transport == VERBATIM_TRANSPORT_DCI || wqe->transport == VERBATIM_TRANSPORT_DCI_ROCE ||
      wqe->transport == VERBATIM_TRANSPORT_DCI_COMPACT;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->ready, 1, 0);
  wqe->kind = VERBATIM_WQE_KIND_CAS32;
  wqe->ctrl.opcode = VERBATIM_OPCODE_ATOMIC_MASKED_CS;
  wqe->ctrl.opmod = 8;
  if (wqe->room > 63) wqe->room = 63;
}

/// The place in the peer's memory that an RDMA or atomic operation accesses.
static inline void verbatim_cas32_rdma(struct verbatim_wqe *wqe, uint64_t raddr, uint32_t rkey) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_CAS32 && (wqe->state == 1), 2, 0);
  {
    struct verbatim_raddr_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.raddr = raddr;
    fields.rkey = rkey;
    if (verbatim_wqe_has_room(wqe, 1)) verbatim_raddr_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

/// The operands of a masked compare-and-swap of 4 bytes.
static inline void verbatim_cas32_operands(struct verbatim_wqe *wqe, uint32_t compare,
                                           uint32_t swap) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_CAS32 && (wqe->state == 2), 3, 0);
  {
    struct verbatim_masked_cs32_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.compare = compare;
    fields.swap = swap;
    fields.compare_mask = 4294967295u;
    fields.swap_mask = 4294967295u;
    if (verbatim_wqe_has_room(wqe, 1))
      verbatim_masked_cs32_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

/// One contiguous piece of local memory to gather from or scatter to.
static inline void verbatim_cas32_sge(struct verbatim_wqe *wqe, uint64_t addr, uint32_t lkey) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_CAS32 && (wqe->state == 3), 4, 1);
  {
    struct verbatim_data_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.addr = addr;
    fields.lkey = lkey;
    fields.byte_count = 4;
    if (fields.byte_count > 2147483647u) verbatim_wqe_fail(wqe, VERBATIM_WQE_VALUE_TOO_LARGE);
    if (verbatim_wqe_has_room(wqe, 1)) verbatim_data_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

#ifdef __cplusplus
}
#endif

#endif
