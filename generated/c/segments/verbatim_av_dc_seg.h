// Generated from specs/segments/addresses/av_dc_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_AV_DC_SEG_H
#define VERBATIM_C_AV_DC_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_AV_DC_SEG_SIZE = 48 };

/// The destination of a dynamically connected WQE, as a full address vector.
///
///   at    bits     field
///   0x00  63..0    dc_key
///   0x08  31..31   ext = 1
///   0x08  30..28   reserved_08
///   0x08  27..24   reverse_sl
///   0x08  23..0    dqp_dct
///   0x0c  31..28   stat_rate
///   0x0c  27..24   sl
///   0x0c  23..23   fl
///   0x0c  22..16   mlid
///   0x0c  15..0    rlid
///   0x10  31..0    reserved_10
///   0x14  6 bytes  rmac
///   0x18  15..8    tclass
///   0x18  7..0     hop_limit
///   0x1c  31..31   reserved_1c
///   0x1c  30..30   grh
///   0x1c  29..28   reserved_1c_28
///   0x1c  27..20   sgid_index
///   0x1c  19..0    flow_label
///   0x20  16 bytes rgid
///
/// Source: mlx5dv.h, struct mlx5_wqe_av; rdma-core providers/mlx5/qp.c, mlx5_send_wr_set_dc_addr.
struct verbatim_av_dc_seg {
  /// Access key; the DCT has to have the same.
  uint64_t dc_key;
  /// Service level of the way back. Uncertain: Only UCX fills these bits (REVERSE_SL), and the public header
  /// leaves them in dqp_dct.
  uint8_t reverse_sl;
  /// Number of the peer's DCT.
  uint32_t dqp_dct;
  /// Static rate code; 0 is as fast as the link.
  uint8_t stat_rate;
  /// Service level; on RoCE the priority, shifted left by one.
  uint8_t sl;
  /// 1 forces loopback.
  uint8_t fl;
  /// Low bits of the source LID; 0 on RoCE.
  uint8_t mlid;
  /// LID of the peer; on RoCE v2 the UDP source port.
  uint16_t rlid;
  /// MAC address of the peer on RoCE, else 0.
  uint8_t rmac[6];
  /// Traffic class.
  uint8_t tclass;
  /// Hop limit.
  uint8_t hop_limit;
  /// 1 puts a global route header on an InfiniBand packet; 0 on RoCE, which always has one.
  uint8_t grh;
  /// Index of the source GID in the GID table.
  uint8_t sgid_index;
  /// Flow label.
  uint32_t flow_label;
  /// GID of the peer.
  uint8_t rgid[16];
};

/// Writes all 48 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_av_dc_seg_write(void *at, const struct verbatim_av_dc_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store64(out + 0x00, value->dc_key);
  verbatim_store32(out + 0x08, (((uint32_t)0x1) << 31) | verbatim_put32(value->reverse_sl, 27, 24) |
                                   verbatim_put32(value->dqp_dct, 23, 0));
  verbatim_store32(out + 0x0c,
                   verbatim_put32(value->stat_rate, 31, 28) | verbatim_put32(value->sl, 27, 24) |
                       verbatim_put32(value->fl, 23, 23) | verbatim_put32(value->mlid, 22, 16) |
                       verbatim_put32(value->rlid, 15, 0));
  verbatim_store32(out + 0x10, 0);
  verbatim_store32(out + 0x18,
                   verbatim_put32(value->tclass, 15, 8) | verbatim_put32(value->hop_limit, 7, 0));
  verbatim_store32(out + 0x1c, verbatim_put32(value->grh, 30, 30) |
                                   verbatim_put32(value->sgid_index, 27, 20) |
                                   verbatim_put32(value->flow_label, 19, 0));
  memcpy(out + 0x14, value->rmac, 6);
  memcpy(out + 0x20, value->rgid, 16);
}

/// Returns the fields of the 48 bytes at `at`.
static inline struct verbatim_av_dc_seg verbatim_av_dc_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_av_dc_seg value;
  value.dc_key = verbatim_load64(in + 0x00);
  value.reverse_sl = (uint8_t)verbatim_get32(verbatim_load32(in + 0x08), 27, 24);
  value.dqp_dct = (uint32_t)verbatim_get32(verbatim_load32(in + 0x08), 23, 0);
  value.stat_rate = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 31, 28);
  value.sl = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 27, 24);
  value.fl = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 23, 23);
  value.mlid = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 22, 16);
  value.rlid = verbatim_load16(in + 0x0e);
  memcpy(value.rmac, in + 0x14, 6);
  value.tclass = verbatim_load8(in + 0x1a);
  value.hop_limit = verbatim_load8(in + 0x1b);
  value.grh = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 30, 30);
  value.sgid_index = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 27, 20);
  value.flow_label = (uint32_t)verbatim_get32(verbatim_load32(in + 0x1c), 19, 0);
  memcpy(value.rgid, in + 0x20, 16);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
