// Generated from specs/segments/tag_matching/rvh_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_RVH_SEG_H
#define VERBATIM_C_RVH_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_RVH_SEG_SIZE = 16 };

/// The rendezvous header behind tmh_seg, from which the receiver reads the message.
///
///   at    bits     field
///   0x00  63..0    va
///   0x08  31..0    rkey
///   0x0c  31..0    len
///
/// Source: infiniband/tm_types.h, struct ibv_rvh.
struct verbatim_rvh_seg {
  /// Address of the message at the sender.
  uint64_t va;
  /// Its key.
  uint32_t rkey;
  /// Its length in bytes.
  uint32_t len;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_rvh_seg_write(void *at, const struct verbatim_rvh_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store64(out + 0x00, value->va);
  verbatim_store32(out + 0x08, value->rkey);
  verbatim_store32(out + 0x0c, value->len);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_rvh_seg verbatim_rvh_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_rvh_seg value;
  value.va = verbatim_load64(in + 0x00);
  value.rkey = verbatim_load32(in + 0x08);
  value.len = verbatim_load32(in + 0x0c);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
