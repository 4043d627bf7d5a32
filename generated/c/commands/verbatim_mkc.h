// Generated from specs/commands/memory_keys/mkc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_MKC_H
#define VERBATIM_C_COMMANDS_MKC_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The context of a memory key. A pointer to it needs no alignment; all 64 bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_mkc_bits; rdma-core providers/mlx5/mlx5_ifc.h
/// has crypto_en.
enum { VERBATIM_MKC_SIZE = 64 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_mkc_init(void *structure) { memset(structure, 0, 64); }

/// 1 if WQEs give the key its memory. (bit 0x001, 1 bit)
static inline uint32_t verbatim_mkc_free(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 30, 30);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_free(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 30, 30);
}

/// Upper bits of the kind of memory. (bit 0x003, 3 bits)
static inline uint32_t verbatim_mkc_access_mode_4_2(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 28, 26);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_access_mode_4_2(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 28, 26);
}

/// 1 if WQEs may change the key. (bit 0x010, 1 bit)
static inline uint32_t verbatim_mkc_umr_en(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 15, 15);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_umr_en(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 15, 15);
}

/// 1 if the peer may use atomics. (bit 0x011, 1 bit)
static inline uint32_t verbatim_mkc_a(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 14, 14);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_a(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 14, 14);
}

/// 1 if the peer may WRITE. (bit 0x012, 1 bit)
static inline uint32_t verbatim_mkc_rw(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 13, 13);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_rw(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 13, 13);
}

/// 1 if the peer may READ. (bit 0x013, 1 bit)
static inline uint32_t verbatim_mkc_rr(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 12, 12);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_rr(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 12, 12);
}

/// 1 if the device may write. (bit 0x014, 1 bit)
static inline uint32_t verbatim_mkc_lw(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 11, 11);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_lw(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 11, 11);
}

/// 1 if the device may read. (bit 0x015, 1 bit)
static inline uint32_t verbatim_mkc_lr(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 10, 10);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_lr(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 10, 10);
}

/// Lower bits of the kind of memory, 1 for pages, 2 for a list of keys, 3 for keys of the same size. (bit
/// 0x016, 2 bits)
static inline uint32_t verbatim_mkc_access_mode_1_0(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 9, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_access_mode_1_0(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 9, 8);
}

/// The only queue pair that may use the key; all ones for any. (bit 0x020, 24 bits)
static inline uint32_t verbatim_mkc_qpn(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 31, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_qpn(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 31, 8);
}

/// Lowest byte of the key. (bit 0x038, 8 bits)
static inline uint32_t verbatim_mkc_mkey_7_0(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_mkey_7_0(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 7, 0);
}

/// 1 if the memory has 2^64 bytes. (bit 0x060, 1 bit)
static inline uint32_t verbatim_mkc_length64(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_length64(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 31, 31);
}

/// 1 if the key has signatures. (bit 0x061, 1 bit)
static inline uint32_t verbatim_mkc_bsf_en(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 30, 30);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_bsf_en(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 30, 30);
}

/// 1 if a peer may invalidate the key. (bit 0x067, 1 bit)
static inline uint32_t verbatim_mkc_en_rinval(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 24, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_en_rinval(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 24, 24);
}

/// Protection domain. (bit 0x068, 24 bits)
static inline uint32_t verbatim_mkc_pd(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_pd(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 23, 0);
}

/// First address. (bit 0x080, 64 bits)
static inline uint64_t verbatim_mkc_start_addr(const void *structure) {
  return verbatim_load64((const uint8_t *)structure + 0x10);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_start_addr(void *structure, uint64_t value) {
  verbatim_store64((uint8_t *)structure + 0x10, value);
}

/// Length in bytes. (bit 0x0c0, 64 bits)
static inline uint64_t verbatim_mkc_len(const void *structure) {
  return verbatim_load64((const uint8_t *)structure + 0x18);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_len(void *structure, uint64_t value) {
  verbatim_store64((uint8_t *)structure + 0x18, value);
}

/// Room for signatures, in units of 16 bytes. (bit 0x100, 32 bits)
static inline uint32_t verbatim_mkc_bsf_octword_size(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x20);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_bsf_octword_size(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x20, value);
}

/// Room for translations, in units of 16 bytes. (bit 0x1a0, 32 bits)
static inline uint32_t verbatim_mkc_translations_octword_size(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x34);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_translations_octword_size(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x34, value);
}

/// Size of a page or of a key's memory, as the exponent of a power of two. Uncertain: Linux and DPDK call it
/// log_page_size, UCX log_entity_size. (bit 0x1db, 5 bits)
static inline uint32_t verbatim_mkc_log_entity_size(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x38), 4, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_log_entity_size(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x38, value, 4, 0);
}

/// 1 if the memory is encrypted. (bit 0x1e3, 2 bits)
static inline uint32_t verbatim_mkc_crypto_en(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x3c), 28, 27);
}

/// Sets it, and no other bit.
static inline void verbatim_mkc_set_crypto_en(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x3c, value, 28, 27);
}

#ifdef __cplusplus
}
#endif

#endif
