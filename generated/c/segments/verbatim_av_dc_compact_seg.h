// Generated from specs/segments/addresses/av_dc_compact_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_AV_DC_COMPACT_SEG_H
#define VERBATIM_C_AV_DC_COMPACT_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_AV_DC_COMPACT_SEG_SIZE = 16 };

/// The destination of a dynamically connected WQE within the subnet, as a compact address vector.
///
///   at    bits     field
///   0x00  63..0    dc_key
///   0x08  31..31   ext = 0
///   0x08  30..28   reserved_08
///   0x08  27..24   reverse_sl
///   0x08  23..0    dqp_dct
///   0x0c  31..28   stat_rate
///   0x0c  27..24   sl
///   0x0c  23..23   fl
///   0x0c  22..16   mlid
///   0x0c  15..0    rlid
///
/// Source: UCX src/uct/ib/mlx5/ib_mlx5.inl, uct_ib_mlx5_set_dgram_seg, UCT_IB_MLX5_AV compact.
struct verbatim_av_dc_compact_seg {
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
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_av_dc_compact_seg_write(
    void *at, const struct verbatim_av_dc_compact_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store64(out + 0x00, value->dc_key);
  verbatim_store32(out + 0x08, verbatim_put32(value->reverse_sl, 27, 24) |
                                   verbatim_put32(value->dqp_dct, 23, 0));
  verbatim_store32(out + 0x0c,
                   verbatim_put32(value->stat_rate, 31, 28) | verbatim_put32(value->sl, 27, 24) |
                       verbatim_put32(value->fl, 23, 23) | verbatim_put32(value->mlid, 22, 16) |
                       verbatim_put32(value->rlid, 15, 0));
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_av_dc_compact_seg verbatim_av_dc_compact_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_av_dc_compact_seg value;
  value.dc_key = verbatim_load64(in + 0x00);
  value.reverse_sl = (uint8_t)verbatim_get32(verbatim_load32(in + 0x08), 27, 24);
  value.dqp_dct = (uint32_t)verbatim_get32(verbatim_load32(in + 0x08), 23, 0);
  value.stat_rate = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 31, 28);
  value.sl = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 27, 24);
  value.fl = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 23, 23);
  value.mlid = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 22, 16);
  value.rlid = verbatim_load16(in + 0x0e);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
