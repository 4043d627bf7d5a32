// Generated from specs/segments/tag_matching/tmh_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_TMH_SEG_H
#define VERBATIM_C_TMH_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_TMH_SEG_SIZE = 16 };

/// The tag-matching header in front of a message.
///
///   at    bits     field
///   0x00  31..24   opcode
///   0x00  23..0    reserved_01
///   0x04  31..0    app_ctx
///   0x08  63..0    tag
///
/// Source: infiniband/tm_types.h, struct ibv_tmh.
struct verbatim_tmh_seg {
  /// Kind of the message that follows. One of verbatim_tmh_op.
  uint8_t opcode;
  /// Value that the application chooses; it arrives in the completion.
  uint32_t app_ctx;
  /// Tag of the message.
  uint64_t tag;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_tmh_seg_write(void *at, const struct verbatim_tmh_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, verbatim_put32(value->opcode, 31, 24));
  verbatim_store32(out + 0x04, value->app_ctx);
  verbatim_store64(out + 0x08, value->tag);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_tmh_seg verbatim_tmh_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_tmh_seg value;
  value.opcode = verbatim_load8(in + 0x00);
  value.app_ctx = verbatim_load32(in + 0x04);
  value.tag = verbatim_load64(in + 0x08);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
