// Generated from specs/segments/memory_keys/bsf_inl_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_BSF_INL_SEG_H
#define VERBATIM_C_BSF_INL_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_BSF_INL_SEG_SIZE = 16 };

/// The T10-DIF of the blocks of a memory key, on the wire or in memory.
///
///   at    bits     field
///   0x00  31..31   vld
///   0x00  30..30   refresh
///   0x00  29..16   reserved_00
///   0x00  15..0    dif_apptag
///   0x04  31..0    dif_reftag
///   0x08  31..24   sig_type
///   0x08  23..23   repeat_block
///   0x08  22..20   reserved_08_22
///   0x08  19..19   seed
///   0x08  18..0    reserved_08
///   0x0c  31..23   reserved_0c
///   0x0c  22..22   inc_reftag
///   0x0c  21..18   reserved_0d
///   0x0c  17..17   appref_escape
///   0x0c  16..16   apptag_escape
///   0x0c  15..0    dif_app_bitmask_check
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_bsf_inl; qp.c, mlx5_umr_fill_inl_bsf_t10dif.
struct verbatim_bsf_inl_seg {
  /// 1 if the blocks have a T10-DIF.
  uint8_t vld;
  /// 1 if each transfer begins with the tags that stand here.
  uint8_t refresh;
  /// Application tag.
  uint16_t dif_apptag;
  /// Reference tag of the first block.
  uint32_t dif_reftag;
  /// Kind of the guard. One of verbatim_guard_type.
  uint8_t sig_type;
  /// 1 if every block has a T10-DIF.
  uint8_t repeat_block;
  /// 1 if guards begin with all ones, 0 if with 0.
  uint8_t seed;
  /// 1 if the reference tag grows by one with each block.
  uint8_t inc_reftag;
  /// 1 if blocks whose tags are all ones are not checked.
  uint8_t appref_escape;
  /// 1 if blocks whose application tag is all ones are not checked.
  uint8_t apptag_escape;
  /// Bits of the application tag that are checked.
  uint16_t dif_app_bitmask_check;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_bsf_inl_seg_write(void *at, const struct verbatim_bsf_inl_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, verbatim_put32(value->vld, 31, 31) |
                                   verbatim_put32(value->refresh, 30, 30) |
                                   verbatim_put32(value->dif_apptag, 15, 0));
  verbatim_store32(out + 0x04, value->dif_reftag);
  verbatim_store32(out + 0x08, verbatim_put32(value->sig_type, 31, 24) |
                                   verbatim_put32(value->repeat_block, 23, 23) |
                                   verbatim_put32(value->seed, 19, 19));
  verbatim_store32(out + 0x0c, verbatim_put32(value->inc_reftag, 22, 22) |
                                   verbatim_put32(value->appref_escape, 17, 17) |
                                   verbatim_put32(value->apptag_escape, 16, 16) |
                                   verbatim_put32(value->dif_app_bitmask_check, 15, 0));
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_bsf_inl_seg verbatim_bsf_inl_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_bsf_inl_seg value;
  value.vld = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 31, 31);
  value.refresh = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 30, 30);
  value.dif_apptag = verbatim_load16(in + 0x02);
  value.dif_reftag = verbatim_load32(in + 0x04);
  value.sig_type = verbatim_load8(in + 0x08);
  value.repeat_block = (uint8_t)verbatim_get32(verbatim_load32(in + 0x08), 23, 23);
  value.seed = (uint8_t)verbatim_get32(verbatim_load32(in + 0x08), 19, 19);
  value.inc_reftag = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 22, 22);
  value.appref_escape = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 17, 17);
  value.apptag_escape = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 16, 16);
  value.dif_app_bitmask_check = verbatim_load16(in + 0x0e);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
