// Generated from specs/transports/ud_underlay.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_TRANSPORT_UD_UNDERLAY_H
#define VERBATIM_C_TRANSPORT_UD_UNDERLAY_H

#include "../segments/verbatim_av_ud_seg.h"
#include "../segments/verbatim_eth_pad_seg.h"
#include "../segments/verbatim_eth_seg.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Limits of WQEs on ud_underlay: bytes of inline data, SGEs, and WQEBBs in all. A queue may allow less.
enum {
  VERBATIM_UD_UNDERLAY_NOP_MAX_INLINE = 0,
  VERBATIM_UD_UNDERLAY_NOP_MAX_SGES = 0,
  VERBATIM_UD_UNDERLAY_NOP_MAX_WQEBBS = 1,
  VERBATIM_UD_UNDERLAY_RECV_ENABLE_MAX_INLINE = 0,
  VERBATIM_UD_UNDERLAY_RECV_ENABLE_MAX_SGES = 0,
  VERBATIM_UD_UNDERLAY_RECV_ENABLE_MAX_WQEBBS = 1,
  VERBATIM_UD_UNDERLAY_SEND_MAX_INLINE = 908,
  VERBATIM_UD_UNDERLAY_SEND_MAX_SGES = 57,
  VERBATIM_UD_UNDERLAY_SEND_MAX_WQEBBS = 16,
  VERBATIM_UD_UNDERLAY_SEND_ENABLE_MAX_INLINE = 0,
  VERBATIM_UD_UNDERLAY_SEND_ENABLE_MAX_SGES = 0,
  VERBATIM_UD_UNDERLAY_SEND_ENABLE_MAX_WQEBBS = 1,
  VERBATIM_UD_UNDERLAY_WAIT_CQ_MAX_INLINE = 0,
  VERBATIM_UD_UNDERLAY_WAIT_CQ_MAX_SGES = 0,
  VERBATIM_UD_UNDERLAY_WAIT_CQ_MAX_WQEBBS = 1,
  VERBATIM_UD_UNDERLAY_WAIT_DATA_MAX_INLINE = 0,
  VERBATIM_UD_UNDERLAY_WAIT_DATA_MAX_SGES = 0,
  VERBATIM_UD_UNDERLAY_WAIT_DATA_MAX_WQEBBS = 1,
  VERBATIM_UD_UNDERLAY_WAIT_TIME_MAX_INLINE = 0,
  VERBATIM_UD_UNDERLAY_WAIT_TIME_MAX_SGES = 0,
  VERBATIM_UD_UNDERLAY_WAIT_TIME_MAX_WQEBBS = 1,
  VERBATIM_UD_UNDERLAY_MAX_OCTOWORDS = 63
};

/// Datagrams of IPoIB, which the device treats as packets.
///
/// Begins a WQE in `bytes` bytes at `at`: in a ring, or in memory from which it is copied into one.
/// Next: verbatim_ud_underlay_av() or verbatim_ud_underlay_av_whole(), verbatim_ud_underlay_eth(), the
/// function of the WQE.
/// WQEs here: nop, recv_enable, send, send_enable, wait_cq, wait_data, wait_time.
///
/// Source: rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_UD, MLX5_QP_FLAGS_USE_UNDERLAY.
static inline void verbatim_ud_underlay_begin(struct verbatim_wqe *wqe, void *at, size_t bytes) {
  verbatim_wqe_begin(wqe, at, bytes, VERBATIM_TRANSPORT_UD_UNDERLAY,
                     VERBATIM_UD_UNDERLAY_MAX_OCTOWORDS);
}

/// The destination of a datagram, as a full address vector.
static inline void verbatim_ud_underlay_av(struct verbatim_wqe *wqe, uint32_t qkey, uint32_t qpn,
                                           uint16_t dlid) {
  verbatim_wqe_step(wqe,
                    wqe->transport == VERBATIM_TRANSPORT_UD_UNDERLAY &&
                        wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->state == 0,
                    1, 0);
  {
    struct verbatim_av_ud_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.qkey = qkey;
    fields.dqp_dct = qpn;
    fields.rlid = dlid;
    if (verbatim_wqe_has_room(wqe, 3)) verbatim_av_ud_seg_write(verbatim_wqe_take(wqe, 3), &fields);
  }
  {
    struct verbatim_eth_pad_seg fields;
    memset(&fields, 0, sizeof fields);
    if (verbatim_wqe_has_room(wqe, 1))
      verbatim_eth_pad_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

/// The destination of a datagram, as a full address vector. The caller gives every field.
static inline void verbatim_ud_underlay_av_whole(struct verbatim_wqe *wqe,
                                                 const struct verbatim_av_ud_seg *segment) {
  verbatim_wqe_step(wqe,
                    wqe->transport == VERBATIM_TRANSPORT_UD_UNDERLAY &&
                        wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->state == 0,
                    1, 0);
  if (verbatim_wqe_has_room(wqe, 3)) verbatim_av_ud_seg_write(verbatim_wqe_take(wqe, 3), segment);
  {
    struct verbatim_eth_pad_seg fields;
    memset(&fields, 0, sizeof fields);
    if (verbatim_wqe_has_room(wqe, 1))
      verbatim_eth_pad_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

/// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow from
/// 0x0e on.
static inline void verbatim_ud_underlay_eth(struct verbatim_wqe *wqe, uint8_t l3_csum,
                                            uint8_t l4_csum, const void *header, size_t length) {
  verbatim_wqe_step(wqe,
                    wqe->transport == VERBATIM_TRANSPORT_UD_UNDERLAY &&
                        wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->state == 1,
                    2, 1);
  {
    const size_t octowords = verbatim_wqe_header_octowords(16, 14, length);
    struct verbatim_eth_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.l3_csum = l3_csum;
    fields.l4_csum = l4_csum;
    fields.inline_hdr_sz = (uint16_t)length;
    if (verbatim_wqe_has_room(wqe, octowords)) {
      uint8_t *const at = verbatim_wqe_take_padded(wqe, octowords);
      verbatim_eth_seg_write(at, &fields);
      if (length != 0) memcpy(at + 14, header, length);
    }
  }
}

#ifdef __cplusplus
}
#endif

#endif
