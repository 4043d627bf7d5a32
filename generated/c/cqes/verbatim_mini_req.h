// Generated from specs/cqes/mini_req.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MINI_REQ_H
#define VERBATIM_C_MINI_REQ_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_MINI_REQ_SIZE = 8 };

/// One completion of a compressed block of sends.
///
///   at    bits     field
///   0x00  31..16   wqe_counter
///   0x00  15..8    s_wqe_opcode
///   0x04  31..0    byte_cnt
///
/// Source: UCX src/uct/ib/mlx5/ib_mlx5.h, uct_ib_mlx5_mini_cqe8_t; Linux include/linux/mlx5/device.h, struct
/// mlx5_mini_cqe8.
struct verbatim_mini_req {
  /// wqe_index of the completed WQE.
  uint16_t wqe_counter;
  /// Opcode of the completed send WQE. One of verbatim_opcode. Uncertain: DPDK declares it one byte later,
  /// and does not read it.
  uint8_t s_wqe_opcode;
  /// Bytes read. Uncertain: Drivers read it only after a READ, like that of cqe64.
  uint32_t byte_cnt;
};

/// Writes all 8 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_mini_req_write(void *at, const struct verbatim_mini_req *value) {
  uint8_t *const out = (uint8_t *)at;
  memset(out, 0, 8);
  verbatim_store32(out + 0x00, verbatim_put32(value->wqe_counter, 31, 16) |
                                   verbatim_put32(value->s_wqe_opcode, 15, 8));
  verbatim_store32(out + 0x04, value->byte_cnt);
}

/// Returns the fields of the 8 bytes at `at`.
static inline struct verbatim_mini_req verbatim_mini_req_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_mini_req value;
  value.wqe_counter = verbatim_load16(in + 0x00);
  value.s_wqe_opcode = verbatim_load8(in + 0x02);
  value.byte_cnt = verbatim_load32(in + 0x04);
  return value;
}

/// wqe_index of the completed WQE.
static inline uint16_t verbatim_mini_req_wqe_counter(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x00);
}

/// Opcode of the completed send WQE. One of verbatim_opcode.
static inline uint8_t verbatim_mini_req_s_wqe_opcode(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x02);
}

/// Bytes read.
static inline uint32_t verbatim_mini_req_byte_cnt(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x04);
}

#ifdef __cplusplus
}
#endif

#endif
