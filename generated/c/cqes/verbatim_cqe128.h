// Generated from specs/cqes/cqe128.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_CQE128_H
#define VERBATIM_C_CQE128_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_CQE128_SIZE = 128 };

/// One completion of a CQ whose CQEs have 128 bytes: a cqe64 with data in front.
///
///   at    bits     field
///   0x00  64 bytes inline_data
///   0x40  64 bytes cqe64
///
/// Source: rdma-core providers/mlx5/cq.c, mlx5_get_next_cqe and handle_responder; UCX
/// src/uct/ib/mlx5/ib_mlx5.inl, uct_ib_mlx5_gid_from_cqe.
struct verbatim_cqe128 {
  /// The payload, if the format is inline_64; else the last 40 bytes are a GRH, if l3_in_cqe is set.
  uint8_t inline_data[64];
  /// The completion.
  uint8_t cqe64[64];
};

/// Writes all 128 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_cqe128_write(void *at, const struct verbatim_cqe128 *value) {
  uint8_t *const out = (uint8_t *)at;
  memset(out, 0, 128);
  memcpy(out + 0x00, value->inline_data, 64);
  memcpy(out + 0x40, value->cqe64, 64);
}

/// Returns the fields of the 128 bytes at `at`.
static inline struct verbatim_cqe128 verbatim_cqe128_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_cqe128 value;
  memcpy(value.inline_data, in + 0x00, 64);
  memcpy(value.cqe64, in + 0x40, 64);
  return value;
}

/// The payload, if the format is inline_64; else the last 40 bytes are a GRH, if l3_in_cqe is set.
static inline const uint8_t *verbatim_cqe128_inline_data(const void *cqe) {
  return (const uint8_t *)cqe + 0x00;
}

/// The completion.
static inline const uint8_t *verbatim_cqe128_cqe64(const void *cqe) {
  return (const uint8_t *)cqe + 0x40;
}

#ifdef __cplusplus
}
#endif

#endif
