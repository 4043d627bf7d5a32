// Generated from specs/cqes/mini_resp_l34h.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MINI_RESP_L34H_H
#define VERBATIM_C_MINI_RESP_L34H_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_MINI_RESP_L34H_SIZE = 8 };

/// One completion of a compressed block of receives, with the kinds of the packet's headers and the stride
/// that it begins in.
///
///   at    bits     field
///   0x00  31..31   ip_frag
///   0x00  30..28   l4_hdr_type
///   0x00  27..26   l3_hdr_type
///   0x00  25..25   ip_ext
///   0x00  24..24   vlan
///   0x00  15..0    stride_idx
///   0x04  31..0    byte_cnt
///
/// Source: DPDK drivers/common/mlx5/mlx5_prm.h, MLX5_CQE_RESP_FORMAT_L34H_STRIDX and struct mlx5_mini_cqe8.
struct verbatim_mini_resp_l34h {
  /// 1 if the packet is a fragment.
  uint8_t ip_frag;
  /// 0 for none, 1 for TCP without ACK, 2 for UDP, 3 for TCP with ACK and no data, 4 for TCP with ACK and
  /// data.
  uint8_t l4_hdr_type;
  /// 0 for none, 1 for IPv6, 2 for IPv4.
  uint8_t l3_hdr_type;
  /// 1 if the IP header has options or extensions.
  uint8_t ip_ext;
  /// 1 if a VLAN tag was taken out.
  uint8_t vlan;
  /// Stride of the receive WQE that the packet begins in.
  uint16_t stride_idx;
  /// Bytes received.
  uint32_t byte_cnt;
};

/// Writes all 8 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_mini_resp_l34h_write(void *at,
                                                 const struct verbatim_mini_resp_l34h *value) {
  uint8_t *const out = (uint8_t *)at;
  memset(out, 0, 8);
  verbatim_store32(
      out + 0x00,
      verbatim_put32(value->ip_frag, 31, 31) | verbatim_put32(value->l4_hdr_type, 30, 28) |
          verbatim_put32(value->l3_hdr_type, 27, 26) | verbatim_put32(value->ip_ext, 25, 25) |
          verbatim_put32(value->vlan, 24, 24) | verbatim_put32(value->stride_idx, 15, 0));
  verbatim_store32(out + 0x04, value->byte_cnt);
}

/// Returns the fields of the 8 bytes at `at`.
static inline struct verbatim_mini_resp_l34h verbatim_mini_resp_l34h_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_mini_resp_l34h value;
  value.ip_frag = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 31, 31);
  value.l4_hdr_type = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 30, 28);
  value.l3_hdr_type = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 27, 26);
  value.ip_ext = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 25, 25);
  value.vlan = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 24, 24);
  value.stride_idx = verbatim_load16(in + 0x02);
  value.byte_cnt = verbatim_load32(in + 0x04);
  return value;
}

/// 1 if the packet is a fragment.
static inline uint8_t verbatim_mini_resp_l34h_ip_frag(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 31, 31);
}

/// 0 for none, 1 for TCP without ACK, 2 for UDP, 3 for TCP with ACK and no data, 4 for TCP with ACK and data.
static inline uint8_t verbatim_mini_resp_l34h_l4_hdr_type(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 30, 28);
}

/// 0 for none, 1 for IPv6, 2 for IPv4.
static inline uint8_t verbatim_mini_resp_l34h_l3_hdr_type(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 27, 26);
}

/// 1 if the IP header has options or extensions.
static inline uint8_t verbatim_mini_resp_l34h_ip_ext(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 25, 25);
}

/// 1 if a VLAN tag was taken out.
static inline uint8_t verbatim_mini_resp_l34h_vlan(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 24, 24);
}

/// Stride of the receive WQE that the packet begins in.
static inline uint16_t verbatim_mini_resp_l34h_stride_idx(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x02);
}

/// Bytes received.
static inline uint32_t verbatim_mini_resp_l34h_byte_cnt(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x04);
}

#ifdef __cplusplus
}
#endif

#endif
