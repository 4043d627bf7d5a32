// Generated from specs/segments/memory_keys/bsf_ext_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_BSF_EXT_SEG_H
#define VERBATIM_C_BSF_EXT_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_BSF_EXT_SEG_SIZE = 16 };

/// Signatures of whole transactions; libmlx5 asks for none and has zeros here.
///
///   at    bits     field
///   0x00  31..0    t_init_gen_pro_size
///   0x04  31..0    rsvd_epi_size
///   0x08  31..0    w_tfs_psv
///   0x0c  31..0    m_tfs_psv
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_bsf_ext; Linux include/linux/mlx5/qp.h, struct
/// mlx5_bsf.
struct verbatim_bsf_ext_seg {
  /// Initial value and size of what comes before the data. Uncertain: No source says how the word is divided;
  /// they only name it.
  uint32_t t_init_gen_pro_size;
  /// Size of what comes after the data. Uncertain: No source says how the word is divided; they only name it.
  uint32_t rsvd_epi_size;
  /// Signature and PSV of a transaction on the wire.
  uint32_t w_tfs_psv;
  /// Signature and PSV of a transaction in memory.
  uint32_t m_tfs_psv;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_bsf_ext_seg_write(void *at, const struct verbatim_bsf_ext_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, value->t_init_gen_pro_size);
  verbatim_store32(out + 0x04, value->rsvd_epi_size);
  verbatim_store32(out + 0x08, value->w_tfs_psv);
  verbatim_store32(out + 0x0c, value->m_tfs_psv);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_bsf_ext_seg verbatim_bsf_ext_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_bsf_ext_seg value;
  value.t_init_gen_pro_size = verbatim_load32(in + 0x00);
  value.rsvd_epi_size = verbatim_load32(in + 0x04);
  value.w_tfs_psv = verbatim_load32(in + 0x08);
  value.m_tfs_psv = verbatim_load32(in + 0x0c);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
