// Generated from specs/cqes/mini_resp_ftag.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MINI_RESP_FTAG_H
#define VERBATIM_C_MINI_RESP_FTAG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_MINI_RESP_FTAG_SIZE = 8 };

/// One completion of a compressed block of receives, with the flow tag and the stride that the packet begins
/// in.
///
///   at    bits     field
///   0x00  31..16   flow_tag_high
///   0x00  15..0    stride_idx
///   0x04  31..24   flow_tag_low
///   0x04  23..0    byte_cnt
///
/// Source: DPDK drivers/common/mlx5/mlx5_prm.h, MLX5_CQE_RESP_FORMAT_FTAG_STRIDX and struct mlx5_mini_cqe8.
struct verbatim_mini_resp_ftag {
  /// Upper 16 bits of the flow tag.
  uint16_t flow_tag_high;
  /// Stride of the receive WQE that the packet begins in.
  uint16_t stride_idx;
  /// Lower 8 bits of the flow tag. Uncertain: Only DPDK reads a flow tag here.
  uint8_t flow_tag_low;
  /// Bytes received.
  uint32_t byte_cnt;
};

/// Writes all 8 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_mini_resp_ftag_write(void *at,
                                                 const struct verbatim_mini_resp_ftag *value) {
  uint8_t *const out = (uint8_t *)at;
  memset(out, 0, 8);
  verbatim_store32(out + 0x00, verbatim_put32(value->flow_tag_high, 31, 16) |
                                   verbatim_put32(value->stride_idx, 15, 0));
  verbatim_store32(out + 0x04, verbatim_put32(value->flow_tag_low, 31, 24) |
                                   verbatim_put32(value->byte_cnt, 23, 0));
}

/// Returns the fields of the 8 bytes at `at`.
static inline struct verbatim_mini_resp_ftag verbatim_mini_resp_ftag_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_mini_resp_ftag value;
  value.flow_tag_high = verbatim_load16(in + 0x00);
  value.stride_idx = verbatim_load16(in + 0x02);
  value.flow_tag_low = verbatim_load8(in + 0x04);
  value.byte_cnt = (uint32_t)verbatim_get32(verbatim_load32(in + 0x04), 23, 0);
  return value;
}

/// Upper 16 bits of the flow tag.
static inline uint16_t verbatim_mini_resp_ftag_flow_tag_high(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x00);
}

/// Stride of the receive WQE that the packet begins in.
static inline uint16_t verbatim_mini_resp_ftag_stride_idx(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x02);
}

/// Lower 8 bits of the flow tag.
static inline uint8_t verbatim_mini_resp_ftag_flow_tag_low(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x04);
}

/// Bytes received.
static inline uint32_t verbatim_mini_resp_ftag_byte_cnt(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint32_t)verbatim_get32(verbatim_load32(in + 0x04), 23, 0);
}

#ifdef __cplusplus
}
#endif

#endif
