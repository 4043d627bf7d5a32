// Generated from specs/cqes/mini_resp_csum.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MINI_RESP_CSUM_H
#define VERBATIM_C_MINI_RESP_CSUM_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_MINI_RESP_CSUM_SIZE = 8 };

/// One completion of a compressed block of receives, with the packet's checksum.
///
///   at    bits     field
///   0x00  31..16   checksum
///   0x04  31..0    byte_cnt
///
/// Source: mlx5dv.h, MLX5DV_CQE_RES_FORMAT_CSUM; Linux include/linux/mlx5/device.h, struct mlx5_mini_cqe8.
struct verbatim_mini_resp_csum {
  /// Sum over the packet.
  uint16_t checksum;
  /// Bytes received.
  uint32_t byte_cnt;
};

/// Writes all 8 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_mini_resp_csum_write(void *at,
                                                 const struct verbatim_mini_resp_csum *value) {
  uint8_t *const out = (uint8_t *)at;
  memset(out, 0, 8);
  verbatim_store32(out + 0x00, verbatim_put32(value->checksum, 31, 16));
  verbatim_store32(out + 0x04, value->byte_cnt);
}

/// Returns the fields of the 8 bytes at `at`.
static inline struct verbatim_mini_resp_csum verbatim_mini_resp_csum_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_mini_resp_csum value;
  value.checksum = verbatim_load16(in + 0x00);
  value.byte_cnt = verbatim_load32(in + 0x04);
  return value;
}

/// Sum over the packet.
static inline uint16_t verbatim_mini_resp_csum_checksum(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x00);
}

/// Bytes received.
static inline uint32_t verbatim_mini_resp_csum_byte_cnt(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x04);
}

#ifdef __cplusplus
}
#endif

#endif
