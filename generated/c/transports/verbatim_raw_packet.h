// Generated from specs/transports/raw_packet.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_TRANSPORT_RAW_PACKET_H
#define VERBATIM_C_TRANSPORT_RAW_PACKET_H

#include "../segments/verbatim_eth_seg.h"
#include "../segments/verbatim_eth_vlan_seg.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Limits of WQEs on raw_packet: bytes of inline data, SGEs, and WQEBBs in all. A queue may allow less.
enum {
  VERBATIM_RAW_PACKET_DUMP_MAX_INLINE = 0,
  VERBATIM_RAW_PACKET_DUMP_MAX_SGES = 1,
  VERBATIM_RAW_PACKET_DUMP_MAX_WQEBBS = 1,
  VERBATIM_RAW_PACKET_MULTI_PACKET_MAX_INLINE = 924,
  VERBATIM_RAW_PACKET_MULTI_PACKET_MAX_SGES = 58,
  VERBATIM_RAW_PACKET_MULTI_PACKET_MAX_WQEBBS = 15,
  VERBATIM_RAW_PACKET_NOP_MAX_INLINE = 0,
  VERBATIM_RAW_PACKET_NOP_MAX_SGES = 0,
  VERBATIM_RAW_PACKET_NOP_MAX_WQEBBS = 1,
  VERBATIM_RAW_PACKET_RECV_ENABLE_MAX_INLINE = 0,
  VERBATIM_RAW_PACKET_RECV_ENABLE_MAX_SGES = 0,
  VERBATIM_RAW_PACKET_RECV_ENABLE_MAX_WQEBBS = 1,
  VERBATIM_RAW_PACKET_SEND_MAX_INLINE = 972,
  VERBATIM_RAW_PACKET_SEND_MAX_SGES = 61,
  VERBATIM_RAW_PACKET_SEND_MAX_WQEBBS = 16,
  VERBATIM_RAW_PACKET_SEND_ENABLE_MAX_INLINE = 0,
  VERBATIM_RAW_PACKET_SEND_ENABLE_MAX_SGES = 0,
  VERBATIM_RAW_PACKET_SEND_ENABLE_MAX_WQEBBS = 1,
  VERBATIM_RAW_PACKET_TSO_MAX_INLINE = 0,
  VERBATIM_RAW_PACKET_TSO_MAX_SGES = 61,
  VERBATIM_RAW_PACKET_TSO_MAX_WQEBBS = 16,
  VERBATIM_RAW_PACKET_WAIT_CQ_MAX_INLINE = 0,
  VERBATIM_RAW_PACKET_WAIT_CQ_MAX_SGES = 0,
  VERBATIM_RAW_PACKET_WAIT_CQ_MAX_WQEBBS = 1,
  VERBATIM_RAW_PACKET_WAIT_DATA_MAX_INLINE = 0,
  VERBATIM_RAW_PACKET_WAIT_DATA_MAX_SGES = 0,
  VERBATIM_RAW_PACKET_WAIT_DATA_MAX_WQEBBS = 1,
  VERBATIM_RAW_PACKET_WAIT_TIME_MAX_INLINE = 0,
  VERBATIM_RAW_PACKET_WAIT_TIME_MAX_SGES = 0,
  VERBATIM_RAW_PACKET_WAIT_TIME_MAX_WQEBBS = 1,
  VERBATIM_RAW_PACKET_MAX_OCTOWORDS = 63
};

/// Ethernet frames as the program makes them.
///
/// Begins a WQE in `bytes` bytes at `at`: in a ring, or in memory from which it is copied into one.
/// Next: verbatim_raw_packet_eth() or verbatim_raw_packet_eth_header() or verbatim_raw_packet_eth_vlan() or
/// verbatim_raw_packet_eth_whole(), the function of the WQE.
/// WQEs here: dump, multi_packet, nop, recv_enable, send, send_enable, tso, wait_cq, wait_data, wait_time.
///
/// Source: rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_RAW_PACKET.
static inline void verbatim_raw_packet_begin(struct verbatim_wqe *wqe, void *at, size_t bytes) {
  verbatim_wqe_begin(wqe, at, bytes, VERBATIM_TRANSPORT_RAW_PACKET,
                     VERBATIM_RAW_PACKET_MAX_OCTOWORDS);
}

/// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow from
/// 0x0e on.
static inline void verbatim_raw_packet_eth(struct verbatim_wqe *wqe, uint8_t l3_csum,
                                           uint8_t l4_csum) {
  verbatim_wqe_step(wqe,
                    wqe->transport == VERBATIM_TRANSPORT_RAW_PACKET &&
                        wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->state == 0,
                    1, 1);
  {
    struct verbatim_eth_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.l3_csum = l3_csum;
    fields.l4_csum = l4_csum;
    if (verbatim_wqe_has_room(wqe, 1)) verbatim_eth_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

/// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow from
/// 0x0e on.
static inline void verbatim_raw_packet_eth_header(struct verbatim_wqe *wqe, uint8_t l3_csum,
                                                  uint8_t l4_csum, const void *header,
                                                  size_t length) {
  verbatim_wqe_step(wqe,
                    wqe->transport == VERBATIM_TRANSPORT_RAW_PACKET &&
                        wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->state == 0,
                    1, 1);
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

/// An eth_seg that inserts a VLAN tag, and so has no inlined headers.
static inline void verbatim_raw_packet_eth_vlan(struct verbatim_wqe *wqe, uint16_t vlan_tci,
                                                uint8_t l3_csum, uint8_t l4_csum) {
  verbatim_wqe_step(wqe,
                    wqe->transport == VERBATIM_TRANSPORT_RAW_PACKET &&
                        wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->state == 0,
                    1, 1);
  {
    struct verbatim_eth_vlan_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.vlan_tci = vlan_tci;
    fields.l3_csum = l3_csum;
    fields.l4_csum = l4_csum;
    if (verbatim_wqe_has_room(wqe, 1))
      verbatim_eth_vlan_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

/// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow from
/// 0x0e on. The caller gives every field.
static inline void verbatim_raw_packet_eth_whole(struct verbatim_wqe *wqe,
                                                 const struct verbatim_eth_seg *segment) {
  verbatim_wqe_step(wqe,
                    wqe->transport == VERBATIM_TRANSPORT_RAW_PACKET &&
                        wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->state == 0,
                    1, 1);
  if (verbatim_wqe_has_room(wqe, 1)) verbatim_eth_seg_write(verbatim_wqe_take(wqe, 1), segment);
}

#ifdef __cplusplus
}
#endif

#endif
