// Generated from specs/doorbells/srq_dbrec.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_SRQ_DBREC_H
#define VERBATIM_C_SRQ_DBREC_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_SRQ_DBREC_SIZE = 4 };

/// Doorbell record of a shared receive queue, in host memory.
///
///   at    bits     field
///   0x00  31..16   reserved_00
///   0x00  15..0    counter
///
/// Source: rdma-core providers/mlx5/srq.c, mlx5_post_srq_recv.
struct verbatim_srq_dbrec {
  /// Receive WQEs posted so far, modulo 2^16.
  uint16_t counter;
};

/// Writes all 4 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_srq_dbrec_write(void *at, const struct verbatim_srq_dbrec *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, verbatim_put32(value->counter, 15, 0));
}

/// Returns the fields of the 4 bytes at `at`.
static inline struct verbatim_srq_dbrec verbatim_srq_dbrec_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_srq_dbrec value;
  value.counter = verbatim_load16(in + 0x02);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
