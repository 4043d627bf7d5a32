// Generated from specs/cqes/tm_receive_cqe.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_TM_RECEIVE_CQE_H
#define VERBATIM_C_TM_RECEIVE_CQE_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_TM_RECEIVE_CQE_SIZE = 64 };

/// The completion of a message that came to a tag-matching SRQ. It takes the place of a cqe64 whose app is 1.
///
///   at    bits     field
///   0x00  31..24   tmh_opcode
///   0x04  31..0    app_ctx
///   0x08  63..0    tag
///   0x20  23..0    srqn_uidx
///   0x24  31..0    imm
///   0x28  31..24   app
///   0x28  23..16   app_op
///   0x28  15..0    app_info
///   0x2c  31..0    byte_cnt
///   0x30  63..0    timestamp
///   0x38  23..0    qpn
///   0x3c  31..16   wqe_counter
///   0x3c  15..8    signature
///   0x3c  7..4     opcode
///   0x3c  3..2     format
///   0x3c  1..1     se
///   0x3c  0..0     owner
///
/// Source: mlx5dv.h, struct mlx5_cqe64; infiniband/tm_types.h, struct ibv_tmh; rdma-core providers/mlx5/cq.c,
/// handle_tag_matching.
struct verbatim_tm_receive_cqe {
  /// Kind of a message that matched. One of verbatim_tmh_op.
  uint8_t tmh_opcode;
  /// Value that the sender's application added to a message that matched.
  uint32_t app_ctx;
  /// Tag of a message that matched.
  uint64_t tag;
  /// User index of the SRQ.
  uint32_t srqn_uidx;
  /// Immediate data, or the key that the peer invalidated.
  uint32_t imm;
  /// 1 for tag matching.
  uint8_t app;
  /// Event of tag matching: 3 unexpected, 4 no tag, 10 matched and complete; the others concern rendezvous.
  uint8_t app_op;
  /// Entry of the list that a message matched.
  uint16_t app_info;
  /// Bytes received; without the header, if it matched.
  uint32_t byte_cnt;
  /// Device clock, in ticks.
  uint64_t timestamp;
  /// QP number.
  uint32_t qpn;
  /// Index of the receive WQE, if the message took one.
  uint16_t wqe_counter;
  /// XOR over the CQE, if the CQ checks signatures.
  uint8_t signature;
  /// A message arrived. One of verbatim_cqe_opcode.
  uint8_t opcode;
  /// Plain or inlined data. One of verbatim_cqe_format.
  uint8_t format;
  /// Solicited event. Uncertain: No public driver acts on it, and no source says which of these CQEs have it.
  uint8_t se;
  /// Flips each time the CQ wraps.
  uint8_t owner;
};

/// Writes all 64 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_tm_receive_cqe_write(void *at,
                                                 const struct verbatim_tm_receive_cqe *value) {
  uint8_t *const out = (uint8_t *)at;
  memset(out, 0, 64);
  verbatim_store32(out + 0x00, verbatim_put32(value->tmh_opcode, 31, 24));
  verbatim_store32(out + 0x04, value->app_ctx);
  verbatim_store64(out + 0x08, value->tag);
  verbatim_store32(out + 0x20, verbatim_put32(value->srqn_uidx, 23, 0));
  verbatim_store32(out + 0x24, value->imm);
  verbatim_store32(out + 0x28, verbatim_put32(value->app, 31, 24) |
                                   verbatim_put32(value->app_op, 23, 16) |
                                   verbatim_put32(value->app_info, 15, 0));
  verbatim_store32(out + 0x2c, value->byte_cnt);
  verbatim_store64(out + 0x30, value->timestamp);
  verbatim_store32(out + 0x38, verbatim_put32(value->qpn, 23, 0));
  verbatim_store32(out + 0x3c,
                   verbatim_put32(value->wqe_counter, 31, 16) |
                       verbatim_put32(value->signature, 15, 8) |
                       verbatim_put32(value->opcode, 7, 4) | verbatim_put32(value->format, 3, 2) |
                       verbatim_put32(value->se, 1, 1) | verbatim_put32(value->owner, 0, 0));
}

/// Returns the fields of the 64 bytes at `at`.
static inline struct verbatim_tm_receive_cqe verbatim_tm_receive_cqe_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_tm_receive_cqe value;
  value.tmh_opcode = verbatim_load8(in + 0x00);
  value.app_ctx = verbatim_load32(in + 0x04);
  value.tag = verbatim_load64(in + 0x08);
  value.srqn_uidx = (uint32_t)verbatim_get32(verbatim_load32(in + 0x20), 23, 0);
  value.imm = verbatim_load32(in + 0x24);
  value.app = verbatim_load8(in + 0x28);
  value.app_op = verbatim_load8(in + 0x29);
  value.app_info = verbatim_load16(in + 0x2a);
  value.byte_cnt = verbatim_load32(in + 0x2c);
  value.timestamp = verbatim_load64(in + 0x30);
  value.qpn = (uint32_t)verbatim_get32(verbatim_load32(in + 0x38), 23, 0);
  value.wqe_counter = verbatim_load16(in + 0x3c);
  value.signature = verbatim_load8(in + 0x3e);
  value.opcode = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 7, 4);
  value.format = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 3, 2);
  value.se = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 1, 1);
  value.owner = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 0, 0);
  return value;
}

/// Kind of a message that matched. One of verbatim_tmh_op.
static inline uint8_t verbatim_tm_receive_cqe_tmh_opcode(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x00);
}

/// Value that the sender's application added to a message that matched.
static inline uint32_t verbatim_tm_receive_cqe_app_ctx(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x04);
}

/// Tag of a message that matched.
static inline uint64_t verbatim_tm_receive_cqe_tag(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load64(in + 0x08);
}

/// User index of the SRQ.
static inline uint32_t verbatim_tm_receive_cqe_srqn_uidx(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint32_t)verbatim_get32(verbatim_load32(in + 0x20), 23, 0);
}

/// Immediate data, or the key that the peer invalidated.
static inline uint32_t verbatim_tm_receive_cqe_imm(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x24);
}

/// 1 for tag matching.
static inline uint8_t verbatim_tm_receive_cqe_app(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x28);
}

/// Event of tag matching: 3 unexpected, 4 no tag, 10 matched and complete; the others concern rendezvous.
static inline uint8_t verbatim_tm_receive_cqe_app_op(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x29);
}

/// Entry of the list that a message matched.
static inline uint16_t verbatim_tm_receive_cqe_app_info(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x2a);
}

/// Bytes received; without the header, if it matched.
static inline uint32_t verbatim_tm_receive_cqe_byte_cnt(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x2c);
}

/// Device clock, in ticks.
static inline uint64_t verbatim_tm_receive_cqe_timestamp(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load64(in + 0x30);
}

/// QP number.
static inline uint32_t verbatim_tm_receive_cqe_qpn(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint32_t)verbatim_get32(verbatim_load32(in + 0x38), 23, 0);
}

/// Index of the receive WQE, if the message took one.
static inline uint16_t verbatim_tm_receive_cqe_wqe_counter(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x3c);
}

/// XOR over the CQE, if the CQ checks signatures.
static inline uint8_t verbatim_tm_receive_cqe_signature(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x3e);
}

/// A message arrived. One of verbatim_cqe_opcode.
static inline uint8_t verbatim_tm_receive_cqe_opcode(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 7, 4);
}

/// Plain or inlined data. One of verbatim_cqe_format.
static inline uint8_t verbatim_tm_receive_cqe_format(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 3, 2);
}

/// Solicited event.
static inline uint8_t verbatim_tm_receive_cqe_se(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 1, 1);
}

/// Flips each time the CQ wraps.
static inline uint8_t verbatim_tm_receive_cqe_owner(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 0, 0);
}

#ifdef __cplusplus
}
#endif

#endif
