// Generated from specs/cqes/tm_list_cqe.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_TM_LIST_CQE_H
#define VERBATIM_C_TM_LIST_CQE_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_TM_LIST_CQE_SIZE = 64 };

/// The completion of an operation on the list of tags. It takes the place of a cqe64 whose opcode is
/// no_packet.
///
///   at    bits     field
///   0x00  31..31   success
///   0x04  31..16   hw_phase_cnt
///   0x20  23..0    srqn_uidx
///   0x28  31..24   app
///   0x28  23..16   app_op
///   0x30  63..0    timestamp
///   0x38  23..0    qpn
///   0x3c  31..16   wqe_counter
///   0x3c  15..8    signature
///   0x3c  7..4     opcode
///   0x3c  3..2     format
///   0x3c  1..1     se
///   0x3c  0..0     owner
///
/// Source: mlx5dv.h, struct mlx5_cqe64 and mlx5_tm_cqe; rdma-core providers/mlx5/cq.c, handle_tm_list_op.
struct verbatim_tm_list_cqe {
  /// 1 if the tag was removed.
  uint8_t success;
  /// Unexpected messages that the device has counted so far.
  uint16_t hw_phase_cnt;
  /// User index of the SRQ.
  uint32_t srqn_uidx;
  /// 1 for tag matching.
  uint8_t app;
  /// The operation: 5 append, 6 remove, 7 nop.
  uint8_t app_op;
  /// Device clock, in ticks.
  uint64_t timestamp;
  /// Number of the command QP.
  uint32_t qpn;
  /// wqe_index of the WQE that asked for it.
  uint16_t wqe_counter;
  /// XOR over the CQE, if the CQ checks signatures.
  uint8_t signature;
  /// no_packet. One of verbatim_cqe_opcode.
  uint8_t opcode;
  /// Plain. One of verbatim_cqe_format.
  uint8_t format;
  /// Solicited event. Uncertain: No public driver acts on it, and no source says which of these CQEs have it.
  uint8_t se;
  /// Flips each time the CQ wraps.
  uint8_t owner;
};

/// Writes all 64 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_tm_list_cqe_write(void *at, const struct verbatim_tm_list_cqe *value) {
  uint8_t *const out = (uint8_t *)at;
  memset(out, 0, 64);
  verbatim_store32(out + 0x00, verbatim_put32(value->success, 31, 31));
  verbatim_store32(out + 0x04, verbatim_put32(value->hw_phase_cnt, 31, 16));
  verbatim_store32(out + 0x20, verbatim_put32(value->srqn_uidx, 23, 0));
  verbatim_store32(out + 0x28,
                   verbatim_put32(value->app, 31, 24) | verbatim_put32(value->app_op, 23, 16));
  verbatim_store64(out + 0x30, value->timestamp);
  verbatim_store32(out + 0x38, verbatim_put32(value->qpn, 23, 0));
  verbatim_store32(out + 0x3c,
                   verbatim_put32(value->wqe_counter, 31, 16) |
                       verbatim_put32(value->signature, 15, 8) |
                       verbatim_put32(value->opcode, 7, 4) | verbatim_put32(value->format, 3, 2) |
                       verbatim_put32(value->se, 1, 1) | verbatim_put32(value->owner, 0, 0));
}

/// Returns the fields of the 64 bytes at `at`.
static inline struct verbatim_tm_list_cqe verbatim_tm_list_cqe_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_tm_list_cqe value;
  value.success = (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 31, 31);
  value.hw_phase_cnt = verbatim_load16(in + 0x04);
  value.srqn_uidx = (uint32_t)verbatim_get32(verbatim_load32(in + 0x20), 23, 0);
  value.app = verbatim_load8(in + 0x28);
  value.app_op = verbatim_load8(in + 0x29);
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

/// 1 if the tag was removed.
static inline uint8_t verbatim_tm_list_cqe_success(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x00), 31, 31);
}

/// Unexpected messages that the device has counted so far.
static inline uint16_t verbatim_tm_list_cqe_hw_phase_cnt(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x04);
}

/// User index of the SRQ.
static inline uint32_t verbatim_tm_list_cqe_srqn_uidx(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint32_t)verbatim_get32(verbatim_load32(in + 0x20), 23, 0);
}

/// 1 for tag matching.
static inline uint8_t verbatim_tm_list_cqe_app(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x28);
}

/// The operation: 5 append, 6 remove, 7 nop.
static inline uint8_t verbatim_tm_list_cqe_app_op(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x29);
}

/// Device clock, in ticks.
static inline uint64_t verbatim_tm_list_cqe_timestamp(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load64(in + 0x30);
}

/// Number of the command QP.
static inline uint32_t verbatim_tm_list_cqe_qpn(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint32_t)verbatim_get32(verbatim_load32(in + 0x38), 23, 0);
}

/// wqe_index of the WQE that asked for it.
static inline uint16_t verbatim_tm_list_cqe_wqe_counter(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x3c);
}

/// XOR over the CQE, if the CQ checks signatures.
static inline uint8_t verbatim_tm_list_cqe_signature(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x3e);
}

/// no_packet. One of verbatim_cqe_opcode.
static inline uint8_t verbatim_tm_list_cqe_opcode(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 7, 4);
}

/// Plain. One of verbatim_cqe_format.
static inline uint8_t verbatim_tm_list_cqe_format(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 3, 2);
}

/// Solicited event.
static inline uint8_t verbatim_tm_list_cqe_se(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 1, 1);
}

/// Flips each time the CQ wraps.
static inline uint8_t verbatim_tm_list_cqe_owner(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 0, 0);
}

#ifdef __cplusplus
}
#endif

#endif
