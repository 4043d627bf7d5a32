// Generated from specs/segments/receive/srq_next_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_SRQ_NEXT_SEG_H
#define VERBATIM_C_SRQ_NEXT_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_SRQ_NEXT_SEG_SIZE = 16 };

/// Opens a WQE of a shared receive queue and links it to the one that comes after it.
///
///   at    bits     field
///   0x00  31..16   reserved_00
///   0x00  15..0    next_wqe_index
///   0x04  31..24   signature
///   0x05  11 bytes reserved_05
///
/// Source: mlx5dv.h, struct mlx5_wqe_srq_next_seg.
struct verbatim_srq_next_seg {
  /// Index of the next WQE in the list.
  uint16_t next_wqe_index;
  /// Inverted XOR over the WQE, if the SRQ checks signatures.
  uint8_t signature;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_srq_next_seg_write(void *at,
                                               const struct verbatim_srq_next_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, verbatim_put32(value->next_wqe_index, 15, 0));
  verbatim_store32(out + 0x04, verbatim_put32(value->signature, 31, 24));
  memset(out + 0x05, 0, 11);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_srq_next_seg verbatim_srq_next_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_srq_next_seg value;
  value.next_wqe_index = verbatim_load16(in + 0x02);
  value.signature = verbatim_load8(in + 0x04);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
