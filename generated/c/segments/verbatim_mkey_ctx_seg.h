// Generated from specs/segments/memory_keys/mkey_ctx_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MKEY_CTX_SEG_H
#define VERBATIM_C_MKEY_CTX_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_MKEY_CTX_SEG_SIZE = 64 };

/// The fields of a memory key that a UMR may change.
///
///   at    bits     field
///   0x00  31..31   reserved_00_7
///   0x00  30..30   free
///   0x00  29..16   reserved_00
///   0x00  15..15   umr_en
///   0x00  14..14   atomic
///   0x00  13..13   remote_write
///   0x00  12..12   remote_read
///   0x00  11..11   local_write
///   0x00  10..10   local_read
///   0x00  9..8     access_mode
///   0x00  7..0     sf
///   0x04  31..8    qpn
///   0x04  7..0     mkey_7_0
///   0x08  31..0    reserved_08
///   0x0c  31..31   length64
///   0x0c  30..30   bsf_en
///   0x0c  29..29   sync_umr
///   0x0c  28..27   reserved_0c_27
///   0x0c  26..26   sig_err_cnt
///   0x0c  25..25   reserved_0c_25
///   0x0c  24..24   en_rinval
///   0x0c  23..0    pd
///   0x10  63..0    start_addr
///   0x18  63..0    len
///   0x20  31..0    bsf_octword_size
///   0x24  16 bytes reserved_24
///   0x34  31..0    translations_octword_size
///   0x38  31..5    reserved_38
///   0x38  4..0     log_page_size
///   0x3c  31..0    reserved_3c
///
/// Source: mlx5dv.h, struct mlx5_wqe_mkey_context_seg.
struct verbatim_mkey_ctx_seg {
  /// 1 makes the key invalid.
  uint8_t free;
  /// 1 lets UMRs change the key; only the kernel sets it.
  uint8_t umr_en;
  /// 1 allows atomics of peers.
  uint8_t atomic;
  /// 1 allows WRITE of peers.
  uint8_t remote_write;
  /// 1 allows READ of peers.
  uint8_t remote_read;
  /// 1 allows writing as a local key.
  uint8_t local_write;
  /// 1 allows reading as a local key.
  uint8_t local_read;
  /// Translation of addresses: 0 physical, 1 pages, 2 KLM list, 3 KSM list.
  uint8_t access_mode;
  /// Meant for the kernel.
  uint8_t sf;
  /// QP to which the key belongs; 0xffffff is every QP.
  uint32_t qpn;
  /// Low byte of the new key, its variant.
  uint8_t mkey_7_0;
  /// 1 if the key covers the whole address space.
  uint8_t length64;
  /// 1 if a BSF is attached.
  uint8_t bsf_en;
  /// Meant for the kernel.
  uint8_t sync_umr;
  /// Low bit of the counter of signature errors.
  uint8_t sig_err_cnt;
  /// 1 if a peer may invalidate the key.
  uint8_t en_rinval;
  /// Protection domain.
  uint32_t pd;
  /// Address of the first byte; 0 for a key whose addresses are offsets.
  uint64_t start_addr;
  /// Length of the region in bytes.
  uint64_t len;
  /// Length of the BSF in units of 16 bytes.
  uint32_t bsf_octword_size;
  /// Length of the translation list in units of 16 bytes.
  uint32_t translations_octword_size;
  /// Binary logarithm of the page size.
  uint8_t log_page_size;
};

/// Writes all 64 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_mkey_ctx_seg_write(void *at,
                                               const struct verbatim_mkey_ctx_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(
      out + 0x00,
      verbatim_put32(value->free, 30, 30) | verbatim_put32(value->umr_en, 15, 15) |
          verbatim_put32(value->atomic, 14, 14) | verbatim_put32(value->remote_write, 13, 13) |
          verbatim_put32(value->remote_read, 12, 12) | verbatim_put32(value->local_write, 11, 11) |
          verbatim_put32(value->local_read, 10, 10) | verbatim_put32(value->access_mode, 9, 8) |
          verbatim_put32(value->sf, 7, 0));
  verbatim_store32(out + 0x04,
                   verbatim_put32(value->qpn, 31, 8) | verbatim_put32(value->mkey_7_0, 7, 0));
  verbatim_store32(out + 0x08, 0);
  verbatim_store32(out + 0x0c,
                   verbatim_put32(value->length64, 31, 31) | verbatim_put32(value->bsf_en, 30, 30) |
                       verbatim_put32(value->sync_umr, 29, 29) |
                       verbatim_put32(value->sig_err_cnt, 26, 26) |
                       verbatim_put32(value->en_rinval, 24, 24) | verbatim_put32(value->pd, 23, 0));
  verbatim_store64(out + 0x10, value->start_addr);
  verbatim_store64(out + 0x18, value->len);
  verbatim_store32(out + 0x20, value->bsf_octword_size);
  verbatim_store32(out + 0x34, value->translations_octword_size);
  verbatim_store32(out + 0x38, verbatim_put32(value->log_page_size, 4, 0));
  verbatim_store32(out + 0x3c, 0);
  memset(out + 0x24, 0, 16);
}

/// Returns the fields of the 64 bytes at `at`.
static inline struct verbatim_mkey_ctx_seg verbatim_mkey_ctx_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_mkey_ctx_seg value;
  value.free = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 30, 30);
  value.umr_en = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 15, 15);
  value.atomic = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 14, 14);
  value.remote_write = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 13, 13);
  value.remote_read = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 12, 12);
  value.local_write = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 11, 11);
  value.local_read = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 10, 10);
  value.access_mode = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 9, 8);
  value.sf = verbatim_load8(in + 0x03);
  value.qpn = (uint32_t)verbatim_get32(verbatim_load32(in + 0x04), 31, 8);
  value.mkey_7_0 = verbatim_load8(in + 0x07);
  value.length64 = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 31, 31);
  value.bsf_en = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 30, 30);
  value.sync_umr = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 29, 29);
  value.sig_err_cnt = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 26, 26);
  value.en_rinval = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 24, 24);
  value.pd = (uint32_t)verbatim_get32(verbatim_load32(in + 0x0c), 23, 0);
  value.start_addr = verbatim_load64(in + 0x10);
  value.len = verbatim_load64(in + 0x18);
  value.bsf_octword_size = verbatim_load32(in + 0x20);
  value.translations_octword_size = verbatim_load32(in + 0x34);
  value.log_page_size = (uint8_t)verbatim_get32(verbatim_load32(in + 0x38), 4, 0);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
