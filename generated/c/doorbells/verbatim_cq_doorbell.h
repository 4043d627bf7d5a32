// Generated from specs/doorbells/cq_doorbell.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_CQ_DOORBELL_H
#define VERBATIM_C_CQ_DOORBELL_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_CQ_DOORBELL_SIZE = 8 };

/// The register at offset 0x20 of a UAR page that arms a CQ, written as one 8-byte store.
///
///   at    bits     field
///   0x00  31..30   reserved_00
///   0x00  29..28   cmd_sn
///   0x00  27..25   reserved_01
///   0x00  24..24   cmd
///   0x00  23..0    ci
///   0x04  31..24   reserved_04
///   0x04  23..0    cqn
///
/// Source: mlx5dv.h, MLX5_CQ_DOORBELL; rdma-core providers/mlx5/cq.c, mlx5_arm_cq.
struct verbatim_cq_doorbell {
  /// Arm sequence number, modulo 4; it counts events.
  uint8_t cmd_sn;
  /// Completions that raise an event. One of verbatim_arm_mode.
  uint8_t cmd;
  /// Consumer index, modulo 2^24.
  uint32_t ci;
  /// CQ number.
  uint32_t cqn;
};

/// Writes all 8 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_cq_doorbell_write(void *at, const struct verbatim_cq_doorbell *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, verbatim_put32(value->cmd_sn, 29, 28) |
                                   verbatim_put32(value->cmd, 24, 24) |
                                   verbatim_put32(value->ci, 23, 0));
  verbatim_store32(out + 0x04, verbatim_put32(value->cqn, 23, 0));
}

/// Returns the fields of the 8 bytes at `at`.
static inline struct verbatim_cq_doorbell verbatim_cq_doorbell_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_cq_doorbell value;
  value.cmd_sn = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 29, 28);
  value.cmd = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 24, 24);
  value.ci = (uint32_t)verbatim_get32(verbatim_load32(in + 0x00), 23, 0);
  value.cqn = (uint32_t)verbatim_get32(verbatim_load32(in + 0x04), 23, 0);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
