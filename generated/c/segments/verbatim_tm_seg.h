// Generated from specs/segments/tag_matching/tm_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_TM_SEG_H
#define VERBATIM_C_TM_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_TM_SEG_SIZE = 32 };

/// An operation on the list of tags of a tag-matching SRQ.
///
///   at    bits     field
///   0x00  31..28   opcode
///   0x00  27..24   reserved_00
///   0x00  23..23   cqe_req
///   0x00  22..22   sw_cnt_valid
///   0x00  21..16   reserved_01
///   0x00  15..0    index
///   0x04  31..16   reserved_04
///   0x04  15..0    sw_cnt
///   0x08  63..0    reserved_08
///   0x10  63..0    append_tag
///   0x18  63..0    append_mask
///
/// Source: mlx5dv.h, struct mlx5_wqe_tm_seg.
struct verbatim_tm_seg {
  /// Operation on the list. One of verbatim_tm_op.
  uint8_t opcode;
  /// 1 asks for a CQE when the list operation is done.
  uint8_t cqe_req;
  /// 1 if sw_cnt is valid.
  uint8_t sw_cnt_valid;
  /// To append: the next free entry of the list, not the one that the tag gets; to remove: the entry.
  uint16_t index;
  /// Unexpected messages that the program has taken so far.
  uint16_t sw_cnt;
  /// Tag to wait for.
  uint64_t append_tag;
  /// Bits of the tag that have to agree.
  uint64_t append_mask;
};

/// Writes all 32 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_tm_seg_write(void *at, const struct verbatim_tm_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, verbatim_put32(value->opcode, 31, 28) |
                                   verbatim_put32(value->cqe_req, 23, 23) |
                                   verbatim_put32(value->sw_cnt_valid, 22, 22) |
                                   verbatim_put32(value->index, 15, 0));
  verbatim_store32(out + 0x04, verbatim_put32(value->sw_cnt, 15, 0));
  verbatim_store64(out + 0x08, 0);
  verbatim_store64(out + 0x10, value->append_tag);
  verbatim_store64(out + 0x18, value->append_mask);
}

/// Returns the fields of the 32 bytes at `at`.
static inline struct verbatim_tm_seg verbatim_tm_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_tm_seg value;
  value.opcode = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 31, 28);
  value.cqe_req = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 23, 23);
  value.sw_cnt_valid = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 22, 22);
  value.index = verbatim_load16(in + 0x02);
  value.sw_cnt = verbatim_load16(in + 0x06);
  value.append_tag = verbatim_load64(in + 0x10);
  value.append_mask = verbatim_load64(in + 0x18);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
