// Generated from specs/cqes/sigerr_cqe.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_SIGERR_CQE_H
#define VERBATIM_C_SIGERR_CQE_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_SIGERR_CQE_SIZE = 64 };

/// Data did not have the signature that a key asks for. It belongs to no WQE and takes the place of a cqe64
/// whose opcode is sig_err.
///
///   at    bits     field
///   0x10  31..0    expected_trans_sig
///   0x14  31..0    actual_trans_sig
///   0x18  31..0    expected_reftag
///   0x1c  31..0    actual_reftag
///   0x20  29..29   guard_err
///   0x20  28..28   apptag_err
///   0x20  27..27   reftag_err
///   0x20  10..8    sig_type
///   0x20  2..0     domain
///   0x24  31..0    mkey
///   0x28  63..0    sig_err_offset
///   0x3c  15..8    signature
///   0x3c  7..4     opcode
///   0x3c  3..2     format
///   0x3c  0..0     owner
///
/// Source: Linux include/linux/mlx5/device.h, struct mlx5_sig_err_cqe; rdma-core providers/mlx5/cq.c,
/// mlx5_sigerr_cqe.
struct verbatim_sigerr_cqe {
  /// Transaction signature that was expected: guard in the upper half and application tag in the lower.
  uint32_t expected_trans_sig;
  /// Transaction signature that was found.
  uint32_t actual_trans_sig;
  /// Reference tag that was expected.
  uint32_t expected_reftag;
  /// Reference tag that was found.
  uint32_t actual_reftag;
  /// 1 if the guard is wrong.
  uint8_t guard_err;
  /// 1 if the application tag is wrong.
  uint8_t apptag_err;
  /// 1 if the reference tag is wrong.
  uint8_t reftag_err;
  /// 0 for a block, 1 for a transaction.
  uint8_t sig_type;
  /// 0 for the wire, 1 for memory.
  uint8_t domain;
  /// The key.
  uint32_t mkey;
  /// Byte offset of the first error.
  uint64_t sig_err_offset;
  /// XOR over the CQE, if the CQ checks signatures.
  uint8_t signature;
  /// sig_err. One of verbatim_cqe_opcode.
  uint8_t opcode;
  /// Plain. One of verbatim_cqe_format.
  uint8_t format;
  /// Flips each time the CQ wraps.
  uint8_t owner;
};

/// Writes all 64 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_sigerr_cqe_write(void *at, const struct verbatim_sigerr_cqe *value) {
  uint8_t *const out = (uint8_t *)at;
  memset(out, 0, 64);
  verbatim_store32(out + 0x10, value->expected_trans_sig);
  verbatim_store32(out + 0x14, value->actual_trans_sig);
  verbatim_store32(out + 0x18, value->expected_reftag);
  verbatim_store32(out + 0x1c, value->actual_reftag);
  verbatim_store32(out + 0x20, verbatim_put32(value->guard_err, 29, 29) |
                                   verbatim_put32(value->apptag_err, 28, 28) |
                                   verbatim_put32(value->reftag_err, 27, 27) |
                                   verbatim_put32(value->sig_type, 10, 8) |
                                   verbatim_put32(value->domain, 2, 0));
  verbatim_store32(out + 0x24, value->mkey);
  verbatim_store64(out + 0x28, value->sig_err_offset);
  verbatim_store32(out + 0x3c,
                   verbatim_put32(value->signature, 15, 8) | verbatim_put32(value->opcode, 7, 4) |
                       verbatim_put32(value->format, 3, 2) | verbatim_put32(value->owner, 0, 0));
}

/// Returns the fields of the 64 bytes at `at`.
static inline struct verbatim_sigerr_cqe verbatim_sigerr_cqe_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_sigerr_cqe value;
  value.expected_trans_sig = verbatim_load32(in + 0x10);
  value.actual_trans_sig = verbatim_load32(in + 0x14);
  value.expected_reftag = verbatim_load32(in + 0x18);
  value.actual_reftag = verbatim_load32(in + 0x1c);
  value.guard_err = (uint8_t)verbatim_get32(verbatim_load32(in + 0x20), 29, 29);
  value.apptag_err = (uint8_t)verbatim_get32(verbatim_load32(in + 0x20), 28, 28);
  value.reftag_err = (uint8_t)verbatim_get32(verbatim_load32(in + 0x20), 27, 27);
  value.sig_type = (uint8_t)verbatim_get32(verbatim_load32(in + 0x20), 10, 8);
  value.domain = (uint8_t)verbatim_get32(verbatim_load32(in + 0x20), 2, 0);
  value.mkey = verbatim_load32(in + 0x24);
  value.sig_err_offset = verbatim_load64(in + 0x28);
  value.signature = verbatim_load8(in + 0x3e);
  value.opcode = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 7, 4);
  value.format = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 3, 2);
  value.owner = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 0, 0);
  return value;
}

/// Transaction signature that was expected: guard in the upper half and application tag in the lower.
static inline uint32_t verbatim_sigerr_cqe_expected_trans_sig(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x10);
}

/// Transaction signature that was found.
static inline uint32_t verbatim_sigerr_cqe_actual_trans_sig(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x14);
}

/// Reference tag that was expected.
static inline uint32_t verbatim_sigerr_cqe_expected_reftag(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x18);
}

/// Reference tag that was found.
static inline uint32_t verbatim_sigerr_cqe_actual_reftag(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x1c);
}

/// 1 if the guard is wrong.
static inline uint8_t verbatim_sigerr_cqe_guard_err(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x20), 29, 29);
}

/// 1 if the application tag is wrong.
static inline uint8_t verbatim_sigerr_cqe_apptag_err(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x20), 28, 28);
}

/// 1 if the reference tag is wrong.
static inline uint8_t verbatim_sigerr_cqe_reftag_err(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x20), 27, 27);
}

/// 0 for a block, 1 for a transaction.
static inline uint8_t verbatim_sigerr_cqe_sig_type(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x20), 10, 8);
}

/// 0 for the wire, 1 for memory.
static inline uint8_t verbatim_sigerr_cqe_domain(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x20), 2, 0);
}

/// The key.
static inline uint32_t verbatim_sigerr_cqe_mkey(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x24);
}

/// Byte offset of the first error.
static inline uint64_t verbatim_sigerr_cqe_sig_err_offset(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load64(in + 0x28);
}

/// XOR over the CQE, if the CQ checks signatures.
static inline uint8_t verbatim_sigerr_cqe_signature(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x3e);
}

/// sig_err. One of verbatim_cqe_opcode.
static inline uint8_t verbatim_sigerr_cqe_opcode(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 7, 4);
}

/// Plain. One of verbatim_cqe_format.
static inline uint8_t verbatim_sigerr_cqe_format(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 3, 2);
}

/// Flips each time the CQ wraps.
static inline uint8_t verbatim_sigerr_cqe_owner(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 0, 0);
}

#ifdef __cplusplus
}
#endif

#endif
