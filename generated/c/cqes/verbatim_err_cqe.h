// Generated from specs/cqes/err_cqe.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_ERR_CQE_H
#define VERBATIM_C_ERR_CQE_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_ERR_CQE_SIZE = 64 };

/// A completion with error. It takes the place of a cqe64 whose opcode is req_err or resp_err.
///
///   at    bits     field
///   0x20  23..0    srqn
///   0x34  31..24   hw_err_synd
///   0x34  23..16   hw_synd_type
///   0x34  15..8    vendor_err_synd
///   0x34  7..0     syndrome
///   0x38  31..24   s_wqe_opcode
///   0x38  23..0    qpn
///   0x3c  31..16   wqe_counter
///   0x3c  15..8    signature
///   0x3c  7..4     opcode
///   0x3c  3..2     format
///   0x3c  1..1     se
///   0x3c  0..0     owner
///
/// Source: mlx5dv.h, struct mlx5_err_cqe; hw_err_synd and hw_synd_type: UCX ib_mlx5.h, uct_ib_mlx5_err_cqe.
struct verbatim_err_cqe {
  /// User index of the queue; the SRQ number in CQE version 0.
  uint32_t srqn;
  /// Hardware error syndrome.
  uint8_t hw_err_synd;
  /// Unit that raised the hardware error syndrome.
  uint8_t hw_synd_type;
  /// Vendor error syndrome.
  uint8_t vendor_err_synd;
  /// Kind of the error. One of verbatim_cqe_syndrome.
  uint8_t syndrome;
  /// Opcode of the failed send WQE. One of verbatim_opcode.
  uint8_t s_wqe_opcode;
  /// QP number.
  uint32_t qpn;
  /// wqe_index of the failed WQE.
  uint16_t wqe_counter;
  /// XOR over the CQE, if the CQ checks signatures.
  uint8_t signature;
  /// Requester error or responder error. One of verbatim_cqe_opcode.
  uint8_t opcode;
  /// Plain in an error. One of verbatim_cqe_format.
  uint8_t format;
  /// Solicited event. Uncertain: No public driver acts on it, and no source says which of these CQEs have it.
  uint8_t se;
  /// Flips each time the CQ wraps.
  uint8_t owner;
};

/// Writes all 64 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_err_cqe_write(void *at, const struct verbatim_err_cqe *value) {
  uint8_t *const out = (uint8_t *)at;
  memset(out, 0, 64);
  verbatim_store32(out + 0x20, verbatim_put32(value->srqn, 23, 0));
  verbatim_store32(out + 0x34, verbatim_put32(value->hw_err_synd, 31, 24) |
                                   verbatim_put32(value->hw_synd_type, 23, 16) |
                                   verbatim_put32(value->vendor_err_synd, 15, 8) |
                                   verbatim_put32(value->syndrome, 7, 0));
  verbatim_store32(out + 0x38,
                   verbatim_put32(value->s_wqe_opcode, 31, 24) | verbatim_put32(value->qpn, 23, 0));
  verbatim_store32(out + 0x3c,
                   verbatim_put32(value->wqe_counter, 31, 16) |
                       verbatim_put32(value->signature, 15, 8) |
                       verbatim_put32(value->opcode, 7, 4) | verbatim_put32(value->format, 3, 2) |
                       verbatim_put32(value->se, 1, 1) | verbatim_put32(value->owner, 0, 0));
}

/// Returns the fields of the 64 bytes at `at`.
static inline struct verbatim_err_cqe verbatim_err_cqe_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_err_cqe value;
  value.srqn = (uint32_t)verbatim_get32(verbatim_load32(in + 0x20), 23, 0);
  value.hw_err_synd = verbatim_load8(in + 0x34);
  value.hw_synd_type = verbatim_load8(in + 0x35);
  value.vendor_err_synd = verbatim_load8(in + 0x36);
  value.syndrome = verbatim_load8(in + 0x37);
  value.s_wqe_opcode = verbatim_load8(in + 0x38);
  value.qpn = (uint32_t)verbatim_get32(verbatim_load32(in + 0x38), 23, 0);
  value.wqe_counter = verbatim_load16(in + 0x3c);
  value.signature = verbatim_load8(in + 0x3e);
  value.opcode = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 7, 4);
  value.format = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 3, 2);
  value.se = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 1, 1);
  value.owner = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 0, 0);
  return value;
}

/// User index of the queue; the SRQ number in CQE version 0.
static inline uint32_t verbatim_err_cqe_srqn(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint32_t)verbatim_get32(verbatim_load32(in + 0x20), 23, 0);
}

/// Hardware error syndrome.
static inline uint8_t verbatim_err_cqe_hw_err_synd(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x34);
}

/// Unit that raised the hardware error syndrome.
static inline uint8_t verbatim_err_cqe_hw_synd_type(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x35);
}

/// Vendor error syndrome.
static inline uint8_t verbatim_err_cqe_vendor_err_synd(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x36);
}

/// Kind of the error. One of verbatim_cqe_syndrome.
static inline uint8_t verbatim_err_cqe_syndrome(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x37);
}

/// Opcode of the failed send WQE. One of verbatim_opcode.
static inline uint8_t verbatim_err_cqe_s_wqe_opcode(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x38);
}

/// QP number.
static inline uint32_t verbatim_err_cqe_qpn(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint32_t)verbatim_get32(verbatim_load32(in + 0x38), 23, 0);
}

/// wqe_index of the failed WQE.
static inline uint16_t verbatim_err_cqe_wqe_counter(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x3c);
}

/// XOR over the CQE, if the CQ checks signatures.
static inline uint8_t verbatim_err_cqe_signature(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x3e);
}

/// Requester error or responder error. One of verbatim_cqe_opcode.
static inline uint8_t verbatim_err_cqe_opcode(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 7, 4);
}

/// Plain in an error. One of verbatim_cqe_format.
static inline uint8_t verbatim_err_cqe_format(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 3, 2);
}

/// Solicited event.
static inline uint8_t verbatim_err_cqe_se(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 1, 1);
}

/// Flips each time the CQ wraps.
static inline uint8_t verbatim_err_cqe_owner(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 0, 0);
}

#ifdef __cplusplus
}
#endif

#endif
