// Generated from specs/segments/memory_keys/bsf_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_BSF_SEG_H
#define VERBATIM_C_BSF_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_BSF_SEG_SIZE = 16 };

/// The beginning of a BSF (byte stream format), which states the signatures that the blocks of a memory key
/// have on the wire and in memory.
///
///   at    bits     field
///   0x00  31..30   bsf_size
///   0x00  29..29   reserved_00_29
///   0x00  28..28   sbs
///   0x00  27..24   bsf_type = 0
///   0x00  23..16   check_byte_mask
///   0x00  15..8    w_bs_selector
///   0x00  7..0     m_bs_selector
///   0x04  31..0    raw_data_size
///   0x08  31..28   w_bfs
///   0x08  27..26   reserved_08_26
///   0x08  25..25   w_repeat
///   0x08  24..24   w_seed
///   0x08  23..0    w_psv
///   0x0c  31..28   m_bfs
///   0x0c  27..26   reserved_0c_26
///   0x0c  25..25   m_repeat
///   0x0c  24..24   m_seed
///   0x0c  23..0    m_psv
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_bsf_basic; qp.c, mlx5_umr_fill_sig_bsf.
struct verbatim_bsf_seg {
  /// Size of the BSF. One of verbatim_bsf_size.
  uint8_t bsf_size;
  /// 1 if wire and memory have the same block structure, so that signatures can be copied.
  uint8_t sbs;
  /// Bytes of a signature that are checked where it comes in; the highest bit is for its most significant
  /// byte.
  uint8_t check_byte_mask;
  /// With sbs the bytes of a signature that are copied (copy_byte_mask), else the block size on the wire, as
  /// in block_size.
  uint8_t w_bs_selector;
  /// Block size in memory. One of verbatim_block_size.
  uint8_t m_bs_selector;
  /// Bytes of data; libmlx5 has all ones.
  uint32_t raw_data_size;
  /// Signature on the wire. One of verbatim_block_format.
  uint8_t w_bfs;
  /// 1 if each block begins anew.
  uint8_t w_repeat;
  /// 1 if a CRC begins with 0, 0 if with all ones. Uncertain: Only libmlx5 says what the bit means, and calls
  /// it the seed.
  uint8_t w_seed;
  /// PSV of the wire.
  uint32_t w_psv;
  /// Signature in memory. One of verbatim_block_format.
  uint8_t m_bfs;
  /// 1 if each block begins anew.
  uint8_t m_repeat;
  /// 1 if a CRC begins with 0, 0 if with all ones.
  uint8_t m_seed;
  /// PSV of memory.
  uint32_t m_psv;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_bsf_seg_write(void *at, const struct verbatim_bsf_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, verbatim_put32(value->bsf_size, 31, 30) |
                                   verbatim_put32(value->sbs, 28, 28) |
                                   verbatim_put32(value->check_byte_mask, 23, 16) |
                                   verbatim_put32(value->w_bs_selector, 15, 8) |
                                   verbatim_put32(value->m_bs_selector, 7, 0));
  verbatim_store32(out + 0x04, value->raw_data_size);
  verbatim_store32(out + 0x08,
                   verbatim_put32(value->w_bfs, 31, 28) | verbatim_put32(value->w_repeat, 25, 25) |
                       verbatim_put32(value->w_seed, 24, 24) | verbatim_put32(value->w_psv, 23, 0));
  verbatim_store32(out + 0x0c,
                   verbatim_put32(value->m_bfs, 31, 28) | verbatim_put32(value->m_repeat, 25, 25) |
                       verbatim_put32(value->m_seed, 24, 24) | verbatim_put32(value->m_psv, 23, 0));
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_bsf_seg verbatim_bsf_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_bsf_seg value;
  value.bsf_size = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 31, 30);
  value.sbs = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 28, 28);
  value.check_byte_mask = verbatim_load8(in + 0x01);
  value.w_bs_selector = verbatim_load8(in + 0x02);
  value.m_bs_selector = verbatim_load8(in + 0x03);
  value.raw_data_size = verbatim_load32(in + 0x04);
  value.w_bfs = (uint8_t)verbatim_get32(verbatim_load32(in + 0x08), 31, 28);
  value.w_repeat = (uint8_t)verbatim_get32(verbatim_load32(in + 0x08), 25, 25);
  value.w_seed = (uint8_t)verbatim_get32(verbatim_load32(in + 0x08), 24, 24);
  value.w_psv = (uint32_t)verbatim_get32(verbatim_load32(in + 0x08), 23, 0);
  value.m_bfs = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 31, 28);
  value.m_repeat = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 25, 25);
  value.m_seed = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 24, 24);
  value.m_psv = (uint32_t)verbatim_get32(verbatim_load32(in + 0x0c), 23, 0);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
