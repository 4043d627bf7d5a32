// Generated from specs/transports/dci.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_TRANSPORT_DCI_H
#define VERBATIM_C_TRANSPORT_DCI_H

#include "../segments/verbatim_av_dc_seg.h"
#include "../verbatim_wqe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Limits of WQEs on dci: bytes of inline data, SGEs, and WQEBBs in all. A queue may allow less.
enum {
  VERBATIM_DCI_ATOMIC_CS_MAX_INLINE = 0,
  VERBATIM_DCI_ATOMIC_CS_MAX_SGES = 1,
  VERBATIM_DCI_ATOMIC_CS_MAX_WQEBBS = 2,
  VERBATIM_DCI_ATOMIC_FA_MAX_INLINE = 0,
  VERBATIM_DCI_ATOMIC_FA_MAX_SGES = 1,
  VERBATIM_DCI_ATOMIC_FA_MAX_WQEBBS = 2,
  VERBATIM_DCI_BIND_MW_MAX_INLINE = 0,
  VERBATIM_DCI_BIND_MW_MAX_SGES = 0,
  VERBATIM_DCI_BIND_MW_MAX_WQEBBS = 3,
  VERBATIM_DCI_BIND_MW_TYPE1_MAX_INLINE = 0,
  VERBATIM_DCI_BIND_MW_TYPE1_MAX_SGES = 0,
  VERBATIM_DCI_BIND_MW_TYPE1_MAX_WQEBBS = 3,
  VERBATIM_DCI_CAS32_MAX_INLINE = 0,
  VERBATIM_DCI_CAS32_MAX_SGES = 1,
  VERBATIM_DCI_CAS32_MAX_WQEBBS = 2,
  VERBATIM_DCI_CONFIGURE_MKEY_MAX_INLINE = 0,
  VERBATIM_DCI_CONFIGURE_MKEY_MAX_SGES = 52,
  VERBATIM_DCI_CONFIGURE_MKEY_MAX_WQEBBS = 15,
  VERBATIM_DCI_CONFIGURE_MKEY_STRIDED_MAX_INLINE = 0,
  VERBATIM_DCI_CONFIGURE_MKEY_STRIDED_MAX_SGES = 51,
  VERBATIM_DCI_CONFIGURE_MKEY_STRIDED_MAX_WQEBBS = 15,
  VERBATIM_DCI_COPY_MAX_INLINE = 0,
  VERBATIM_DCI_COPY_MAX_SGES = 2,
  VERBATIM_DCI_COPY_MAX_WQEBBS = 1,
  VERBATIM_DCI_FETCH_ADD32_MAX_INLINE = 0,
  VERBATIM_DCI_FETCH_ADD32_MAX_SGES = 1,
  VERBATIM_DCI_FETCH_ADD32_MAX_WQEBBS = 2,
  VERBATIM_DCI_FETCH_AND32_MAX_INLINE = 0,
  VERBATIM_DCI_FETCH_AND32_MAX_SGES = 1,
  VERBATIM_DCI_FETCH_AND32_MAX_WQEBBS = 2,
  VERBATIM_DCI_FETCH_AND64_MAX_INLINE = 0,
  VERBATIM_DCI_FETCH_AND64_MAX_SGES = 1,
  VERBATIM_DCI_FETCH_AND64_MAX_WQEBBS = 2,
  VERBATIM_DCI_FETCH_OR32_MAX_INLINE = 0,
  VERBATIM_DCI_FETCH_OR32_MAX_SGES = 1,
  VERBATIM_DCI_FETCH_OR32_MAX_WQEBBS = 2,
  VERBATIM_DCI_FETCH_OR64_MAX_INLINE = 0,
  VERBATIM_DCI_FETCH_OR64_MAX_SGES = 1,
  VERBATIM_DCI_FETCH_OR64_MAX_WQEBBS = 2,
  VERBATIM_DCI_FETCH_XOR32_MAX_INLINE = 0,
  VERBATIM_DCI_FETCH_XOR32_MAX_SGES = 1,
  VERBATIM_DCI_FETCH_XOR32_MAX_WQEBBS = 2,
  VERBATIM_DCI_FETCH_XOR64_MAX_INLINE = 0,
  VERBATIM_DCI_FETCH_XOR64_MAX_SGES = 1,
  VERBATIM_DCI_FETCH_XOR64_MAX_WQEBBS = 2,
  VERBATIM_DCI_LOCAL_INVALIDATE_MAX_INLINE = 0,
  VERBATIM_DCI_LOCAL_INVALIDATE_MAX_SGES = 0,
  VERBATIM_DCI_LOCAL_INVALIDATE_MAX_WQEBBS = 2,
  VERBATIM_DCI_MASKED_CAS128_MAX_INLINE = 0,
  VERBATIM_DCI_MASKED_CAS128_MAX_SGES = 1,
  VERBATIM_DCI_MASKED_CAS128_MAX_WQEBBS = 3,
  VERBATIM_DCI_MASKED_CAS32_MAX_INLINE = 0,
  VERBATIM_DCI_MASKED_CAS32_MAX_SGES = 1,
  VERBATIM_DCI_MASKED_CAS32_MAX_WQEBBS = 2,
  VERBATIM_DCI_MASKED_CAS64_MAX_INLINE = 0,
  VERBATIM_DCI_MASKED_CAS64_MAX_SGES = 1,
  VERBATIM_DCI_MASKED_CAS64_MAX_WQEBBS = 2,
  VERBATIM_DCI_MASKED_FETCH_ADD128_MAX_INLINE = 0,
  VERBATIM_DCI_MASKED_FETCH_ADD128_MAX_SGES = 1,
  VERBATIM_DCI_MASKED_FETCH_ADD128_MAX_WQEBBS = 2,
  VERBATIM_DCI_MASKED_FETCH_ADD32_MAX_INLINE = 0,
  VERBATIM_DCI_MASKED_FETCH_ADD32_MAX_SGES = 1,
  VERBATIM_DCI_MASKED_FETCH_ADD32_MAX_WQEBBS = 2,
  VERBATIM_DCI_MASKED_FETCH_ADD64_MAX_INLINE = 0,
  VERBATIM_DCI_MASKED_FETCH_ADD64_MAX_SGES = 1,
  VERBATIM_DCI_MASKED_FETCH_ADD64_MAX_WQEBBS = 2,
  VERBATIM_DCI_NOP_MAX_INLINE = 0,
  VERBATIM_DCI_NOP_MAX_SGES = 0,
  VERBATIM_DCI_NOP_MAX_WQEBBS = 1,
  VERBATIM_DCI_NOP_TO_MAX_INLINE = 0,
  VERBATIM_DCI_NOP_TO_MAX_SGES = 0,
  VERBATIM_DCI_NOP_TO_MAX_WQEBBS = 1,
  VERBATIM_DCI_RDMA_READ_MAX_INLINE = 0,
  VERBATIM_DCI_RDMA_READ_MAX_SGES = 27,
  VERBATIM_DCI_RDMA_READ_MAX_WQEBBS = 8,
  VERBATIM_DCI_RDMA_WRITE_MAX_INLINE = 924,
  VERBATIM_DCI_RDMA_WRITE_MAX_SGES = 58,
  VERBATIM_DCI_RDMA_WRITE_MAX_WQEBBS = 16,
  VERBATIM_DCI_RDMA_WRITE_IMM_MAX_INLINE = 924,
  VERBATIM_DCI_RDMA_WRITE_IMM_MAX_SGES = 58,
  VERBATIM_DCI_RDMA_WRITE_IMM_MAX_WQEBBS = 16,
  VERBATIM_DCI_RECV_ENABLE_MAX_INLINE = 0,
  VERBATIM_DCI_RECV_ENABLE_MAX_SGES = 0,
  VERBATIM_DCI_RECV_ENABLE_MAX_WQEBBS = 1,
  VERBATIM_DCI_SEND_MAX_INLINE = 940,
  VERBATIM_DCI_SEND_MAX_SGES = 59,
  VERBATIM_DCI_SEND_MAX_WQEBBS = 16,
  VERBATIM_DCI_SEND_ENABLE_MAX_INLINE = 0,
  VERBATIM_DCI_SEND_ENABLE_MAX_SGES = 0,
  VERBATIM_DCI_SEND_ENABLE_MAX_WQEBBS = 1,
  VERBATIM_DCI_SEND_IMM_MAX_INLINE = 940,
  VERBATIM_DCI_SEND_IMM_MAX_SGES = 59,
  VERBATIM_DCI_SEND_IMM_MAX_WQEBBS = 16,
  VERBATIM_DCI_SEND_INVAL_MAX_INLINE = 940,
  VERBATIM_DCI_SEND_INVAL_MAX_SGES = 59,
  VERBATIM_DCI_SEND_INVAL_MAX_WQEBBS = 16,
  VERBATIM_DCI_SWAP32_MAX_INLINE = 0,
  VERBATIM_DCI_SWAP32_MAX_SGES = 1,
  VERBATIM_DCI_SWAP32_MAX_WQEBBS = 2,
  VERBATIM_DCI_SWAP64_MAX_INLINE = 0,
  VERBATIM_DCI_SWAP64_MAX_SGES = 1,
  VERBATIM_DCI_SWAP64_MAX_WQEBBS = 2,
  VERBATIM_DCI_UNBIND_MW_MAX_INLINE = 0,
  VERBATIM_DCI_UNBIND_MW_MAX_SGES = 0,
  VERBATIM_DCI_UNBIND_MW_MAX_WQEBBS = 2,
  VERBATIM_DCI_UPDATE_MKEY_MAX_INLINE = 0,
  VERBATIM_DCI_UPDATE_MKEY_MAX_SGES = 0,
  VERBATIM_DCI_UPDATE_MKEY_MAX_WQEBBS = 4,
  VERBATIM_DCI_WAIT_CQ_MAX_INLINE = 0,
  VERBATIM_DCI_WAIT_CQ_MAX_SGES = 0,
  VERBATIM_DCI_WAIT_CQ_MAX_WQEBBS = 1,
  VERBATIM_DCI_WAIT_DATA_MAX_INLINE = 0,
  VERBATIM_DCI_WAIT_DATA_MAX_SGES = 0,
  VERBATIM_DCI_WAIT_DATA_MAX_WQEBBS = 1,
  VERBATIM_DCI_WAIT_TIME_MAX_INLINE = 0,
  VERBATIM_DCI_WAIT_TIME_MAX_SGES = 0,
  VERBATIM_DCI_WAIT_TIME_MAX_WQEBBS = 1,
  VERBATIM_DCI_MAX_OCTOWORDS = 63
};

/// A dynamically connected initiator over InfiniBand, each WQE to its own peer.
///
/// Begins a WQE in `bytes` bytes at `at`: in a ring, or in memory from which it is copied into one.
/// Next: verbatim_dci_av() or verbatim_dci_av_whole(), the function of the WQE.
/// WQEs here: atomic_cs, atomic_fa, bind_mw, bind_mw_type1, cas32, configure_mkey, configure_mkey_strided,
/// copy, fetch_add32, fetch_and32, fetch_and64, fetch_or32, fetch_or64, fetch_xor32, fetch_xor64,
/// local_invalidate, masked_cas128, masked_cas32, masked_cas64, masked_fetch_add128, masked_fetch_add32,
/// masked_fetch_add64, nop, nop_to, rdma_read, rdma_write, rdma_write_imm, recv_enable, send, send_enable,
/// send_imm, send_inval, swap32, swap64, unbind_mw, update_mkey, wait_cq, wait_data, wait_time.
///
/// Source: rdma-core providers/mlx5/qp.c, mlx5_send_wr_set_dc_addr.
static inline void verbatim_dci_begin(struct verbatim_wqe *wqe, void *at, size_t bytes) {
  verbatim_wqe_begin(wqe, at, bytes, VERBATIM_TRANSPORT_DCI, VERBATIM_DCI_MAX_OCTOWORDS);
}

/// The destination of a dynamically connected WQE, as a full address vector.
static inline void verbatim_dci_av(struct verbatim_wqe *wqe, uint64_t dc_key, uint32_t dctn,
                                   uint16_t dlid) {
  verbatim_wqe_step(wqe,
                    wqe->transport == VERBATIM_TRANSPORT_DCI &&
                        wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->state == 0,
                    1, 1);
  {
    struct verbatim_av_dc_seg fields;
    memset(&fields, 0, sizeof fields);
    fields.dc_key = dc_key;
    fields.dqp_dct = dctn;
    fields.rlid = dlid;
    if (verbatim_wqe_has_room(wqe, 3)) verbatim_av_dc_seg_write(verbatim_wqe_take(wqe, 3), &fields);
  }
}

/// The destination of a dynamically connected WQE, as a full address vector. The caller gives every field.
static inline void verbatim_dci_av_whole(struct verbatim_wqe *wqe,
                                         const struct verbatim_av_dc_seg *segment) {
  verbatim_wqe_step(wqe,
                    wqe->transport == VERBATIM_TRANSPORT_DCI &&
                        wqe->kind == VERBATIM_WQE_KIND_NONE && wqe->state == 0,
                    1, 1);
  if (verbatim_wqe_has_room(wqe, 3)) verbatim_av_dc_seg_write(verbatim_wqe_take(wqe, 3), segment);
}

#ifdef __cplusplus
}
#endif

#endif
