// Generated from specs/cqes/enh_block.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_ENH_BLOCK_H
#define VERBATIM_C_ENH_BLOCK_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_ENH_BLOCK_SIZE = 64 };

/// A compressed block of the enhanced layout. It stands for the completions that follow the last CQE that is
/// no such block.
///
///   at    bits     field
///   0x00  56 bytes minis
///   0x3c  15..8    validity_iteration_count
///   0x3c  7..4     count_minus_1
///   0x3c  3..2     format
///
/// Source: Linux drivers/net/ethernet/mellanox/mlx5/core/en_rx.c, mlx5e_decompress_enhanced_cqe; UCX
/// src/uct/ib/mlx5/ib_mlx5.c, uct_ib_mlx5_iface_cqe_unzip_init.
struct verbatim_enh_block {
  /// Seven completions of 8 bytes.
  uint8_t minis[56];
  /// Lap of the ring, modulo 256.
  uint8_t validity_iteration_count;
  /// Completions in the block, less one.
  uint8_t count_minus_1;
  /// Compressed. One of verbatim_cqe_format.
  uint8_t format;
};

/// Writes all 64 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_enh_block_write(void *at, const struct verbatim_enh_block *value) {
  uint8_t *const out = (uint8_t *)at;
  memset(out, 0, 64);
  verbatim_store32(out + 0x3c, verbatim_put32(value->validity_iteration_count, 15, 8) |
                                   verbatim_put32(value->count_minus_1, 7, 4) |
                                   verbatim_put32(value->format, 3, 2));
  memcpy(out + 0x00, value->minis, 56);
}

/// Returns the fields of the 64 bytes at `at`.
static inline struct verbatim_enh_block verbatim_enh_block_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_enh_block value;
  memcpy(value.minis, in + 0x00, 56);
  value.validity_iteration_count = verbatim_load8(in + 0x3e);
  value.count_minus_1 = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 7, 4);
  value.format = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 3, 2);
  return value;
}

/// Seven completions of 8 bytes.
static inline const uint8_t *verbatim_enh_block_minis(const void *cqe) {
  return (const uint8_t *)cqe + 0x00;
}

/// Lap of the ring, modulo 256.
static inline uint8_t verbatim_enh_block_validity_iteration_count(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x3e);
}

/// Completions in the block, less one.
static inline uint8_t verbatim_enh_block_count_minus_1(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 7, 4);
}

/// Compressed. One of verbatim_cqe_format.
static inline uint8_t verbatim_enh_block_format(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 3, 2);
}

#ifdef __cplusplus
}
#endif

#endif
