// Generated from specs/doorbells/cq_dbrec.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_CQ_DBREC_H
#define VERBATIM_C_CQ_DBREC_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_CQ_DBREC_SIZE = 8 };

/// The record in host memory from which the device reads the consumer index and the request for an event.
///
///   at    bits     field
///   0x00  31..24   reserved_00
///   0x00  23..0    set_ci
///   0x04  31..30   reserved_04
///   0x04  29..28   cmd_sn
///   0x04  27..25   reserved_05
///   0x04  24..24   cmd
///   0x04  23..0    arm_ci
///
/// Source: rdma-core providers/mlx5/cq.c, update_cons_index and mlx5_arm_cq.
struct verbatim_cq_dbrec {
  /// Consumer index, modulo 2^24.
  uint32_t set_ci;
  /// Arm sequence number, modulo 4; it counts events.
  uint8_t cmd_sn;
  /// Completions that raise an event. One of verbatim_arm_mode.
  uint8_t cmd;
  /// Consumer index when the CQ was armed, modulo 2^24.
  uint32_t arm_ci;
};

/// Writes all 8 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_cq_dbrec_write(void *at, const struct verbatim_cq_dbrec *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, verbatim_put32(value->set_ci, 23, 0));
  verbatim_store32(out + 0x04, verbatim_put32(value->cmd_sn, 29, 28) |
                                   verbatim_put32(value->cmd, 24, 24) |
                                   verbatim_put32(value->arm_ci, 23, 0));
}

/// Returns the fields of the 8 bytes at `at`.
static inline struct verbatim_cq_dbrec verbatim_cq_dbrec_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_cq_dbrec value;
  value.set_ci = (uint32_t)verbatim_get32(verbatim_load32(in + 0x00), 23, 0);
  value.cmd_sn = (uint8_t)verbatim_get32(verbatim_load32(in + 0x04), 29, 28);
  value.cmd = (uint8_t)verbatim_get32(verbatim_load32(in + 0x04), 24, 24);
  value.arm_ci = (uint32_t)verbatim_get32(verbatim_load32(in + 0x04), 23, 0);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
