// Generated from specs/transports/ud_roce.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_TRANSPORT_UD_ROCE_H
#define VERBATIM_C_TRANSPORT_UD_ROCE_H

#include "../segments/verbatim_av_ud_seg.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Limits of WQEs on ud_roce: bytes of inline data, SGEs, and WQEBBs in all. A queue may allow less.
enum {
  VERBATIM_UD_ROCE_NOP_MAX_INLINE = 0,
  VERBATIM_UD_ROCE_NOP_MAX_SGES = 0,
  VERBATIM_UD_ROCE_NOP_MAX_WQEBBS = 1,
  VERBATIM_UD_ROCE_RECV_ENABLE_MAX_INLINE = 0,
  VERBATIM_UD_ROCE_RECV_ENABLE_MAX_SGES = 0,
  VERBATIM_UD_ROCE_RECV_ENABLE_MAX_WQEBBS = 1,
  VERBATIM_UD_ROCE_SEND_MAX_INLINE = 940,
  VERBATIM_UD_ROCE_SEND_MAX_SGES = 59,
  VERBATIM_UD_ROCE_SEND_MAX_WQEBBS = 16,
  VERBATIM_UD_ROCE_SEND_ENABLE_MAX_INLINE = 0,
  VERBATIM_UD_ROCE_SEND_ENABLE_MAX_SGES = 0,
  VERBATIM_UD_ROCE_SEND_ENABLE_MAX_WQEBBS = 1,
  VERBATIM_UD_ROCE_SEND_IMM_MAX_INLINE = 940,
  VERBATIM_UD_ROCE_SEND_IMM_MAX_SGES = 59,
  VERBATIM_UD_ROCE_SEND_IMM_MAX_WQEBBS = 16,
  VERBATIM_UD_ROCE_WAIT_CQ_MAX_INLINE = 0,
  VERBATIM_UD_ROCE_WAIT_CQ_MAX_SGES = 0,
  VERBATIM_UD_ROCE_WAIT_CQ_MAX_WQEBBS = 1,
  VERBATIM_UD_ROCE_WAIT_DATA_MAX_INLINE = 0,
  VERBATIM_UD_ROCE_WAIT_DATA_MAX_SGES = 0,
  VERBATIM_UD_ROCE_WAIT_DATA_MAX_WQEBBS = 1,
  VERBATIM_UD_ROCE_WAIT_TIME_MAX_INLINE = 0,
  VERBATIM_UD_ROCE_WAIT_TIME_MAX_SGES = 0,
  VERBATIM_UD_ROCE_WAIT_TIME_MAX_WQEBBS = 1,
  VERBATIM_UD_ROCE_MAX_OCTOWORDS = 63
};

/// Unreliable datagrams over RoCE, each to its own peer.
///
/// Begins a WQE in `bytes` bytes at `at`: in a ring, or in memory from which it is copied into one.
/// Next: verbatim_ud_roce_av() or verbatim_ud_roce_av_whole(), the function of the WQE.
/// WQEs here: nop, recv_enable, send, send_enable, send_imm, wait_cq, wait_data, wait_time.
///
/// Source: rdma-core providers/mlx5/verbs.c, mlx5_create_ah, RoCE.
static inline void verbatim_ud_roce_begin(struct verbatim_wqe *wqe, void *at, size_t bytes) {
  verbatim_wqe_begin(wqe, at, bytes, VERBATIM_TRANSPORT_UD_ROCE, VERBATIM_UD_ROCE_MAX_OCTOWORDS);
}

/// The destination of a datagram, as a full address vector.
static inline void verbatim_ud_roce_av(struct verbatim_wqe *wqe, uint32_t qkey, uint32_t qpn,
                                       const uint8_t rmac[6], const uint8_t rgid[16],
                                       uint8_t sgid_index, uint8_t hop_limit, uint16_t udp_sport) {
  verbatim_wqe_step(wqe,
                    wqe->transport == VERBATIM_TRANSPORT_UD_ROCE &&
                        wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->state == 0,
                    1, 1);
  {
    struct verbatim_av_ud_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.qkey = qkey;
    fields.dqp_dct = qpn;
    memcpy(fields.rmac, rmac, 6);
    memcpy(fields.rgid, rgid, 16);
    fields.sgid_index = sgid_index;
    fields.hop_limit = hop_limit;
    fields.rlid = udp_sport;
    if (verbatim_wqe_has_room(wqe, 3)) verbatim_av_ud_seg_write(verbatim_wqe_take(wqe, 3), &fields);
  }
}

/// The destination of a datagram, as a full address vector. The caller gives every field.
static inline void verbatim_ud_roce_av_whole(struct verbatim_wqe *wqe,
                                             const struct verbatim_av_ud_seg *segment) {
  verbatim_wqe_step(wqe,
                    wqe->transport == VERBATIM_TRANSPORT_UD_ROCE &&
                        wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->state == 0,
                    1, 1);
  if (verbatim_wqe_has_room(wqe, 3)) verbatim_av_ud_seg_write(verbatim_wqe_take(wqe, 3), segment);
}

#ifdef __cplusplus
}
#endif

#endif
