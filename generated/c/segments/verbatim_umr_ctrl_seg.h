// Generated from specs/segments/memory_keys/umr_ctrl_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_UMR_CTRL_SEG_H
#define VERBATIM_C_UMR_CTRL_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_UMR_CTRL_SEG_SIZE = 48 };

/// The fields of a memory key that a UMR changes, and the length of its translation list.
///
///   at    bits     field
///   0x00  31..31   list_inline
///   0x00  30..30   check_not_free
///   0x00  29..29   check_free
///   0x00  28..28   trans_off_en
///   0x00  27..27   check_qpn
///   0x00  26..0    reserved_00
///   0x04  31..16   klm_octowords
///   0x04  15..0    bsf_octowords
///   0x08  63..0    mkey_mask
///   0x10  32 bytes reserved_10
///
/// Source: mlx5dv.h, struct mlx5_wqe_umr_ctrl_seg.
struct verbatim_umr_ctrl_seg {
  /// 1 if the translation list follows in the WQE, 0 if the WQE points to it (MLX5_WQE_UMR_CTRL_FLAG_INLINE).
  uint8_t list_inline;
  /// 1 fails unless the key is in use.
  uint8_t check_not_free;
  /// 1 fails unless the key is free. Uncertain: The kernel calls this bit MLX5_UMR_CHECK_NOT_FREE, rdma-core
  /// CHECK_FREE; its effect is the same.
  uint8_t check_free;
  /// 1 if bsf_octowords is a translation offset.
  uint8_t trans_off_en;
  /// 1 fails unless the key belongs to this QP.
  uint8_t check_qpn;
  /// Length of the translation list, in units of 16 bytes, rounded up to 4.
  uint16_t klm_octowords;
  /// Length of the BSF in units of 16 bytes; or the translation offset, if trans_off_en is set.
  uint16_t bsf_octowords;
  /// Fields of mkey_ctx_seg that change; bits as in mkey_mask.
  uint64_t mkey_mask;
};

/// Writes all 48 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_umr_ctrl_seg_write(void *at,
                                               const struct verbatim_umr_ctrl_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, verbatim_put32(value->list_inline, 31, 31) |
                                   verbatim_put32(value->check_not_free, 30, 30) |
                                   verbatim_put32(value->check_free, 29, 29) |
                                   verbatim_put32(value->trans_off_en, 28, 28) |
                                   verbatim_put32(value->check_qpn, 27, 27));
  verbatim_store32(out + 0x04, verbatim_put32(value->klm_octowords, 31, 16) |
                                   verbatim_put32(value->bsf_octowords, 15, 0));
  verbatim_store64(out + 0x08, value->mkey_mask);
  memset(out + 0x10, 0, 32);
}

/// Returns the fields of the 48 bytes at `at`.
static inline struct verbatim_umr_ctrl_seg verbatim_umr_ctrl_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_umr_ctrl_seg value;
  value.list_inline = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 31, 31);
  value.check_not_free = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 30, 30);
  value.check_free = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 29, 29);
  value.trans_off_en = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 28, 28);
  value.check_qpn = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 27, 27);
  value.klm_octowords = verbatim_load16(in + 0x04);
  value.bsf_octowords = verbatim_load16(in + 0x06);
  value.mkey_mask = verbatim_load64(in + 0x08);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
