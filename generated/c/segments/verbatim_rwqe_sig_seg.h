// Generated from specs/segments/receive/rwqe_sig_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_RWQE_SIG_SEG_H
#define VERBATIM_C_RWQE_SIG_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_RWQE_SIG_SEG_SIZE = 16 };

/// Opens a receive WQE if the QP checks signatures.
///
///   at    bits     field
///   0x00  31..0    reserved_00
///   0x04  31..24   signature
///   0x05  11 bytes reserved_05
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_rwqe_sig.
struct verbatim_rwqe_sig_seg {
  /// Inverted XOR over the WQE, the QP number and the index.
  uint8_t signature;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_rwqe_sig_seg_write(void *at,
                                               const struct verbatim_rwqe_sig_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, 0);
  verbatim_store32(out + 0x04, verbatim_put32(value->signature, 31, 24));
  memset(out + 0x05, 0, 11);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_rwqe_sig_seg verbatim_rwqe_sig_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_rwqe_sig_seg value;
  value.signature = verbatim_load8(in + 0x04);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
