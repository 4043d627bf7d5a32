// Generated from specs/segments/data/raddr_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_RADDR_SEG_H
#define VERBATIM_C_RADDR_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_RADDR_SEG_SIZE = 16 };

/// The place in the peer's memory that an RDMA or atomic operation accesses.
///
///   at    bits     field
///   0x00  63..0    raddr
///   0x08  31..0    rkey
///   0x0c  31..0    reserved_0c
///
/// Source: mlx5dv.h, struct mlx5_wqe_raddr_seg.
struct verbatim_raddr_seg {
  /// Remote virtual address.
  uint64_t raddr;
  /// Key the peer handed out for that memory.
  uint32_t rkey;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_raddr_seg_write(void *at, const struct verbatim_raddr_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store64(out + 0x00, value->raddr);
  verbatim_store32(out + 0x08, value->rkey);
  verbatim_store32(out + 0x0c, 0);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_raddr_seg verbatim_raddr_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_raddr_seg value;
  value.raddr = verbatim_load64(in + 0x00);
  value.rkey = verbatim_load32(in + 0x08);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
