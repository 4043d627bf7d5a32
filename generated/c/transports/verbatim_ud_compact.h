// Generated from specs/transports/ud_compact.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_TRANSPORT_UD_COMPACT_H
#define VERBATIM_C_TRANSPORT_UD_COMPACT_H

#include "../segments/verbatim_av_ud_compact_seg.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Limits of WQEs on ud_compact: bytes of inline data, SGEs, and WQEBBs in all. A queue may allow less.
enum {
  VERBATIM_UD_COMPACT_NOP_MAX_INLINE = 0,
  VERBATIM_UD_COMPACT_NOP_MAX_SGES = 0,
  VERBATIM_UD_COMPACT_NOP_MAX_WQEBBS = 1,
  VERBATIM_UD_COMPACT_RECV_ENABLE_MAX_INLINE = 0,
  VERBATIM_UD_COMPACT_RECV_ENABLE_MAX_SGES = 0,
  VERBATIM_UD_COMPACT_RECV_ENABLE_MAX_WQEBBS = 1,
  VERBATIM_UD_COMPACT_SEND_MAX_INLINE = 972,
  VERBATIM_UD_COMPACT_SEND_MAX_SGES = 61,
  VERBATIM_UD_COMPACT_SEND_MAX_WQEBBS = 16,
  VERBATIM_UD_COMPACT_SEND_ENABLE_MAX_INLINE = 0,
  VERBATIM_UD_COMPACT_SEND_ENABLE_MAX_SGES = 0,
  VERBATIM_UD_COMPACT_SEND_ENABLE_MAX_WQEBBS = 1,
  VERBATIM_UD_COMPACT_SEND_IMM_MAX_INLINE = 972,
  VERBATIM_UD_COMPACT_SEND_IMM_MAX_SGES = 61,
  VERBATIM_UD_COMPACT_SEND_IMM_MAX_WQEBBS = 16,
  VERBATIM_UD_COMPACT_WAIT_CQ_MAX_INLINE = 0,
  VERBATIM_UD_COMPACT_WAIT_CQ_MAX_SGES = 0,
  VERBATIM_UD_COMPACT_WAIT_CQ_MAX_WQEBBS = 1,
  VERBATIM_UD_COMPACT_WAIT_DATA_MAX_INLINE = 0,
  VERBATIM_UD_COMPACT_WAIT_DATA_MAX_SGES = 0,
  VERBATIM_UD_COMPACT_WAIT_DATA_MAX_WQEBBS = 1,
  VERBATIM_UD_COMPACT_WAIT_TIME_MAX_INLINE = 0,
  VERBATIM_UD_COMPACT_WAIT_TIME_MAX_SGES = 0,
  VERBATIM_UD_COMPACT_WAIT_TIME_MAX_WQEBBS = 1,
  VERBATIM_UD_COMPACT_MAX_OCTOWORDS = 63
};

/// Unreliable datagrams within an InfiniBand subnet, with the short address vector of devices that offer it.
///
/// Begins a WQE in `bytes` bytes at `at`: in a ring, or in memory from which it is copied into one.
/// Next: verbatim_ud_compact_av() or verbatim_ud_compact_av_whole(), the function of the WQE.
/// WQEs here: nop, recv_enable, send, send_enable, send_imm, wait_cq, wait_data, wait_time.
///
/// Source: UCX src/uct/ib/mlx5/ud/ud_mlx5.c, uct_ud_mlx5_iface, compact_av.
static inline void verbatim_ud_compact_begin(struct verbatim_wqe *wqe, void *at, size_t bytes) {
  verbatim_wqe_begin(wqe, at, bytes, VERBATIM_TRANSPORT_UD_COMPACT,
                     VERBATIM_UD_COMPACT_MAX_OCTOWORDS);
}

/// The destination of a datagram within the subnet, as a compact address vector.
static inline void verbatim_ud_compact_av(struct verbatim_wqe *wqe, uint32_t qkey, uint32_t qpn,
                                          uint16_t dlid) {
  verbatim_wqe_step(wqe,
                    wqe->transport == VERBATIM_TRANSPORT_UD_COMPACT &&
                        wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->state == 0,
                    1, 1);
  {
    struct verbatim_av_ud_compact_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.qkey = qkey;
    fields.dqp_dct = qpn;
    fields.rlid = dlid;
    if (verbatim_wqe_has_room(wqe, 1))
      verbatim_av_ud_compact_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

/// The destination of a datagram within the subnet, as a compact address vector. The caller gives every
/// field.
static inline void verbatim_ud_compact_av_whole(struct verbatim_wqe *wqe,
                                                const struct verbatim_av_ud_compact_seg *segment) {
  verbatim_wqe_step(wqe,
                    wqe->transport == VERBATIM_TRANSPORT_UD_COMPACT &&
                        wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->state == 0,
                    1, 1);
  if (verbatim_wqe_has_room(wqe, 1))
    verbatim_av_ud_compact_seg_write(verbatim_wqe_take(wqe, 1), segment);
}

#ifdef __cplusplus
}
#endif

#endif
