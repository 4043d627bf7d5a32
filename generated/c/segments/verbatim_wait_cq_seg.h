// Generated from specs/segments/control/wait_cq_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WAIT_CQ_SEG_H
#define VERBATIM_C_WAIT_CQ_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_WAIT_CQ_SEG_SIZE = 16 };

/// The CQ to wait for, or the queue to let run, and how far.
///
///   at    bits     field
///   0x00  63..0    reserved_00
///   0x08  31..0    max_index
///   0x0c  31..0    qpn_cqn
///
/// Source: DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_qseg and struct mlx5_wqe_send_en_seg.
struct verbatim_wait_cq_seg {
  /// To wait: completions that the CQ must have; to enable: index in WQEBBs (of a receive queue: in WQEs) up
  /// to which the queue may run.
  uint32_t max_index;
  /// Number of the CQ, or of the queue.
  uint32_t qpn_cqn;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_wait_cq_seg_write(void *at, const struct verbatim_wait_cq_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store64(out + 0x00, 0);
  verbatim_store32(out + 0x08, value->max_index);
  verbatim_store32(out + 0x0c, value->qpn_cqn);
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_wait_cq_seg verbatim_wait_cq_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_wait_cq_seg value;
  value.max_index = verbatim_load32(in + 0x08);
  value.qpn_cqn = verbatim_load32(in + 0x0c);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
