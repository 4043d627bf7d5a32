// Generated from specs/segments/memory_keys/crypto_bsf_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_CRYPTO_BSF_SEG_H
#define VERBATIM_C_CRYPTO_BSF_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_CRYPTO_BSF_SEG_SIZE = 64 };

/// The encryption of a memory key's data.
///
///   at    bits     field
///   0x00  31..30   bsf_size
///   0x00  29..28   reserved_00_29
///   0x00  27..24   bsf_type = 1
///   0x00  23..16   enc_order
///   0x00  15..8    reserved_02
///   0x00  7..0     enc_standard
///   0x04  31..0    raw_data_size
///   0x08  31..24   bs_pointer
///   0x08  23..0    reserved_09
///   0x0c  31..0    reserved_0c
///   0x10  16 bytes xts_init_tweak
///   0x20  31..24   reserved_20
///   0x20  23..0    dek_ptr
///   0x24  31..0    reserved_24
///   0x28  8 bytes  keytag
///   0x30  16 bytes reserved_30
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_crypto_bsf; qp.c, mlx5_umr_fill_crypto_bsf.
struct verbatim_crypto_bsf_seg {
  /// with_inline if it is alone, sig_and_crypto behind a signature. One of verbatim_bsf_size.
  uint8_t bsf_size;
  /// Side on which data is encrypted. One of verbatim_enc_order.
  uint8_t enc_order;
  /// Standard of the encryption. One of verbatim_enc_standard.
  uint8_t enc_standard;
  /// Bytes of data; libmlx5 has all ones.
  uint32_t raw_data_size;
  /// Bytes of data between two tweaks. One of verbatim_block_size.
  uint8_t bs_pointer;
  /// Tweak of the first block, big-endian. Uncertain: No source says that every device has it big-endian;
  /// libmlx5 reverses it for those with aes_xts_multi_block_be_tweak.
  uint8_t xts_init_tweak[16];
  /// Number of the key (data encryption key, DEK).
  uint32_t dek_ptr;
  /// Key tag that the key was made with, if it has one; it has to be the same.
  uint8_t keytag[8];
};

/// Writes all 64 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_crypto_bsf_seg_write(void *at,
                                                 const struct verbatim_crypto_bsf_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, verbatim_put32(value->bsf_size, 31, 30) | (((uint32_t)0x1) << 24) |
                                   verbatim_put32(value->enc_order, 23, 16) |
                                   verbatim_put32(value->enc_standard, 7, 0));
  verbatim_store32(out + 0x04, value->raw_data_size);
  verbatim_store32(out + 0x08, verbatim_put32(value->bs_pointer, 31, 24));
  verbatim_store32(out + 0x0c, 0);
  verbatim_store32(out + 0x20, verbatim_put32(value->dek_ptr, 23, 0));
  verbatim_store32(out + 0x24, 0);
  memcpy(out + 0x10, value->xts_init_tweak, 16);
  memcpy(out + 0x28, value->keytag, 8);
  memset(out + 0x30, 0, 16);
}

/// Returns the fields of the 64 bytes at `at`.
static inline struct verbatim_crypto_bsf_seg verbatim_crypto_bsf_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_crypto_bsf_seg value;
  value.bsf_size = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 31, 30);
  value.enc_order = verbatim_load8(in + 0x01);
  value.enc_standard = verbatim_load8(in + 0x03);
  value.raw_data_size = verbatim_load32(in + 0x04);
  value.bs_pointer = verbatim_load8(in + 0x08);
  memcpy(value.xts_init_tweak, in + 0x10, 16);
  value.dek_ptr = (uint32_t)verbatim_get32(verbatim_load32(in + 0x20), 23, 0);
  memcpy(value.keytag, in + 0x28, 8);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
