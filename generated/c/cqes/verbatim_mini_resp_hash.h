// Generated from specs/cqes/mini_resp_hash.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MINI_RESP_HASH_H
#define VERBATIM_C_MINI_RESP_HASH_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_MINI_RESP_HASH_SIZE = 8 };

/// One completion of a compressed block of receives, with the hash that steered the packet.
///
///   at    bits     field
///   0x00  31..0    rx_hash_result
///   0x04  31..0    byte_cnt
///
/// Source: mlx5dv.h, MLX5DV_CQE_RES_FORMAT_HASH; Linux drivers/net/ethernet/mellanox/mlx5/core/en_rx.c,
/// mlx5e_decompress_cqe.
struct verbatim_mini_resp_hash {
  /// Hash of the packet.
  uint32_t rx_hash_result;
  /// Bytes received.
  uint32_t byte_cnt;
};

/// Writes all 8 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_mini_resp_hash_write(void *at,
                                                 const struct verbatim_mini_resp_hash *value) {
  uint8_t *const out = (uint8_t *)at;
  memset(out, 0, 8);
  verbatim_store32(out + 0x00, value->rx_hash_result);
  verbatim_store32(out + 0x04, value->byte_cnt);
}

/// Returns the fields of the 8 bytes at `at`.
static inline struct verbatim_mini_resp_hash verbatim_mini_resp_hash_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_mini_resp_hash value;
  value.rx_hash_result = verbatim_load32(in + 0x00);
  value.byte_cnt = verbatim_load32(in + 0x04);
  return value;
}

/// Hash of the packet.
static inline uint32_t verbatim_mini_resp_hash_rx_hash_result(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x00);
}

/// Bytes received.
static inline uint32_t verbatim_mini_resp_hash_byte_cnt(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x04);
}

#ifdef __cplusplus
}
#endif

#endif
