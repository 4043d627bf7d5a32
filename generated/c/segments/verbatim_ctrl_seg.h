// Generated from specs/segments/control/ctrl_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_CTRL_SEG_H
#define VERBATIM_C_CTRL_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_CTRL_SEG_SIZE = 16 };

/// Opens every send WQE and states its operation, its QP and its length.
///
///   at    bits     field
///   0x00  31..24   opmod
///   0x00  23..8    wqe_index
///   0x00  7..0     opcode
///   0x04  31..8    qpn
///   0x04  7..6     reserved_04
///   0x04  5..0     ds
///   0x08  31..24   signature
///   0x08  23..8    dci_stream_channel_id
///   0x08  7..5     fm
///   0x08  4..4     reserved_0b_4
///   0x08  3..2     ce
///   0x08  1..1     se
///   0x08  0..0     reserved_0b_0
///   0x0c  31..0    imm
///
/// Source: mlx5dv.h, struct mlx5_wqe_ctrl_seg.
struct verbatim_ctrl_seg {
  /// Opcode modifier.
  uint8_t opmod;
  /// Producer index of this WQE's first WQEBB, modulo 2^16.
  uint16_t wqe_index;
  /// Operation that the device executes. One of verbatim_opcode.
  uint8_t opcode;
  /// QP number.
  uint32_t qpn;
  /// Length of the WQE in octowords, this segment included.
  uint8_t ds;
  /// Inverted XOR over the WQE, if the QP checks signatures.
  uint8_t signature;
  /// DCI stream the WQE belongs to.
  uint16_t dci_stream_channel_id;
  /// Earlier work that the WQE waits for before it starts. One of verbatim_fence_mode.
  uint8_t fm;
  /// Condition under which the device writes a CQE. One of verbatim_completion_mode.
  uint8_t ce;
  /// Solicited event at the responder.
  uint8_t se;
  /// Immediate data, or a key to invalidate, by opcode.
  uint32_t imm;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_ctrl_seg_write(void *at, const struct verbatim_ctrl_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, verbatim_put32(value->opmod, 31, 24) |
                                   verbatim_put32(value->wqe_index, 23, 8) |
                                   verbatim_put32(value->opcode, 7, 0));
  verbatim_store32(out + 0x04, verbatim_put32(value->qpn, 31, 8) | verbatim_put32(value->ds, 5, 0));
  verbatim_store32(out + 0x08, verbatim_put32(value->signature, 31, 24) |
                                   verbatim_put32(value->dci_stream_channel_id, 23, 8) |
                                   verbatim_put32(value->fm, 7, 5) |
                                   verbatim_put32(value->ce, 3, 2) |
                                   verbatim_put32(value->se, 1, 1));
  verbatim_store32(out + 0x0c, value->imm);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_ctrl_seg verbatim_ctrl_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_ctrl_seg value;
  value.opmod = verbatim_load8(in + 0x00);
  value.wqe_index = (uint16_t)verbatim_get32(verbatim_load32(in + 0x00), 23, 8);
  value.opcode = verbatim_load8(in + 0x03);
  value.qpn = (uint32_t)verbatim_get32(verbatim_load32(in + 0x04), 31, 8);
  value.ds = (uint8_t)verbatim_get32(verbatim_load32(in + 0x04), 5, 0);
  value.signature = verbatim_load8(in + 0x08);
  value.dci_stream_channel_id = (uint16_t)verbatim_get32(verbatim_load32(in + 0x08), 23, 8);
  value.fm = (uint8_t)verbatim_get32(verbatim_load32(in + 0x08), 7, 5);
  value.ce = (uint8_t)verbatim_get32(verbatim_load32(in + 0x08), 3, 2);
  value.se = (uint8_t)verbatim_get32(verbatim_load32(in + 0x08), 1, 1);
  value.imm = verbatim_load32(in + 0x0c);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
