// Generated from specs/doorbells/qp_dbrec.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_QP_DBREC_H
#define VERBATIM_C_QP_DBREC_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_QP_DBREC_SIZE = 8 };

/// The record in host memory from which the device reads the producer indexes of a QP.
///
///   at    bits     field
///   0x00  31..16   reserved_00
///   0x00  15..0    rcv_counter
///   0x04  31..16   reserved_04
///   0x04  15..0    snd_counter
///
/// Source: mlx5dv.h, MLX5_RCV_DBR and MLX5_SND_DBR.
struct verbatim_qp_dbrec {
  /// Receive WQEs posted, modulo 2^16.
  uint16_t rcv_counter;
  /// Send WQEBBs posted, modulo 2^16.
  uint16_t snd_counter;
};

/// Writes all 8 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_qp_dbrec_write(void *at, const struct verbatim_qp_dbrec *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, verbatim_put32(value->rcv_counter, 15, 0));
  verbatim_store32(out + 0x04, verbatim_put32(value->snd_counter, 15, 0));
}

/// Returns the fields of the 8 bytes at `at`.
static inline struct verbatim_qp_dbrec verbatim_qp_dbrec_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_qp_dbrec value;
  value.rcv_counter = verbatim_load16(in + 0x02);
  value.snd_counter = verbatim_load16(in + 0x06);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
