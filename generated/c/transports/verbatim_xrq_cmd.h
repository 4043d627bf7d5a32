// Generated from specs/transports/xrq_cmd.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_TRANSPORT_XRQ_CMD_H
#define VERBATIM_C_TRANSPORT_XRQ_CMD_H

#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Limits of WQEs on xrq_cmd: bytes of inline data, SGEs, and WQEBBs in all. A queue may allow less.
enum {
  VERBATIM_XRQ_CMD_NOP_MAX_INLINE = 0,
  VERBATIM_XRQ_CMD_NOP_MAX_SGES = 0,
  VERBATIM_XRQ_CMD_NOP_MAX_WQEBBS = 1,
  VERBATIM_XRQ_CMD_TAG_APPEND_MAX_INLINE = 0,
  VERBATIM_XRQ_CMD_TAG_APPEND_MAX_SGES = 1,
  VERBATIM_XRQ_CMD_TAG_APPEND_MAX_WQEBBS = 1,
  VERBATIM_XRQ_CMD_TAG_REMOVE_MAX_INLINE = 0,
  VERBATIM_XRQ_CMD_TAG_REMOVE_MAX_SGES = 0,
  VERBATIM_XRQ_CMD_TAG_REMOVE_MAX_WQEBBS = 1,
  VERBATIM_XRQ_CMD_TAG_SYNC_MAX_INLINE = 0,
  VERBATIM_XRQ_CMD_TAG_SYNC_MAX_SGES = 0,
  VERBATIM_XRQ_CMD_TAG_SYNC_MAX_WQEBBS = 1,
  VERBATIM_XRQ_CMD_MAX_OCTOWORDS = 63
};

/// The command queue of a tag-matching SRQ, on which its list of tags is changed.
///
/// Begins a WQE in `bytes` bytes at `at`: in a ring, or in memory from which it is copied into one.
/// Next: the function of the WQE.
/// WQEs here: nop, tag_append, tag_remove, tag_sync.
///
/// Source: rdma-core providers/mlx5/qp.c, mlx5_post_srq_ops.
static inline void verbatim_xrq_cmd_begin(struct verbatim_wqe *wqe, void *at, size_t bytes) {
  verbatim_wqe_begin(wqe, at, bytes, VERBATIM_TRANSPORT_XRQ_CMD, VERBATIM_XRQ_CMD_MAX_OCTOWORDS);
  wqe->ready = 1;
}

#ifdef __cplusplus
}
#endif

#endif
