// Generated from specs/wqes/data/copy.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_COPY_H
#define VERBATIM_C_WQE_COPY_H

#include "../segments/verbatim_data_seg.h"
#include "../segments/verbatim_mmo_meta_seg.h"
#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Copies memory within the machine by the device's DMA engine.
///
/// The calls, behind verbatim_TRANSPORT_begin() alone:
///
///   verbatim_copy(), verbatim_copy_result(), verbatim_copy_from(), verbatim_copy_to(), verbatim_wqe_finish()
///
/// Transports: rc, dci, dci_roce, dci_compact. Source: rdma-core providers/mlx5/qp.c, mlx5_wr_memcpy.
static inline void verbatim_copy(struct verbatim_wqe *wqe) {
  const int carried = wqe->transport == VERBATIM_TRANSPORT_RC ||
                      wqe->transport == VERBATIM_TRANSPORT_DCI ||
                      wqe->transport == VERBATIM_TRANSPORT_DCI_ROCE ||
                      wqe->transport == VERBATIM_TRANSPORT_DCI_COMPACT;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->octowords == 1, 1,
                    0);
  wqe->kind = VERBATIM_WQE_KIND_COPY;
  wqe->ctrl.opcode = VERBATIM_OPCODE_MMO;
  wqe->ctrl.opmod = 1;
  if (wqe->room > 63) wqe->room = 63;
}

/// Opens the work of a memory-to-memory engine and names the buffer for its result.
static inline void verbatim_copy_result(struct verbatim_wqe *wqe, uint32_t lkey, uint64_t addr) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_COPY && (wqe->state == 1), 2, 0);
  {
    struct verbatim_mmo_meta_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.opaque_lkey = lkey;
    fields.opaque_va = addr;
    if (verbatim_wqe_has_room(wqe, 1))
      verbatim_mmo_meta_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

/// One contiguous piece of local memory to gather from or scatter to.
static inline void verbatim_copy_from(struct verbatim_wqe *wqe, uint64_t addr, uint32_t byte_count,
                                      uint32_t lkey) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_COPY && (wqe->state == 2), 3, 0);
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

/// One contiguous piece of local memory to gather from or scatter to.
static inline void verbatim_copy_to(struct verbatim_wqe *wqe, uint64_t addr, uint32_t byte_count,
                                    uint32_t lkey) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_COPY && (wqe->state == 3), 4, 1);
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
