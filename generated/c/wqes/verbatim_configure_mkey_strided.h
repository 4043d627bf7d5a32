// Generated from specs/wqes/memory_keys/configure_mkey_strided.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_CONFIGURE_MKEY_STRIDED_H
#define VERBATIM_C_WQE_CONFIGURE_MKEY_STRIDED_H

#include "../segments/verbatim_bsf_ext_seg.h"
#include "../segments/verbatim_bsf_inl_seg.h"
#include "../segments/verbatim_bsf_seg.h"
#include "../segments/verbatim_crypto_bsf_seg.h"
#include "../segments/verbatim_mkey_ctx_seg.h"
#include "../segments/verbatim_repeat_block_seg.h"
#include "../segments/verbatim_repeat_ent_seg.h"
#include "../segments/verbatim_umr_ctrl_seg.h"
#include "../verbatim_enums.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Gives a memory key its properties, and pieces of memory between which it takes turns.
///
/// The calls, behind verbatim_TRANSPORT_begin() alone:
///
///   verbatim_configure_mkey_strided(), verbatim_configure_mkey_strided_key(),
///   verbatim_configure_mkey_strided_change(), verbatim_configure_mkey_strided_to(),
///   verbatim_configure_mkey_strided_repeat(), verbatim_configure_mkey_strided_strided(),
///   [verbatim_configure_mkey_strided_sig_block()], [verbatim_configure_mkey_strided_crypto()],
///   verbatim_wqe_finish()
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact. Source: rdma-core providers/mlx5/qp.c,
/// mlx5_send_wr_set_mkey_layout_interleaved and umr_strided_seg_create.
static inline void verbatim_configure_mkey_strided(struct verbatim_wqe *wqe) {
  const int carried =
      wqe->transport == VERBATIM_TRANSPORT_RC || wqe->transport == VERBATIM_TRANSPORT_UC ||
      wqe->transport == VERBATIM_TRANSPORT_XRC || wqe->transport == VERBATIM_TRANSPORT_DCI ||
      wqe->transport == VERBATIM_TRANSPORT_DCI_ROCE ||
      wqe->transport == VERBATIM_TRANSPORT_DCI_COMPACT;
  verbatim_wqe_step(wqe, carried && wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->octowords == 1, 1,
                    0);
  wqe->kind = VERBATIM_WQE_KIND_CONFIGURE_MKEY_STRIDED;
  wqe->ctrl.opcode = VERBATIM_OPCODE_UMR;
  wqe->fences_next = 1;
  if (wqe->room > 60) wqe->room = 60;
}

/// Sets ctrl_seg.imm to `mkey`.
static inline void verbatim_configure_mkey_strided_key(struct verbatim_wqe *wqe, uint32_t mkey) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_CONFIGURE_MKEY_STRIDED && (wqe->state == 1),
                    2, 0);
  wqe->ctrl.imm = mkey;
}

/// The fields of a memory key that a UMR changes, and the length of its translation list.
static inline void verbatim_configure_mkey_strided_change(struct verbatim_wqe *wqe,
                                                          uint64_t mkey_mask) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_CONFIGURE_MKEY_STRIDED && (wqe->state == 2),
                    3, 0);
  {
    struct verbatim_umr_ctrl_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.mkey_mask = mkey_mask;
    fields.list_inline = 1;
    if (verbatim_wqe_has_room(wqe, 3))
      verbatim_umr_ctrl_seg_write(verbatim_wqe_take(wqe, 3), &fields);
  }
}

/// The fields of a memory key that a UMR may change. The caller gives every field.
static inline void verbatim_configure_mkey_strided_to(struct verbatim_wqe *wqe,
                                                      const struct verbatim_mkey_ctx_seg *segment) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_CONFIGURE_MKEY_STRIDED && (wqe->state == 3),
                    4, 0);
  if (verbatim_wqe_has_room(wqe, 4))
    verbatim_mkey_ctx_seg_write(verbatim_wqe_take(wqe, 4), segment);
}

/// Opens a strided translation list, which takes turns through its entries.
static inline void verbatim_configure_mkey_strided_repeat(struct verbatim_wqe *wqe,
                                                          uint32_t byte_count,
                                                          uint32_t repeat_count) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_CONFIGURE_MKEY_STRIDED && (wqe->state == 4),
                    5, 0);
  {
    struct verbatim_repeat_block_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.byte_count = byte_count;
    fields.repeat_count = repeat_count;
    if (verbatim_wqe_has_room(wqe, 1))
      verbatim_repeat_block_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

/// One entry of a strided translation list.
static inline void verbatim_configure_mkey_strided_strided(struct verbatim_wqe *wqe,
                                                           uint16_t stride, uint16_t byte_count,
                                                           uint32_t lkey, uint64_t addr) {
  verbatim_wqe_step(
      wqe,
      wqe->kind == VERBATIM_WQE_KIND_CONFIGURE_MKEY_STRIDED && (wqe->state == 5 || wqe->state == 6),
      6, 1);
  wqe->list_pad = 4;
  wqe->list_from = 8;
  wqe->list_entries_from = 9;
  wqe->list_length_at = 20;
  wqe->list_length_lsb = 16;
  wqe->list_entries_at = 140;
  wqe->list_entries_lsb = 0;
  {
    struct verbatim_repeat_ent_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.stride = stride;
    fields.byte_count = byte_count;
    fields.memkey = lkey;
    fields.va = addr;
    if (verbatim_wqe_has_room(wqe, 1))
      verbatim_repeat_ent_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
}

/// The beginning of a BSF (byte stream format), which states the signatures that the blocks of a memory key
/// have on the wire and in memory. The caller gives every field.
static inline void verbatim_configure_mkey_strided_sig_block(
    struct verbatim_wqe *wqe, const struct verbatim_bsf_seg *segment,
    const struct verbatim_bsf_inl_seg *wire, const struct verbatim_bsf_inl_seg *memory) {
  verbatim_wqe_step(wqe, wqe->kind == VERBATIM_WQE_KIND_CONFIGURE_MKEY_STRIDED && (wqe->state == 6),
                    7, 1);
  verbatim_wqe_close(wqe);
  verbatim_wqe_add(wqe, 20, 0, 4);
  if (verbatim_wqe_has_room(wqe, 1)) verbatim_bsf_seg_write(verbatim_wqe_take(wqe, 1), segment);
  {
    struct verbatim_bsf_ext_seg fields;
    memset(&fields, 0, sizeof fields);
    if (verbatim_wqe_has_room(wqe, 1))
      verbatim_bsf_ext_seg_write(verbatim_wqe_take(wqe, 1), &fields);
  }
  if (verbatim_wqe_has_room(wqe, 1)) verbatim_bsf_inl_seg_write(verbatim_wqe_take(wqe, 1), wire);
  if (verbatim_wqe_has_room(wqe, 1)) verbatim_bsf_inl_seg_write(verbatim_wqe_take(wqe, 1), memory);
}

/// The encryption of a memory key's data. The caller gives every field.
static inline void verbatim_configure_mkey_strided_crypto(
    struct verbatim_wqe *wqe, const struct verbatim_crypto_bsf_seg *segment) {
  verbatim_wqe_step(
      wqe,
      wqe->kind == VERBATIM_WQE_KIND_CONFIGURE_MKEY_STRIDED && (wqe->state == 6 || wqe->state == 7),
      8, 1);
  verbatim_wqe_close(wqe);
  verbatim_wqe_add(wqe, 20, 0, 4);
  if (verbatim_wqe_has_room(wqe, 4))
    verbatim_crypto_bsf_seg_write(verbatim_wqe_take(wqe, 4), segment);
}

#ifdef __cplusplus
}
#endif

#endif
