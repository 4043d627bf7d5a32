// Generated from specs/wqes/packets/multi_packet.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_MULTI_PACKET_H
#define VERBATIM_C_WQE_MULTI_PACKET_H

#include "../segments/verbatim_data_seg.h"
#include "../segments/verbatim_eth_seg.h"
#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Sends several Ethernet frames, each of one piece.
///
/// The calls, behind verbatim_TRANSPORT_begin() alone:
///
///   verbatim_multi_packet(), verbatim_multi_packet_eth(), verbatim_multi_packet_packet() or
///   verbatim_multi_packet_inline_packet(), verbatim_wqe_finish()
///
/// Transports: raw_packet. Source: DPDK drivers/net/mlx5/mlx5_tx.h, mlx5_tx_burst_empw_inline.
static inline void verbatim_multi_packet(struct verbatim_wqe *wqe) {
  const int carried = wqe->transport == VERBATIM_TRANSPORT_RAW_PACKET;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->octowords == 1, 1,
                    0);
  wqe->kind = VERBATIM_WQE_KIND_MULTI_PACKET;
  wqe->ctrl.opcode = VERBATIM_OPCODE_ENHANCED_MPSW;
  if (wqe->room > 60) wqe->room = 60;
}

/// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow from
/// 0x0e on.
static inline void verbatim_multi_packet_eth(struct verbatim_wqe *wqe, uint8_t l3_csum,
                                             uint8_t l4_csum, uint32_t flow_table_metadata) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_MULTI_PACKET && (wqe->state == 1), 2, 0);
  {
    struct verbatim_eth_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.l3_csum = l3_csum;
    fields.l4_csum = l4_csum;
    fields.flow_table_metadata = flow_table_metadata;
    if (verbatim_wqe_has_room(wqe, 1)) verbatim_eth_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

/// One contiguous piece of local memory to gather from or scatter to. One of length 0 is left out.
static inline void verbatim_multi_packet_packet(struct verbatim_wqe *wqe, uint64_t addr,
                                                uint32_t byte_count, uint32_t lkey) {
  verbatim_wqe_step(
      wqe, wqe->kind == VERBATIM_WQE_KIND_MULTI_PACKET && (wqe->state == 2 || wqe->state == 3), 3,
      1);
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
static inline void verbatim_multi_packet_inline_packet(struct verbatim_wqe *wqe, const void *bytes,
                                                       size_t length) {
  verbatim_wqe_step(
      wqe, wqe->kind == VERBATIM_WQE_KIND_MULTI_PACKET && (wqe->state == 2 || wqe->state == 3), 3,
      1);
  verbatim_wqe_append_inline(wqe, bytes, length);
}

#ifdef __cplusplus
}
#endif

#endif
