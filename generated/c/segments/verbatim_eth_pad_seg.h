// Generated from specs/segments/packets/eth_pad_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_ETH_PAD_SEG_H
#define VERBATIM_C_ETH_PAD_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_ETH_PAD_SEG_SIZE = 16 };

/// The room between the address vector and eth_seg in an IPoIB underlay datagram.
///
///   at    bits     field
///   0x00  16 bytes reserved_00
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_wqe_eth_pad.
struct verbatim_eth_pad_seg {
  uint8_t nothing;  ///< A struct of C has at least one member.
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_eth_pad_seg_write(void *at, const struct verbatim_eth_pad_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  (void)value;
  memset(out + 0x00, 0, 16);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_eth_pad_seg verbatim_eth_pad_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_eth_pad_seg value;
  (void)in;
  value.nothing = 0;
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
