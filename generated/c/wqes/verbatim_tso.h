// Generated from specs/wqes/packets/tso.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_TSO_H
#define VERBATIM_C_WQE_TSO_H

#include "../segments/verbatim_data_seg.h"
#include "../segments/verbatim_eth_seg.h"
#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Sends one large TCP payload as many packets, whose headers the device makes from the one given.
///
/// The calls, behind verbatim_TRANSPORT_begin() alone:
///
///   verbatim_tso(), verbatim_tso_eth(), verbatim_tso_sge(), verbatim_wqe_finish()
///
/// Transports: raw_packet. Source: rdma-core providers/mlx5/qp.c, set_tso_eth_seg.
static inline void verbatim_tso(struct verbatim_wqe *wqe) {
  const int carried = wqe->transport == VERBATIM_TRANSPORT_RAW_PACKET;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->octowords == 1, 1,
                    0);
  wqe->kind = VERBATIM_WQE_KIND_TSO;
  wqe->ctrl.opcode = VERBATIM_OPCODE_TSO;
  if (wqe->room > 63) wqe->room = 63;
}

/// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow from
/// 0x0e on.
static inline void verbatim_tso_eth(struct verbatim_wqe *wqe, uint16_t mss, uint8_t l3_csum,
                                    uint8_t l4_csum, const void *header, size_t length) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_TSO && (wqe->state == 1), 2, 0);
  {
    const size_t octowords = verbatim_wqe_header_octowords(16, 14, length);
    struct verbatim_eth_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.mss = mss;
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

/// One contiguous piece of local memory to gather from or scatter to. One of length 0 is left out.
static inline void verbatim_tso_sge(struct verbatim_wqe *wqe, uint64_t addr, uint32_t byte_count,
                                    uint32_t lkey) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_TSO && (wqe->state == 2 || wqe->state == 3),
                    3, 1);
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

#ifdef __cplusplus
}
#endif

#endif
