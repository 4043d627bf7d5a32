// RDMA WRITEs in C: libibverbs makes the queues, the headers of generated/c write the WQEs and read the
// CQEs.
//
//   verbatim-emulator build/examples/c_write
#include <infiniband/mlx5dv.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "c_write.h"
#include "cqes/verbatim_cqe64.h"
#include "transports/verbatim_rc.h"
#include "wqes/verbatim_rdma_write.h"

enum { MESSAGES = 1000, CQES = 64, PIECES = 4, PIECE = 1024 };

struct queues {
  struct ibv_qp *qp;
  struct mlx5dv_qp sq;
  struct mlx5dv_cq cq;
  uint32_t pi, ci;  // how many WQEBBs were posted, and CQEs polled
  uint32_t half;    // the half of the doorbell register that is next
};

// Builds a WRITE of so many pieces where it belongs in the ring, or aside if it might cross the ring's end; and rings.
static void post_write(struct queues *to, const struct ibv_mr *mr, uint64_t from, uint64_t raddr, uint32_t pieces) {
  uint8_t aside[VERBATIM_WQE_MAX_BYTES];
  uint8_t *const place = verbatim_ring_at(to->sq.sq.buf, to->sq.sq.wqe_cnt, to->pi);
  const int crosses = verbatim_ring_bytes_to_end(to->sq.sq.wqe_cnt, to->pi) < 2 * VERBATIM_WQEBB;
  struct verbatim_wqe wqe;
  verbatim_rc_begin(&wqe, crosses ? aside : place, 2 * VERBATIM_WQEBB);
  verbatim_rdma_write(&wqe);
  verbatim_rdma_write_rdma(&wqe, raddr, mr->rkey);
  for (uint32_t i = 0; i < pieces; i++) verbatim_rdma_write_sge(&wqe, from + i * PIECE, PIECE, mr->lkey);
  const uint32_t wqebbs = verbatim_wqe_finish(&wqe, (uint16_t)to->pi, to->qp->qp_num, VERBATIM_COMPLETION_MODE_ALWAYS);
  if (wqebbs == 0) exit(1);  // wqe.error tells why
  if (crosses) verbatim_ring_copy(to->sq.sq.buf, to->sq.sq.wqe_cnt, to->pi, &wqe);
  to->pi += wqebbs;

  uint64_t first;
  memcpy(&first, place, sizeof first);
  atomic_thread_fence(memory_order_release);  // the device sees the WQE before the producer index
  verbatim_store32(&to->sq.dbrec[MLX5_SND_DBR], to->pi & 0xffff);
  atomic_thread_fence(memory_order_seq_cst);  // and the producer index before the doorbell
  *(volatile uint64_t *)((uint8_t *)to->sq.bf.reg + to->half) = first;
  to->half ^= to->sq.bf.size;
}

// Waits for the next CQE.
static void poll(struct queues *from) {
  const uint8_t *const cqe = (const uint8_t *)from->cq.buf + (size_t)(from->ci % from->cq.cqe_cnt) * from->cq.cqe_size;
  const uint8_t lap = (from->ci / from->cq.cqe_cnt) % 2;
  uint8_t op_own;
  do {
    op_own = *(const volatile uint8_t *)(cqe + 63);
  } while (op_own >> 4 == VERBATIM_CQE_OPCODE_INVALID || (op_own & 1) != lap);
  atomic_thread_fence(memory_order_acquire);  // the rest of the CQE is read after its owner
  if (verbatim_cqe64_opcode(cqe) != VERBATIM_CQE_OPCODE_REQ) {
    fprintf(stderr, "a completion with opcode %s\n", verbatim_cqe_opcode_name(verbatim_cqe64_opcode(cqe)));
    exit(1);
  }
  verbatim_store32(from->cq.dbrec, ++from->ci & 0xffffff);
}

int main(void) {
  static uint8_t memory[2][PIECES * PIECE];
  struct ibv_device **const devices = made("ibv_get_device_list", ibv_get_device_list(NULL));
  struct ibv_context *const context = made("ibv_open_device", devices[0] ? ibv_open_device(devices[0]) : NULL);
  struct ibv_pd *const pd = made("ibv_alloc_pd", ibv_alloc_pd(context));
  struct ibv_mr *const mr =
      made("ibv_reg_mr", ibv_reg_mr(pd, memory, sizeof memory, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE));
  struct ibv_cq *const cq = made("ibv_create_cq", ibv_create_cq(context, CQES, NULL, NULL, 0));
  struct ibv_qp_init_attr attributes = {
      .send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC, .cap = {.max_send_wr = 9, .max_recv_wr = 1, .max_send_sge = 4}};
  struct queues queues = {.qp = made("ibv_create_qp", ibv_create_qp(pd, &attributes))};
  connect_to_itself(queues.qp);
  struct mlx5dv_obj objects = {.qp = {queues.qp, &queues.sq}, .cq = {cq, &queues.cq}};
  if (mlx5dv_init_obj(&objects, MLX5DV_OBJ_QP | MLX5DV_OBJ_CQ) != 0) return 1;

  for (unsigned i = 0; i < MESSAGES; i++) {
    const uint32_t pieces = PIECES >> i % 2;  // WQEs of two WQEBBs and of one
    memset(memory[0], (int)i, sizeof memory[0]);
    post_write(&queues, mr, (uintptr_t)memory[0], (uintptr_t)memory[1], pieces);
    poll(&queues);
    if (memcmp(memory[0], memory[1], pieces * PIECE) != 0) return 1;
  }
  printf("%d RDMA WRITEs arrived, %u laps of the ring\n", MESSAGES, queues.pi / queues.sq.sq.wqe_cnt);
  ibv_free_device_list(devices);
  return ibv_destroy_qp(queues.qp) || ibv_destroy_cq(cq) || ibv_dereg_mr(mr) || ibv_dealloc_pd(pd) ||
         ibv_close_device(context);
}
