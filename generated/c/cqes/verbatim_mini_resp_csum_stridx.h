// Generated from specs/cqes/mini_resp_csum_stridx.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MINI_RESP_CSUM_STRIDX_H
#define VERBATIM_C_MINI_RESP_CSUM_STRIDX_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_MINI_RESP_CSUM_STRIDX_SIZE = 8 };

/// One completion of a compressed block of receives, with the packet's checksum and the stride that it begins
/// in.
///
///   at    bits     field
///   0x00  31..16   checksum
///   0x00  15..0    stride_idx
///   0x04  31..0    byte_cnt
///
/// Source: mlx5dv.h, MLX5DV_CQE_RES_FORMAT_CSUM_STRIDX; Linux include/linux/mlx5/device.h, struct
/// mlx5_mini_cqe8.
struct verbatim_mini_resp_csum_stridx {
  /// Sum over the packet.
  uint16_t checksum;
  /// Stride of the receive WQE that the packet begins in.
  uint16_t stride_idx;
  /// Bytes received.
  uint32_t byte_cnt;
};

/// Writes all 8 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_mini_resp_csum_stridx_write(
    void *at, const struct verbatim_mini_resp_csum_stridx *value) {
  uint8_t *const out = (uint8_t *)at;
  memset(out, 0, 8);
  verbatim_store32(out + 0x00, verbatim_put32(value->checksum, 31, 16) |
                                   verbatim_put32(value->stride_idx, 15, 0));
  verbatim_store32(out + 0x04, value->byte_cnt);
}

/// Returns the fields of the 8 bytes at `at`.
static inline struct verbatim_mini_resp_csum_stridx verbatim_mini_resp_csum_stridx_read(
    const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_mini_resp_csum_stridx value;
  value.checksum = verbatim_load16(in + 0x00);
  value.stride_idx = verbatim_load16(in + 0x02);
  value.byte_cnt = verbatim_load32(in + 0x04);
  return value;
}

/// Sum over the packet.
static inline uint16_t verbatim_mini_resp_csum_stridx_checksum(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x00);
}

/// Stride of the receive WQE that the packet begins in.
static inline uint16_t verbatim_mini_resp_csum_stridx_stride_idx(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x02);
}

/// Bytes received.
static inline uint32_t verbatim_mini_resp_csum_stridx_byte_cnt(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x04);
}

#ifdef __cplusplus
}
#endif

#endif
