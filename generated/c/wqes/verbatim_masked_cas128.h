// Generated from specs/wqes/atomics/masked_cas128.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_MASKED_CAS128_H
#define VERBATIM_C_WQE_MASKED_CAS128_H

#include "../segments/verbatim_data_seg.h"
#include "../segments/verbatim_masked_cs128_seg.h"
#include "../segments/verbatim_raddr_seg.h"
#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Swaps those of the peer's 128 bits that swap_mask names, if those that compare_mask names equal `compare`.
///
/// The calls, behind verbatim_TRANSPORT_begin() and the calls of the transport:
///
///   verbatim_masked_cas128(), verbatim_masked_cas128_rdma(), verbatim_masked_cas128_operands(),
///   verbatim_masked_cas128_sge(), verbatim_wqe_finish()
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
static inline void verbatim_masked_cas128(struct verbatim_wqe *wqe) {
  const int carried =
      wqe->transport == VERBATIM_TRANSPORT_RC || wqe->transport == VERBATIM_TRANSPORT_XRC ||
      wqe->transport == VERBATIM_TRANSPORT_DCI || wqe->transport == VERBATIM_TRANSPORT_DCI_ROCE ||
      wqe->transport == VERBATIM_TRANSPORT_DCI_COMPACT;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->ready, 1, 0);
  wqe->kind = VERBATIM_WQE_KIND_MASKED_CAS128;
  wqe->ctrl.opcode = VERBATIM_OPCODE_ATOMIC_MASKED_CS;
  wqe->ctrl.opmod = 10;
  if (wqe->room > 63) wqe->room = 63;
}

/// The place in the peer's memory that an RDMA or atomic operation accesses.
static inline void verbatim_masked_cas128_rdma(struct verbatim_wqe *wqe, uint64_t raddr,
                                               uint32_t rkey) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_MASKED_CAS128 && (wqe->state == 1), 2, 0);
  {
    struct verbatim_raddr_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.raddr = raddr;
    fields.rkey = rkey;
    if (verbatim_wqe_has_room(wqe, 1)) verbatim_raddr_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

/// The operands of a masked compare-and-swap of 16 bytes, each big-endian.
static inline void verbatim_masked_cas128_operands(struct verbatim_wqe *wqe,
                                                   const uint8_t compare[16],
                                                   const uint8_t swap[16],
                                                   const uint8_t compare_mask[16],
                                                   const uint8_t swap_mask[16]) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_MASKED_CAS128 && (wqe->state == 2), 3, 0);
  {
    struct verbatim_masked_cs128_seg fields;
    memset(&fields, 0, sizeof fields);
    memcpy(fields.compare, compare, 16);
    memcpy(fields.swap, swap, 16);
    memcpy(fields.compare_mask, compare_mask, 16);
    memcpy(fields.swap_mask, swap_mask, 16);
    if (verbatim_wqe_has_room(wqe, 4))
      verbatim_masked_cs128_seg_write(verbatim_wqe_take(wqe, 4), &fields);
  }
}

/// One contiguous piece of local memory to gather from or scatter to.
static inline void verbatim_masked_cas128_sge(struct verbatim_wqe *wqe, uint64_t addr,
                                              uint32_t lkey) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_MASKED_CAS128 && (wqe->state == 3), 4, 1);
  {
    struct verbatim_data_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.addr = addr;
    fields.lkey = lkey;
    fields.byte_count = 16;
    if (fields.byte_count > 2147483647u) verbatim_wqe_fail(wqe, VERBATIM_WQE_VALUE_TOO_LARGE);
    if (verbatim_wqe_has_room(wqe, 1)) verbatim_data_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

#ifdef __cplusplus
}
#endif

#endif
